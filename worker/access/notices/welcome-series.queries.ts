import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";

export type Joined = { id: string; email: string; firstName: string | null; timezone: string; createdAt: number };
/** Orders members by when they joined. */
export type Place = { createdAt: number; id: string };

/** Members who joined after a place and up to an instant (epoch ms), as a range of the index. */
export function selectJoined(db: Db, after: Place, until: number, limit: number) {
  return db.all<Joined>(sql`
    select id, email, first_name as "firstName", timezone, created_at as "createdAt" from members
    where deleted_at is null and (created_at, id) > (${after.createdAt}, ${after.id}) and created_at <= ${until}
    order by created_at, id limit ${limit}`);
}

/** Records how far the series has been written; never moves back. */
export function recordWelcomed(db: Db, { createdAt, id }: Place) {
  return db
    .insert(dispatcher)
    .values({ id: 1, welcomedAt: createdAt, welcomedId: id })
    .onConflictDoUpdate({
      target: dispatcher.id,
      set: { welcomedAt: createdAt, welcomedId: id },
      setWhere: sql`(coalesce(welcomed_at, 0), coalesce(welcomed_id, '')) < (${createdAt}, ${id})`,
    });
}
