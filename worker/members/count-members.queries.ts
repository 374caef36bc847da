import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { totals } from "#db/schema/statistics.ts";
import { GROUPS } from "../account/member/segment.queries.ts";

/** As counted by the triggers on `totals`. */
export function selectTotals(db: Db) {
  return db.select().from(totals);
}

/** Reads only the rows it counts. */
export function countGroups(db: Db, now: number) {
  const counts = (["out-of-sync", "trial-ends"] as const).map(
    (group) => sql`(select count(*) from (${GROUPS[group](now)}) g cross join members m on m.id = g.id
      where m.deleted_at is null) as ${sql.identifier(group)}`,
  );
  return db.all<Record<"out-of-sync" | "trial-ends", number>>(sql`select ${sql.join(counts, sql`, `)}`);
}
