import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("npm's shell hands its process on, so that a signal to npm reaches what it started", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const name of ["start", "dev"]) expect(scripts[name]).toMatch(/^exec node scripts\/bootstrap\.mjs /);
});
