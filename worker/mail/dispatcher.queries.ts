import { eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";

/** The row's id; there is no other. */
export const ONLY = 1;

export function selectDispatcher(db: Db) {
  return db.select().from(dispatcher).where(eq(dispatcher.id, ONLY));
}

/** Never goes back: a tick with an older time leaves it. */
export function recordTick(db: Db, at: number) {
  return db
    .insert(dispatcher)
    .values({ id: ONLY, lastTickAt: at })
    .onConflictDoUpdate({
      target: dispatcher.id,
      set: { lastTickAt: sql`max(coalesce(last_tick_at, 0), excluded.last_tick_at)` },
    });
}

/** The same for the hourly cron. */
export function recordHourly(db: Db, at: number) {
  return db
    .insert(dispatcher)
    .values({ id: ONLY, lastHourlyAt: at })
    .onConflictDoUpdate({
      target: dispatcher.id,
      set: { lastHourlyAt: sql`max(coalesce(last_hourly_at, 0), excluded.last_hourly_at)` },
    });
}

/** The condition under which a statement may take mails for an attempt, whatever mails they are. */
export function notPaused(now: number): SQL {
  return sql`not exists (select 1 from dispatcher where paused_until > ${now})`;
}

/** Pauses all sending; of two pauses the one that ends later stands, with its reason. With `onlyAfterChange` it is for the statement before it in the batch to change a row. */
export function setPause(db: Db, pausedUntil: number, pauseReason: string, { onlyAfterChange = false } = {}) {
  return db.run(sql`
    insert into dispatcher (id, paused_until, pause_reason) select ${ONLY}, ${pausedUntil}, ${pauseReason} where ${onlyAfterChange ? sql`changes() > 0` : sql`true`}
    on conflict (id) do update set paused_until = excluded.paused_until, pause_reason = excluded.pause_reason
      where coalesce(paused_until, 0) < excluded.paused_until`);
}

/** Lets the pause end now. It is lifted, as ever, by the first call that gets through. */
export function endPause(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: now }).where(gt(dispatcher.pausedUntil, now));
}

/** The first call that gets through lifts a pause that is over; calls that were under way as a longer one began say nothing of it. */
export function resumeSending(db: Db, now: number) {
  return db.update(dispatcher).set({ pausedUntil: null, pauseReason: null }).where(lte(dispatcher.pausedUntil, now));
}
