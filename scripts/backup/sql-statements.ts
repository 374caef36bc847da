/** What of a statement is looked at: a text, a quoted name, a comment, a word, or one other character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\w+|[\s\S]/g;
const OPENS_TRIGGER = /^create(?: temp| temporary)? trigger\b/i;

/** The statements of an SQL file, in its order and without the semicolons at their ends. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = "";
  /** Within a trigger: how many of its `begin` and `case` wait for their `end`. */
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

/** The tables' names, each after those that it refers to. @throws Error where tables refer to one another in a circle */
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

/** An export's statements, by what they do. */
export type Export = { tables: Map<string, string>; rows: Map<string, string[]>; rest: string[] };

/** @throws Error for a statement that an export has no place for */
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

/** D1 counts for itself what an `autoincrement` has given out, from the rows that it is given. */
const COUNTED_BY_D1 = ["sqlite_sequence"];
const ORDER = ["index", "trigger", "view"];

/**
 * The statements of an export so that an empty D1 takes them: all tables, then the rows of parents before their children, then indexes,
 * and the triggers last, so that what they count is not counted twice. As exported, rows come before the tables that they refer to.
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
