import { env } from "cloudflare:workers";

type Runner = "all" | "first" | "run" | "raw";
const RUNNERS: readonly PropertyKey[] = ["all", "first", "run", "raw"] satisfies Runner[];

/** Runs a statement, or does something else in its place. */
type Run = (statement: D1PreparedStatement, runner: Runner, options: unknown[]) => Promise<unknown>;

const originals = new WeakMap<object, D1PreparedStatement>();

function wrapStatement(statement: D1PreparedStatement, run: Run): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), run);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!RUNNERS.includes(name)) return member.bind(target);
      return (...options: unknown[]) => run(target, name as Runner, options);
    },
  });
  originals.set(proxy, statement);
  return proxy;
}

/** The run's own D1, with something around each call: a single statement or a batch of so many. */
export function wrappedD1(around: (run: () => Promise<unknown>, statements: number) => Promise<unknown>): D1Database {
  const run: Run = (statement, runner, options) =>
    around(() => Reflect.apply(statement[runner], statement, options), 1);
  const batch = (statements: D1PreparedStatement[]) =>
    around(() => env.DB.batch(statements.map((statement) => originals.get(statement) ?? statement)), statements.length);
  return { prepare: (sql: string) => wrapStatement(env.DB.prepare(sql), run), batch } as D1Database;
}

/** What a piece of work cost at D1. A batch is one call. */
type Cost = { calls: number; rowsRead: number; rowsWritten: number };

/** A D1 that adds up what passes through it. */
export function countingD1(d1: D1Database): { d1: D1Database; cost: Cost } {
  const cost: Cost = { calls: 0, rowsRead: 0, rowsWritten: 0 };
  const add = (results: D1Result[]) => {
    cost.calls += 1;
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read;
      cost.rowsWritten += meta.rows_written;
    }
  };
  const run: Run = async (statement, runner) => {
    const result = runner === "run" ? await statement.run() : await statement.all<Record<string, unknown>>();
    add([result]);
    // raw() answers no figures, so its rows are made of all(); the columns of our reads have names of their own.
    return runner === "raw" ? result.results.map((row) => Object.values(row as object)) : result;
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await d1.batch(statements.map((statement) => originals.get(statement) ?? statement));
    add(results);
    return results;
  };
  return { d1: { prepare: (sql: string) => wrapStatement(d1.prepare(sql), run), batch } as D1Database, cost };
}
