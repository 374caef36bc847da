import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rehearseRestore } from "./backup/rehearse.ts";
import { readArguments } from "./stack/read-arguments.ts";
import { PlainError } from "./stack/run-tool.ts";

const usage = `Usage: npm run restore:rehearse -- FILE

Checks that FILE, from npm run backup, can be restored. Writes a copy with the statements in an order that D1 accepts:
backup.restore.sql for backup.sql.`;

const { positionals, refuse } = readArguments({ usage, takes: 1 });
const [file = refuse("FILE is missing.")] = positionals;
if (!existsSync(file)) throw new PlainError(`There's no file ${file}.`);
const { tables, problems, statements } = await rehearseRestore(readFileSync(file, "utf8"));
for (const { name, rows } of tables) console.log(`  ${name}: ${rows}`);
if (problems.length > 0) throw new PlainError(`The backup can't be restored:\n${problems.join("\n")}`);
const ordered = `${file.replace(/\.sql$/, "")}.restore.sql`;
writeFileSync(ordered, `PRAGMA defer_foreign_keys=TRUE;\n${statements.map((statement) => `${statement};\n`).join("")}`);
console.log(
  `The backup can be restored: ${tables.length} tables, row for row, and the schema. Import this file, in D1's order: ${ordered}`,
);
