import { drizzle } from "drizzle-orm/d1";

// drizzle 0.45 expects a prepared statement on everything in a D1 batch, but raw SQL has none.
function bindable<Raw extends { getQuery(): { sql: string } }>(d1: D1Database, raw: Raw): Raw {
  return Object.assign(raw, { stmt: d1.prepare(raw.getQuery().sql) });
}

/** The database as use cases see it; statements come from the queries files, and `batch` runs them in one transaction. */
export function createDb(d1: D1Database) {
  const db = drizzle(d1);
  const run = db.run.bind(db);
  const all = db.all.bind(db);
  db.run = (query) => bindable(d1, run(query));
  db.all = <Row>(query: Parameters<typeof all>[0]) => bindable(d1, all<Row>(query));
  return db;
}

export type Db = ReturnType<typeof createDb>;
