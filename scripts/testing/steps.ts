import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import * as z from "zod";
import { TOOL_ENV } from "../stack/run-tool.ts";
import { makeTestsFolder } from "./tests-folder.ts";

type Counts = { passed: number; failed: number; skipped: number };

type Result = Counts & { title: string; seconds: number };

type Step = {
  title: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Reads how many tests passed; a step without tests counts as one. */
  counts?: (isGood: boolean) => Counts;
};

const REPORTS = "test-results";
const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

function readReport<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | null {
  return existsSync(file) ? (schema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null) : null;
}

/** A runner that crashed, without a failed test or without a report, counts as one failure. */
function verdict(counts: Counts | null, isGood: boolean): Counts {
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return { ...counts, failed: counts.failed + (isGood || counts.failed > 0 ? 0 : 1) };
}

const reportOf = (title: string) => `${REPORTS}/${title.toLowerCase().replaceAll(/\W+/g, "-")}.json`;

export function vitest(title: string, ...options: string[]): Step {
  const file = reportOf(title);
  const args = ["run", ...options, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const counts = (isGood: boolean) => {
    const report = readReport(file, vitestReport);
    return verdict(
      report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
      isGood,
    );
  };
  return { title, command: "vitest", args, counts };
}

/** Journeys in Chromium. One that passed only on a retry counts as failed. */
export function playwright(title: string, ...options: string[]): Step {
  const file = reportOf(title);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const counts = (isGood: boolean) => {
    const stats = readReport(file, playwrightReport)?.stats;
    return verdict(
      stats ? { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped } : null,
      isGood,
    );
  };
  return { title, command: "playwright", args: ["test", ...options], env, counts };
}

export const BUILD: Step = { title: "Build", command: process.execPath, args: ["scripts/build.ts"] };

/** Checks that read the code without running it. */
export const READING: Step[] = [
  { title: "Format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  { title: "Types", command: "tsc", args: ["-b"] },
  { title: "Unused code and packages", command: "knip", args: [] },
  { title: "Licenses", command: process.execPath, args: ["scripts/licenses.ts"] },
];

/** Vitest projects with this name prefix run only in `npm run test:all`. */
const DEEP = "deep-*";

/** Everything in `npm test` except the journeys. */
export const PROOFS: Step[][] = [
  [BUILD],
  READING,
  [vitest("Unit, component, and workerd tests", `--project=!${DEEP}`)],
];
export const DEEP_PROOFS = vitest("Deep unit and workerd tests", `--project=${DEEP}`);

function runStep(
  { title, command, args, env, counts = asOne }: Step,
  folder: string | null,
  isAlone: boolean,
): Promise<Result> {
  const startedAt = performance.now();
  if (isAlone) console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const output = isAlone ? "inherit" : "pipe";
    const child = spawn(command, args, {
      stdio: ["ignore", output, output],
      env: { ...process.env, ...TOOL_ENV, ...(folder && { TMPDIR: folder }), ...env },
    });
    let text = "";
    child.stdout?.on("data", (chunk) => (text += chunk));
    child.stderr?.on("data", (chunk) => (text += chunk));
    const end = (isGood: boolean) => {
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`\n── ${title}: ${seconds.toFixed(1)} s${text === "" ? "" : `\n${text.trimEnd()}`}`);
      resolve({ title, seconds, ...counts(isGood) });
    };
    child.once("error", (error) => {
      text += `${title} couldn't start: ${error.message}`;
      end(false);
    });
    child.once("close", (code) => end(code === 0));
  });
}

function asOne(isGood: boolean): Counts {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

const inWords = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/**
 * Runs groups of steps one after the other, and the steps within a group in parallel, even after a failure. Prints each
 * step's seconds, then a summary, and sets the exit code.
 */
export async function runSteps(...groups: Step[][]): Promise<void> {
  const startedAt = performance.now();
  rmSync(REPORTS, { recursive: true, force: true });
  const folder = makeTestsFolder(process.env);
  const results: Result[] = [];
  for (const group of groups) {
    results.push(...(await Promise.all(group.map((step) => runStep(step, folder, group.length === 1)))));
  }
  const sum = (part: keyof Counts) => results.reduce((total, counts) => total + counts[part], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  console.log("\n── Steps");
  for (const { title, seconds, ...counts } of results) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}: ${inWords(counts)}`);
  }
  console.log(`\nDone in ${Math.round((performance.now() - startedAt) / 1000)} s:`);
  console.log(inWords(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
