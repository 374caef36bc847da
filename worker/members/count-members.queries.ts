import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { MEMBER_GROUPS } from "#domain/contract/member-list.ts";
import { GROUPS, type Group } from "./list-members.queries.ts";

/** The number of members who aren't deleted, as counted by the triggers on `totals`. */
export function selectMemberCount(db: Db) {
  return db.all<{ members: number }>(sql`select members from totals`);
}

/** Reads only the rows it counts, except for suppressed addresses: those take every member, as an index would cost a write a bounce. */
export function countGroups(db: Db, now: number) {
  const counts = MEMBER_GROUPS.map(
    (group) => sql`(select count(*) from (${GROUPS[group](now)}) g cross join members m on m.id = g.id
      where m.deleted_at is null) as ${sql.identifier(group)}`,
  );
  return db.all<Record<Group, number>>(sql`select ${sql.join(counts, sql`, `)}`);
}
