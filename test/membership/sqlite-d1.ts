import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { readMigrations } from "../support/migrations.ts";

/**
 * D1's API on Node's own SQLite with the product's migrations, for ten thousand lives: the same engine without a
 * runtime, and a hundred times as fast as in workerd. Tests in workerd cover what D1 adds.
 */
export function sqliteD1() {
  const sqlite = new DatabaseSync(":memory:");
  for (const sql of readMigrations().flat()) sqlite.exec(sql);
  const prepared = new Map<string, ReturnType<typeof sqlite.prepare>>();

  const prepare = (sql: string, params: SQLInputValue[] = []) => {
    const rows = (areArrays: boolean) => {
      const statement = prepared.get(sql) ?? sqlite.prepare(sql);
      prepared.set(sql, statement);
      statement.setReturnArrays(areArrays);
      return statement.all(...params);
    };
    const all = () => ({ results: rows(false), success: true, meta: {} });
    return {
      bind: (...given: SQLInputValue[]) => prepare(sql, given),
      all: async () => all(),
      run: async () => all(),
      raw: async () => rows(true),
      /** Runs in a batch, which is one transaction. */
      atOnce: all,
    };
  };
  type Statement = ReturnType<typeof prepare>;

  const within = <T>(work: () => T): T => {
    sqlite.exec("savepoint work");
    try {
      const done = work();
      sqlite.exec("release work");
      return done;
    } catch (error) {
      sqlite.exec("rollback to work; release work");
      throw error;
    }
  };

  return {
    d1: {
      prepare: (sql: string) => prepare(sql),
      batch: async (statements: Statement[]) => within(() => statements.map((statement) => statement.atOnce())),
    },
    exec: (sql: string) => sqlite.exec(sql),
    rows: <Row>(sql: string, ...params: SQLInputValue[]) => prepare(sql, params).atOnce().results as Row[],
  };
}
