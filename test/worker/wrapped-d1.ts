import { env } from "cloudflare:workers";
import type { Cost } from "#test/support/cost.ts";

type Runner = "all" | "first" | "run" | "raw";
const RUNNERS: readonly PropertyKey[] = ["all", "first", "run", "raw"] satisfies Runner[];

/** Runs a statement, or does something else instead. */
type Run = (statement: D1PreparedStatement, runner: Runner, options: unknown[]) => Promise<unknown>;

const originals = new WeakMap<object, D1PreparedStatement>();
const texts = new WeakMap<object, string>();

function wrapStatement(statement: D1PreparedStatement, run: Run, sql: string): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), run, sql);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!RUNNERS.includes(name)) return member.bind(target);
      return (...options: unknown[]) => run(target, name as Runner, options);
    },
  });
  originals.set(proxy, statement);
  texts.set(proxy, sql);
  return proxy;
}

const IS_READ = /^\s*select\b/i;

type Around = (run: () => Promise<unknown>, statements: number, isWrite: boolean, sql: string) => Promise<unknown>;

/** The run's own D1 with a wrapper around each call, a single statement or a batch. */
export function wrappedD1(around: Around): D1Database {
  const runOf =
    (sql: string): Run =>
    (statement, runner, options) =>
      around(() => Reflect.apply(statement[runner], statement, options), 1, !IS_READ.test(sql), sql);
  const batch = (statements: D1PreparedStatement[]) => {
    const sqls = statements.map((statement) => texts.get(statement) ?? "");
    return around(
      () => env.DB.batch(statements.map((statement) => originals.get(statement) ?? statement)),
      statements.length,
      sqls.some((sql) => !IS_READ.test(sql)),
      sqls.join(";"),
    );
  };
  return { prepare: (sql: string) => wrapStatement(env.DB.prepare(sql), runOf(sql), sql), batch } as D1Database;
}

/** A D1 that adds up its costs. */
export function countingD1(d1: D1Database): { d1: D1Database; cost: Cost } {
  const cost: Cost = { calls: 0, statements: 0, depth: 0, rowsRead: 0, rowsWritten: 0 };
  async function add(call: () => Promise<D1Result<Record<string, unknown>>[]>) {
    const own = cost.depth + 1;
    cost.calls += 1;
    try {
      const results = await call();
      cost.statements += results.length;
      for (const { meta } of results) {
        cost.rowsRead += meta.rows_read;
        cost.rowsWritten += meta.rows_written;
      }
      return results;
    } finally {
      cost.depth = Math.max(cost.depth, own);
    }
  }
  const runOf =
    (sql: string): Run =>
    async (statement, runner, options) => {
      const once = async () => [await (runner === "run" ? statement.run() : statement.all<Record<string, unknown>>())];
      const [result] = (await add(once as () => Promise<D1Result<Record<string, unknown>>[]>)) as [D1Result<object>];
      if (runner === "first") {
        const [row] = result.results as Record<string, unknown>[];
        const [column] = options;
        return typeof column === "string" ? (row?.[column] ?? null) : (row ?? null);
      }
      if (runner !== "raw") return result;
      // raw() has no cost figures. Reads run again because columns of a join may share a name; writes have unique ones.
      return IS_READ.test(sql) ? statement.raw() : result.results.map((row) => Object.values(row));
    };
  const batch = (statements: D1PreparedStatement[]) =>
    add(() => d1.batch(statements.map((statement) => originals.get(statement) ?? statement)));
  return {
    d1: { prepare: (sql: string) => wrapStatement(d1.prepare(sql), runOf(sql), sql), batch } as D1Database,
    cost,
  };
}
