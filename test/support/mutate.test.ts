import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS as CHAOS } from "#test/chaos/mutants.ts";
import { MUTANTS as MATRIX } from "#test/matrix/mutants.ts";
import { mutantsOf } from "./mutate.ts";

test("every mistake has its place: what it replaces stands once in its file", () => {
  const mutants = Object.entries({ ...CHAOS, ...MATRIX });
  expect(mutants.length).toBe(Object.keys(CHAOS).length + Object.keys(MATRIX).length);
  const lost = mutants.filter(([, { file, from }]) => readFileSync(file, "utf8").split(from).length !== 2);
  expect(lost.map(([name]) => name)).toEqual([]);
});

test("mistakes are told by their names", () => {
  const mutants = mutantsOf({ "a.ts": { one: ["1", "2"], two: ["3", ""] } });
  expect(mutants).toEqual({ one: { file: "a.ts", from: "1", to: "2" }, two: { file: "a.ts", from: "3", to: "" } });
});
