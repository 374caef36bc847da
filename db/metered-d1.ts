export type Meter = { calls: number; rowsRead: number; rowsWritten: number; databaseMs: number };

type Meta = Pick<D1Meta, "rows_read" | "rows_written" | "duration">;

const MOST_REMEMBERED = 500;
const namesKept = new Map<string, boolean>();

/** Returns a select's columns in order: by alias or last name, else as written. */
function columnNames(sql: string): string[] | null {
  const names: string[] = [];
  let [depth, from] = [0, "select ".length];
  for (let at = from; at < sql.length; at += 1) {
    const character = sql[at];
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (depth === 0 && (character === "," || sql.startsWith(" from ", at))) {
      const column = sql.slice(from, at).trim();
      names.push(/"(\w+)"$/.exec(column)?.[1] ?? column);
      if (character !== ",") return names;
      from = at + 1;
    }
  }
  return null;
}

/** Whether rows as objects keep all columns: in a join two may share a name, and numeric names change the order. */
function keepsColumns(sql: string): boolean {
  if (!/\bjoin\b/i.test(sql)) return true;
  const known = namesKept.get(sql);
  if (known !== undefined) return known;
  const names = sql.startsWith("select ") ? columnNames(sql) : null;
  const keeps = names !== null && new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name));
  if (namesKept.size >= MOST_REMEMBERED) namesKept.clear();
  namesKept.set(sql, keeps);
  return keeps;
}

class MeteredStatement {
  readonly #meter: Meter;
  readonly #sql: string;
  /** D1's own statement, the only kind its batches accept. */
  readonly statement: D1PreparedStatement;

  constructor(meter: Meter, sql: string, statement: D1PreparedStatement) {
    this.#meter = meter;
    this.#sql = sql;
    this.statement = statement;
  }

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.#meter, this.#sql, this.statement.bind(...values));
  }

  async all<Row>(): Promise<D1Result<Row>> {
    return this.#counted(this.statement.all<Row>());
  }

  async run<Row>(): Promise<D1Result<Row>> {
    return this.#counted(this.statement.run<Row>());
  }

  /** D1 reports no meta for rows as arrays, so they're built from objects unless that loses a column. */
  async raw(): Promise<unknown[]> {
    if (!keepsColumns(this.#sql)) {
      this.#meter.calls += 1;
      return this.statement.raw();
    }
    const { results } = await this.all<Record<string, unknown>>();
    return results.map((row) => Object.values(row));
  }

  async #counted<Row>(answer: Promise<D1Result<Row>>): Promise<D1Result<Row>> {
    this.#meter.calls += 1;
    const result = await answer;
    add(this.#meter, result.meta);
    return result;
  }
}

function add(meter: Meter, meta: Meta): void {
  meter.rowsRead += meta.rows_read;
  meter.rowsWritten += meta.rows_written;
  meter.databaseMs += meta.duration;
}

/** Wraps a database handle and adds up what goes through it. It implements only what drizzle needs of D1. */
export function meteredD1(d1: D1Database): { d1: D1Database; meter: Meter } {
  const meter: Meter = { calls: 0, rowsRead: 0, rowsWritten: 0, databaseMs: 0 };
  const handle = {
    prepare: (sql: string) => new MeteredStatement(meter, sql, d1.prepare(sql)),
    async batch<Row>(statements: (D1PreparedStatement | MeteredStatement)[]) {
      meter.calls += 1;
      const own = statements.map((one) => (one instanceof MeteredStatement ? one.statement : one));
      const results = await d1.batch<Row>(own);
      for (const { meta } of results) add(meter, meta);
      return results;
    },
  };
  return { d1: handle as unknown as D1Database, meter };
}
