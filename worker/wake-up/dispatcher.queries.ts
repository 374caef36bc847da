import { eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcher } from "#db/schema/wake-up.ts";

/** The row's id; there is no other. */
const ONLY = 1;

/** When the dispatcher last worked (null on a fresh install), and until when and why nothing may be sent. */
export type Dispatcher = { lastTickAt: number | null; pause: { until: number; reason: string | null } | null };

export async function readDispatcher(db: Db): Promise<Dispatcher> {
  const row = await db.select().from(dispatcher).where(eq(dispatcher.id, ONLY)).get();
  const until = row?.pausedUntil ?? null;
  return {
    lastTickAt: row?.lastTickAt ?? null,
    pause: until === null ? null : { until, reason: row?.pauseReason ?? null },
  };
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

export function pauseSending(db: Db, pausedUntil: number, pauseReason: string) {
  return db
    .insert(dispatcher)
    .values({ id: ONLY, pausedUntil, pauseReason })
    .onConflictDoUpdate({ target: dispatcher.id, set: { pausedUntil, pauseReason } });
}

export function resumeSending(db: Db) {
  return db.update(dispatcher).set({ pausedUntil: null, pauseReason: null }).where(isNotNull(dispatcher.pausedUntil));
}
