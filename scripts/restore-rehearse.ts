import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { rehearseRestore } from "./backup/rehearse.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const USAGE = "Usage: npm run restore:rehearse -- FILE. FILE is from npm run backup.";

// Checks that an exported file restores, in a temporary local database, and writes it in the order that D1 accepts.
try {
  const [file] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined) throw new PlainError(USAGE);
  const { tables, problems, statements } = await rehearseRestore(readFileSync(file, "utf8"));
  for (const { name, rows } of tables) console.log(`  ${name}: ${rows}`);
  if (problems.length > 0) throw new PlainError(`The backup doesn't restore:\n${problems.join("\n")}`);
  const ordered = `${file.replace(/\.sql$/, "")}.restore.sql`;
  writeFileSync(
    ordered,
    `PRAGMA defer_foreign_keys=TRUE;\n${statements.map((statement) => `${statement};\n`).join("")}`,
  );
  console.log(
    `The backup restores: ${tables.length} tables, row for row, and the schema. Import this file, in D1's order: ${ordered}`,
  );
} catch (error) {
  exitWith(error);
}
