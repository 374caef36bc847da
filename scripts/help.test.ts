import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, script] = /bootstrap\.mjs ([\w-]+)/.exec(line) ?? [];
  return script ? [[name, script] as const] : [];
});

test.each(commands)("npm run %s with --help prints its usage and does nothing", async (name, script) => {
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, "--help"]);
  expect(stdout).toMatch(/^Usage: npm /);
  expect(stdout).toMatch(new RegExp(`npm (run )?${name}\\b`));
});

test("the help test covers the project's commands", () => {
  expect(commands.length).toBeGreaterThan(15);
});
