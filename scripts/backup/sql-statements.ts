/** Tokens of a statement: a string, a quoted name, a comment, a word, or any other single character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\w+|[\s\S]/g;
const OPENS_TRIGGER = /^create(?: temp| temporary)? trigger\b/i;

/** Splits an SQL file into its statements, in order, without the trailing semicolons. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = "";
  /** Unclosed `begin` and `case` keywords inside a trigger. */
  let open = 0;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith("--")) continue;
    if (token === ";" && open === 0) {
      if (statement.trim() !== "") statements.push(statement.trim());
      statement = "";
      continue;
    }
    if (/^(begin|case|end)$/i.test(token) && OPENS_TRIGGER.test(statement.trimStart()))
      open += token.toLowerCase() === "end" ? -1 : 1;
    statement += token;
  }
  if (statement.trim() !== "") statements.push(statement.trim());
  return statements;
}

const NAME = '(?:"((?:[^"]|"")+)"|`([^`]+)`|(\\w+))';
const TABLE = new RegExp(`^create table (?:if not exists )?${NAME}`, "i");
const ROW = new RegExp(`^insert into ${NAME}`, "i");
const PARENT = new RegExp(`references ${NAME}`, "gi");

function nameOf(match: RegExpMatchArray): string {
  return (match[1] ?? match[2] ?? match[3] ?? "").replaceAll('""', '"');
}

/** Table names, each after the tables it refers to. @throws Error if tables refer to one another in a cycle */
function parentsFirst(creates: Map<string, string>): string[] {
  const parentsOf = (name: string) =>
    [...(creates.get(name) ?? "").matchAll(PARENT)].map(nameOf).filter((parent) => parent !== name);
  const placed: string[] = [];
  const place = (name: string, path: string[]) => {
    if (placed.includes(name) || !creates.has(name)) return;
    if (path.includes(name)) throw new Error(`These tables refer to each other: ${[...path, name].join(" → ")}`);
    for (const parent of parentsOf(name)) place(parent, [...path, name]);
    placed.push(name);
  };
  for (const name of creates.keys()) place(name, []);
  return placed;
}

/** An export's statements, grouped by what they do. */
export type Export = { tables: Map<string, string>; rows: Map<string, string[]>; rest: string[] };

/** @throws Error for a statement that doesn't belong in an export */
export function readExport(sql: string): Export {
  const read: Export = { tables: new Map(), rows: new Map(), rest: [] };
  for (const statement of splitStatements(sql)) {
    const table = TABLE.exec(statement);
    const row = ROW.exec(statement);
    if (table) read.tables.set(nameOf(table), statement);
    else if (row) read.rows.set(nameOf(row), [...(read.rows.get(nameOf(row)) ?? []), statement]);
    else if (/^create (unique )?(index|trigger|view)\b/i.test(statement)) read.rest.push(statement);
    else if (!/^(pragma defer_foreign_keys|delete from "?sqlite_sequence|analyze)\b/i.test(statement))
      throw new Error(`Not a statement from an export: ${statement.slice(0, 80)}`);
  }
  return read;
}

/** D1 rebuilds `autoincrement` counters from the rows themselves. */
const COUNTED_BY_D1 = ["sqlite_sequence"];
const ORDER = ["index", "trigger", "view"];

/**
 * An export's statements in an order that an empty D1 accepts: tables, parent rows before child rows, indexes, then
 * triggers. Triggers come last so that nothing is counted twice. The export itself puts rows before the tables they
 * refer to.
 */
export function restoreOrder({ tables, rows, rest }: Export): string[] {
  const names = parentsFirst(tables);
  const strangers = [...rows.keys()].filter((name) => !tables.has(name) && !COUNTED_BY_D1.includes(name));
  if (strangers.length > 0)
    throw new Error(`The file has rows for tables that it doesn't create: ${strangers.join(", ")}`);
  const kindOf = (statement: string) =>
    ORDER.findIndex((kind) => new RegExp(`^create (unique )?${kind}\\b`, "i").test(statement));
  return [
    ...names.map((name) => tables.get(name) ?? ""),
    ...names.flatMap((name) => rows.get(name) ?? []),
    ...rest.toSorted((a, b) => kindOf(a) - kindOf(b)),
  ];
}
