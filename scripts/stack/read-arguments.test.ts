import { expect, onTestFinished, test, vi } from "vitest";
import { readArguments } from "./read-arguments.ts";

const usage = "Usage: npm run thing -- [FILE] [--dry-run] [--name NAME]";
const options = { "dry-run": { type: "boolean", default: false }, name: { type: "string" } } as const;

/** What the command prints and exits with, or what it read. */
function read(...args: string[]) {
  const printed: string[] = [];
  const print = (line: unknown) => void printed.push(String(line));
  const spies = [
    vi.spyOn(console, "log").mockImplementation(print),
    vi.spyOn(console, "error").mockImplementation(print),
  ];
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  onTestFinished(() => {
    for (const spy of [...spies, exit]) spy.mockRestore();
  });
  try {
    const { values, positionals } = readArguments({ usage, options, takes: 1 }, args);
    return { values, positionals };
  } catch (error) {
    return `${String(error)}: ${printed.join("").trim()}`;
  }
}

test("options and arguments are parsed", () => {
  expect(read("a.sql", "--name", "b")).toEqual({ values: { "dry-run": false, name: "b" }, positionals: ["a.sql"] });
});

test.each(["--help", "-h"])("%s only prints the usage, whatever else is given", (help) => {
  expect(read("--nonsense", help)).toBe(`Error: exit 0: ${usage}`);
});

test.each([
  [["--nonsense"], "Unknown option '--nonsense'."],
  [["--name"], "Option '--name <value>' argument missing."],
  [["a", "b"], 'Unexpected argument "b".'],
])("%j exits with an error that shows the problem and the usage", (args, why) => {
  expect(read(...args)).toBe(`Error: exit 1: ${why}\n\n${usage}`);
});
