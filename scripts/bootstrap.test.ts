import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("npm's shell execs the process it starts, so a signal to npm reaches that process", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const name of ["start", "dev"]) expect(scripts[name]).toMatch(/^exec node scripts\/bootstrap\.mjs /);
});
