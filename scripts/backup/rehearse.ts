import { DatabaseSync } from "node:sqlite";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readExport, restoreOrder } from "./sql-statements.ts";

/** D1 rejects longer statements. */
const LONGEST_STATEMENT = 100_000;
const STATEMENTS_PER_CALL = 500;
const OURS = "name not like 'sqlite_%' and name not like '\\_cf%' escape '\\'";
const SCHEMA = `select type, name, tbl_name, sql from sqlite_schema where sql is not null and ${OURS} order by type, name`;

type Row = Record<string, unknown>;
type Read = (sql: string) => Promise<Row[]>;
type Part = { type: string; name: string; sql: string };

export type Rehearsal = { tables: { name: string; rows: number }[]; problems: string[]; statements: string[] };

/** The file as SQLite itself reads it, in the file's own order: the reference for the restored database. */
function readBySqlite(sql: string) {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  db.exec(sql);
  return { read: async (query: string) => db.prepare(query).all() as Row[], close: () => db.close() };
}

/** A statement's text without line breaks or D1's extra "if not exists". */
const plain = (sql: string) =>
  sql
    .replaceAll(/\s+/g, " ")
    .replace(/^create table if not exists /i, "CREATE TABLE ")
    .trim();

async function schemaOf(read: Read): Promise<Map<string, string>> {
  const parts = (await read(SCHEMA)) as Part[];
  return new Map(parts.map(({ type, name, sql }) => [`${type} ${name}`, plain(sql)]));
}

const asText = (rows: Row[]) => rows.map((row) => JSON.stringify(Object.entries(row))).toSorted();

/** Describes how two databases differ: first their schemas, then each table row by row. */
async function differences(expected: Read, restored: Read): Promise<Pick<Rehearsal, "tables" | "problems">> {
  const [schema, made] = [await schemaOf(expected), await schemaOf(restored)];
  const problems = [...new Set([...schema.keys(), ...made.keys()])]
    .filter((part) => schema.get(part) !== made.get(part))
    .map((part) => `${part}: ${made.has(part) ? (schema.has(part) ? "differs" : "isn't in the file") : "is missing"}`);
  const names = [...schema.keys()].flatMap((part) => (part.startsWith("table ") ? [part.slice("table ".length)] : []));
  const tables: Rehearsal["tables"] = [];
  for (const name of names.filter((table) => made.has(`table ${table}`))) {
    const [rows, found] = [
      asText(await expected(`select * from "${name}"`)),
      asText(await restored(`select * from "${name}"`)),
    ];
    tables.push({ name, rows: rows.length });
    if (rows.length !== found.length) problems.push(`${name}: ${found.length} rows instead of ${rows.length}`);
    else if (rows.some((row, index) => row !== found[index])) problems.push(`${name}: rows differ`);
  }
  const orphans = await restored("pragma foreign_key_check");
  if (orphans.length > 0) problems.push(`${orphans.length} rows refer to missing rows`);
  return { tables, problems };
}

type Options = {
  /** Statement order for the restore; tests replace it with a wrong one. */
  order?: typeof restoreOrder;
};

/**
 * Restores an exported file into an empty D1 on this machine and compares the schema and every row with the file.
 * `statements` has the order that D1 accepts.
 */
export async function rehearseRestore(sql: string, { order = restoreOrder }: Options = {}): Promise<Rehearsal> {
  const statements = order(readExport(sql));
  const tooLong = statements.filter((statement) => statement.length > LONGEST_STATEMENT);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {};", d1Databases: { DB: "rehearsal" } }),
  );
  const bySqlite = readBySqlite(sql);
  try {
    const db = await miniflare.getD1Database("DB");
    for (let first = 0; first < statements.length; first += STATEMENTS_PER_CALL)
      await db.batch(statements.slice(first, first + STATEMENTS_PER_CALL).map((statement) => db.prepare(statement)));
    const restored = async (query: string) => (await db.prepare(query).all<Row>()).results;
    const { tables, problems } = await differences(bySqlite.read, restored);
    if (tooLong.length > 0) problems.push(`${tooLong.length} statements are longer than D1 allows`);
    return { tables, problems, statements };
  } finally {
    bySqlite.close();
    await miniflare.dispose();
  }
}
