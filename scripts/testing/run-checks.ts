import { rmSync } from "node:fs";
import { vitestCounts } from "./read-reports.ts";
import { asCounts, type Counts, runStep } from "./run-step.ts";

export const REPORTS = "test-results";

/** Everything that needs no browser: build, format and lint, types, unit and workerd tests. */
export async function runChecks(): Promise<Counts[]> {
  rmSync(REPORTS, { recursive: true, force: true });
  const report = `${REPORTS}/vitest.json`;
  const build = await runStep({ title: "Build", command: process.execPath, args: ["scripts/build.ts"] });
  const lint = await runStep({
    title: "Format and lint",
    command: "biome",
    args: ["check", "--error-on-warnings", "."],
  });
  const types = await runStep({ title: "Types", command: "tsc", args: ["-b"] });
  const tests = await runStep({
    title: "Unit and workerd tests",
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  });
  return [asCounts(build), asCounts(lint), asCounts(types), vitestCounts(report, tests)];
}

/** Prints the closing line and sets the exit code. */
export function conclude(counts: Counts[]): void {
  const sum = (part: keyof Counts) => counts.reduce((total, count) => total + count[part], 0);
  const skipped = sum("skipped");
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}
