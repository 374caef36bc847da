import { and, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { attemptCounters } from "#db/schema/account.ts";
import { deleteOldest } from "../delete-oldest.queries.ts";

type Counter = typeof attemptCounters.$inferSelect;
/** `windowEndsAt` ends a window that starts with this attempt; a running window keeps its own end. A null `max` counts without refusing. */
export type AttemptLimit = { key: string; max: number | null; windowEndsAt: number };

/** Counts under every key, or none if a limit is used up. One statement, so parallel attempts count; `max + 1` marks the first refusal. */
export function countAttempt(db: Db, limits: AttemptLimit[], now: number) {
  const wanted = sql`(
    select json_extract(value, '$.key') as key, json_extract(value, '$.max') as max,
      json_extract(value, '$.windowEndsAt') as window_ends_at
    from json_each(${JSON.stringify(limits)}))`;
  return db.all<Counter>(sql`
    insert into attempt_counters (key, count, window_ends_at)
    select wanted.key, 1, wanted.window_ends_at
    from ${wanted} as wanted
    left join attempt_counters as own on own.key = wanted.key and own.window_ends_at > ${now}
    where own.count = wanted.max or not exists (
      select 1 from ${wanted} as other
      join attempt_counters as spent on spent.key = other.key
      where spent.window_ends_at > ${now} and spent.count >= other.max)
    on conflict (key) do update set
      count = case when window_ends_at > ${now} then count + 1 else 1 end,
      window_ends_at = case when window_ends_at > ${now} then window_ends_at else excluded.window_ends_at end
    returning key, count, window_ends_at as "windowEndsAt"`);
}

export function selectCounters(db: Db, keys: string[], now: number) {
  return db
    .select()
    .from(attemptCounters)
    .where(and(inArray(attemptCounters.key, keys), gt(attemptCounters.windowEndsAt, now)));
}

export function takeBackAttempt(db: Db, keys: string[]) {
  return db.update(attemptCounters).set({ count: sql`max(count - 1, 0)` }).where(inArray(attemptCounters.key, keys));
}

export function forgetAttempts(db: Db, keys: string[]) {
  return db.delete(attemptCounters).where(inArray(attemptCounters.key, keys));
}

export function forgetOverAttempts(db: Db, now: number, limit: number) {
  return deleteOldest(db, attemptCounters.windowEndsAt, { before: now, limit }, { key: sql`key` });
}
