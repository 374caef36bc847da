import { drizzle } from "drizzle-orm/d1";
import { type Meter, meteredD1 } from "./metered-d1.ts";

// drizzle 0.45 expects a prepared statement on everything in a D1 batch, but raw SQL has none.
function bindable<Raw extends { getQuery(): { sql: string } }>(d1: D1Database, raw: Raw): Raw {
  return Object.assign(raw, { stmt: d1.prepare(raw.getQuery().sql) });
}

const handles = new WeakMap<object, D1Database>();

/** The database as use cases see it; statements come from the queries files, and `batch` runs them in one transaction. */
export function createDb(d1: D1Database) {
  const db = drizzle(d1);
  const run = db.run.bind(db);
  const all = db.all.bind(db);
  db.run = (query) => bindable(d1, run(query));
  db.all = <Row>(query: Parameters<typeof all>[0]) => bindable(d1, all<Row>(query));
  handles.set(db, d1);
  return db;
}

export type Db = ReturnType<typeof createDb>;

export function metered(d1: D1Database): { db: Db; meter: Meter } {
  const { d1: handle, meter } = meteredD1(d1);
  const db = createDb(handle);
  handles.set(db, d1);
  return { db, meter };
}

/** Adds a second handle with its own meter, for one of several jobs that run in parallel. */
export function meteredBeside(db: Db): { db: Db; meter: Meter } {
  const d1 = handles.get(db);
  if (!d1) throw new Error("Create the database with createDb.");
  return metered(d1);
}
