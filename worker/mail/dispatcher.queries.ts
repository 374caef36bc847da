import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";

export const ONLY = 1;

export function selectDispatcher(db: Db) {
  const { lastTickAt, lastHourlyAt, welcomedAt, welcomedId, slowedMs, complaintsFrom } = dispatcher;
  return db
    .select({ lastTickAt, lastHourlyAt, welcomedAt, welcomedId, slowedMs, complaintsFrom })
    .from(dispatcher)
    .where(eq(dispatcher.id, ONLY));
}

/** Never goes back: a cron with an earlier time changes nothing. */
function recordCron(db: Db, column: "last_tick_at" | "last_hourly_at", at: number) {
  const name = sql.raw(column);
  return db.run(sql`
    insert into dispatcher (id, ${name}) values (${ONLY}, ${at})
    on conflict (id) do update set ${name} = max(coalesce(${name}, 0), excluded.${name})`);
}

export const recordTick = (db: Db, at: number) => recordCron(db, "last_tick_at", at);
export const recordHourly = (db: Db, at: number) => recordCron(db, "last_hourly_at", at);

/** Condition: invitations at the pace are stopped. */
export const areInvitationsStopped = sql`exists (select 1 from invitation_pace where id = 1 and stopped_at is not null)`;
