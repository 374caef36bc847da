import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS as CHAOS } from "#test/chaos/mutants.ts";
import { GUARD, MUTANTS as MATRIX, WITHOUT_MUTANT } from "#test/matrix/mutants.ts";

test("every mutation matches once: what it replaces is once in its file", () => {
  const mutants = Object.entries({ ...CHAOS, ...MATRIX });
  expect(mutants.length).toBe(Object.keys(CHAOS).length + Object.keys(MATRIX).length);
  const lost = mutants.filter(([, { file, from }]) => readFileSync(file, "utf8").split(from).length !== 2);
  expect(lost.map(([name]) => name)).toEqual([]);
});

test("every guard of the Worker has a mutant, or a reason for none", () => {
  const files = readdirSync("worker", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `worker/${name}`);
  const without = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const spans = Object.values(MATRIX)
      .filter((mutant) => mutant.file === file)
      .map(({ from }) => [text.indexOf(from), text.indexOf(from) + from.length] as const);
    let end = -1;
    return text.split("\n").flatMap((line) => {
      const start = end + 1;
      end = start + line.length;
      const isGuard = GUARD.test(line) && !/^(?:import|export|async function|\s*(?:\*|\/\/|\/\*\*))/.test(line);
      const isMutated = spans.some(([from, to]) => from < end && to > start);
      return isGuard && !isMutated ? [`${file}: ${line.trim()}`] : [];
    });
  });
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_MUTANT).toSorted());
  expect(Object.values(MATRIX).every(({ seenBy }) => seenBy === undefined || existsSync(seenBy))).toBe(true);
});
