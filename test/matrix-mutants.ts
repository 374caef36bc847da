import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { MUTANTS } from "./matrix/mutants.ts";

const MATRIX = "worker/entry/api-matrix.test.ts";
const SHOWN = 3;

const report = z.object({
  numFailedTests: z.int(),
  numPassedTests: z.int(),
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ status: z.string(), title: z.string() })) })),
});

/** Which of a file's tests fail with a mistake in the Worker; null if none ran. */
function failuresWith(mutant: string | undefined, file = MATRIX): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), "matrix-"));
  const output = join(folder, "report.json");
  const args = [
    "run",
    "--project",
    "worker",
    "--project",
    "deep-worker",
    file,
    "--reporter=json",
    `--outputFile=${output}`,
  ];
  const env = { ...process.env, ...(mutant === undefined ? {} : { MATRIX_MUTANT: mutant }) };
  const { stderr } = spawnSync("vitest", args, { env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  try {
    const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(readFileSync(output, "utf8")));
    if (numPassedTests + numFailedTests === 0) return null;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return tests.filter(({ status }) => status === "failed").map(({ title }) => title);
  } catch {
    console.error(stderr.slice(-2000));
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * `npx node test/matrix-mutants.ts` removes one guard at a time and checks that the matrix, or the test the mutant
 * names, catches it. A word selects mutants by name.
 */
const [word = ""] = process.argv.slice(2);
const unseen: string[] = [];
const mutants = Object.keys(MUTANTS).filter((name) => name.includes(word));
for (const file of new Set(mutants.map((name) => MUTANTS[name]?.seenBy ?? MATRIX))) {
  const asItIs = failuresWith(undefined, file);
  if (asItIs?.length === 0) continue;
  console.error(`${file} fails without a mutant.`, asItIs);
  process.exit(1);
}
for (const name of mutants) {
  const startedAt = performance.now();
  const failures = failuresWith(name, MUTANTS[name]?.seenBy);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  if (failures === null || failures.length === 0) unseen.push(name);
  const result = failures === null ? "no test ran" : `${failures.length} red: ${failures.slice(0, SHOWN).join("; ")}`;
  console.log(`${failures?.length ? "seen  " : "UNSEEN"}  ${name} (${seconds} s): ${result}`);
}
console.log(`\n${mutants.length - unseen.length} of ${mutants.length} seen.`, unseen);
process.exitCode = unseen.length === 0 ? 0 : 1;
