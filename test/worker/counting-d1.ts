/** What a piece of work cost at D1. A batch is one call. */
export type Cost = { calls: number; rowsRead: number; rowsWritten: number };

function add(cost: Cost, results: D1Result[]): void {
  cost.calls += 1;
  for (const { meta } of results) {
    cost.rowsRead += meta.rows_read;
    cost.rowsWritten += meta.rows_written;
  }
}

/** A D1 that adds up what passes through it. */
export function countingD1(d1: D1Database): { d1: D1Database; cost: Cost } {
  const cost: Cost = { calls: 0, rowsRead: 0, rowsWritten: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();

  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        if (name === "raw") {
          // raw() answers no figures, so they are taken from all(); the columns of our reads have names of their own.
          return async () => {
            const result = await target.all<Record<string, unknown>>();
            add(cost, [result]);
            return result.results.map((row) => Object.values(row));
          };
        }
        if (name === "all" || name === "run") {
          return async () => {
            const result = await target[name]();
            add(cost, [result]);
            return result;
          };
        }
        return Reflect.get(target, name, target);
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };

  const counting = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrap(target.prepare(sql));
      if (name !== "batch") return Reflect.get(target, name, target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements.map((statement) => originals.get(statement) ?? statement));
        add(cost, results);
        return results;
      };
    },
  });
  return { d1: counting, cost };
}
