import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the start and dev scripts use exec, so a signal to npm reaches the Node process", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const name of ["start", "dev"]) expect(scripts[name]).toMatch(/^exec node scripts\/bootstrap\.mjs /);
});
