import { readFileSync } from "node:fs";
import { checkText, filesToCheck } from "./check.ts";

/** Prints the writing checks' findings below the paths: `node lint/writing/report.ts [--counts] [paths…]`. */
const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith("--"));
const byFolder = new Map<string, number>();
const byRule = new Map<string, number>();
const count = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1);
const table = (map: Map<string, number>) =>
  [...map].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `${String(n).padStart(6)}  ${name}\n`);

for (const file of filesToCheck().toSorted()) {
  if (paths.length > 0 && !paths.some((path) => file.startsWith(path))) continue;
  const { findings, excuses } = await checkText(file, readFileSync(file, "utf8"));
  for (const { line, text, rule, found, better } of findings) {
    count(byFolder, file.split("/")[0] ?? "");
    count(byRule, rule);
    if (!args.includes("--counts")) console.log(`${file}:${line}  ${rule}: "${found}" -> ${better}\n    ${text}`);
  }
  for (const { line, isUsed } of excuses) if (!isUsed) console.log(`${file}:${line}  excuses nothing`);
}
console.log(`\n${args.includes("--counts") ? table(byRule).join("") : ""}\n${table(byFolder).join("")}`);
