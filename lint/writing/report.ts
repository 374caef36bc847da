import { readFileSync } from "node:fs";
import { checkText, filesToCheck } from "./check.ts";

/** Limit for the whole tree. */
const MOST_EXCUSES = 30;

/**
 * Prints what docs/writing.md rules out below the paths, and fails if there is anything:
 * `node lint/writing/report.ts [--counts] [paths…]`. A step of `npm test`, not a test: it takes half a minute of CPU.
 */
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith("--"));
const byFolder = new Map<string, number>();
const byRule = new Map<string, number>();
const count = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1);
const table = (map: Map<string, number>) =>
  [...map].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `${String(n).padStart(6)}  ${name}\n`);

let excused = 0;
const files = filesToCheck().filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)));
for (const file of files.toSorted()) {
  const { findings, excuses } = await checkText(file, readFileSync(file, "utf8"));
  for (const { line, text, rule, found, better } of findings) {
    count(byFolder, file.split("/")[0] ?? "");
    count(byRule, rule);
    if (!args.includes("--counts")) console.log(`${file}:${line}  ${rule}: "${found}" -> ${better}\n    ${text}`);
  }
  for (const { line, isUsed } of excuses) {
    excused += 1;
    if (isUsed) continue;
    count(byRule, "unused exception");
    console.log(`${file}:${line}  excuses nothing`);
  }
}
if (excused > MOST_EXCUSES) {
  count(byRule, "too many exceptions");
  console.log(`${excused} exceptions, at most ${MOST_EXCUSES} are allowed`);
}
process.exitCode = byRule.size > 0 ? 1 : 0;
console.log(`${args.includes("--counts") ? table(byRule).join("") : ""}${table(byFolder).join("")}`);
console.log(`Texts of ${files.length} files checked`);
