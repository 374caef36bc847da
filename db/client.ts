import { drizzle } from "drizzle-orm/d1";

/** The database as the use cases hold it; statements come from the nouns' queries files, `batch` makes them one transaction. */
export function createDb(d1: D1Database) {
  return drizzle(d1);
}

export type Db = ReturnType<typeof createDb>;
