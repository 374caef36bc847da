import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import type { Counts } from "./run-step.ts";

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

// A runner that broke down without naming a failed test has failed all the same.
function withVerdict(counts: Counts, isGood: boolean): Counts {
  return { ...counts, failed: counts.failed + (isGood || counts.failed > 0 ? 0 : 1) };
}

export function vitestCounts(file: string, isGood: boolean): Counts {
  const report = vitestReport.safeParse(readJson(file));
  if (!report.success) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests } = report.data;
  return withVerdict({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }, isGood);
}

/** A test that passed only when tried again counts as failed. */
export function playwrightCounts(file: string, isGood: boolean): Counts {
  const report = playwrightReport.safeParse(readJson(file));
  if (!report.success) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  return withVerdict({ passed: expected, failed: unexpected + flaky, skipped }, isGood);
}
