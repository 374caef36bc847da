import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { ONLY } from "./dispatcher.queries.ts";

/** Starts are assigned at most this far ahead. One further out came from a fast clock and is ignored. */
export const FURTHEST_START_MS = 15 * MINUTE_MS;
/** A tick's batches leave one start in this many to other emails and keep 0.85 of the rate, up to 60 calls a second. */
export const ONE_IN = 13;

/** D1 binds numbers as reals, so a division wouldn't yield an integer. */
function whole(number: number): SQL {
  return sql.raw(String(Math.trunc(number)));
}

/** A stored instant, or 0 if there is none or a fast clock stored it. */
function known(column: "last_start_at" | "slowed_until", now: number): SQL {
  return sql`iif(${sql.raw(column)} > ${whole(now + FURTHEST_START_MS)}, 0, coalesce(${sql.raw(column)}, 0))`;
}

function nextStart(now: number, every: number): SQL {
  return sql`max(${whole(now)}, ${known("last_start_at", now)} + ${whole(every)})`;
}

type Pace = { now: number; every: number };

/** Assigns `count` consecutive starts. With `keepsBack`, the first of every `ONE_IN` is reserved for `takeStart`. */
export function takeStarts(db: Db, { now, every, count, keepsBack }: Pace & { count: number; keepsBack: boolean }) {
  const length = (count - 1) * every;
  const first = nextStart(now, every);
  const spare = keepsBack ? sql`, spare_at = ${first}, spare_until = ${first} + ${whole(length)}` : sql``;
  return db.all<{ lastStartAt: number; slowedMs: number }>(sql`
    insert into dispatcher (id, last_start_at, spare_at, spare_until)
    values (${ONLY}, ${now + length}, ${keepsBack ? now : null}, ${keepsBack ? now + length : null})
    on conflict (id) do update set last_start_at = ${first} + ${whole(length)} ${spare}
    returning last_start_at as "lastStartAt", slowed_ms as "slowedMs"`);
}

/**
 * Assigns the next reserved start that hasn't passed, else the next after the last. Returns no row if it would be after `latest`.
 * Reserved starts within the provider's wait count as passed: `slowDown` moved them there from the past, next to calls already made.
 */
export function takeStart(db: Db, { now, every, latest }: Pace & { latest: number }) {
  const step = whole(every * ONE_IN);
  const passed = sql`max(0, max(${whole(now)}, ${known("slowed_until", now)}) - spare_at)`;
  const steps = sql`(${passed} + ${step} - 1) / ${step}`;
  const spare = sql`(spare_at + ${step} * (${steps}))`;
  const isSpare = sql`coalesce(${spare} <= min(spare_until, ${whole(now + FURTHEST_START_MS)}), 0)`;
  const start = sql`iif(${isSpare}, ${spare}, ${nextStart(now, every)})`;
  return db.all<{ startAt: number }>(sql`
    insert into dispatcher (id, last_start_at, taken_at) values (${ONLY}, ${now}, ${now})
    on conflict (id) do update set
      taken_at = ${start},
      spare_at = iif(${isSpare}, ${spare} + ${step}, spare_at),
      last_start_at = iif(${isSpare}, last_start_at, ${start})
      where ${start} <= ${whole(latest)}
    returning taken_at as "startAt"`);
}

type Slowing = { now: number; waitMs: number; step: number };

/**
 * Pushes back all assigned starts by the wait that the provider asks for, rounded up to whole steps: calls that are already on
 * their way keep their starts, and mustn't coincide with others. Overlapping waits from several calls count once.
 */
export function slowDown(db: Db, { now, waitMs, step }: Slowing) {
  const first = Math.ceil(waitMs / step) * step;
  const from = sql`max(${whole(now)}, ${known("slowed_until", now)})`;
  const more = sql`(max(0, ${whole(now + waitMs)} - ${from}) + ${whole(step - 1)}) / ${whole(step)} * ${whole(step)}`;
  return db.run(sql`
    insert into dispatcher (id, slowed_ms, slowed_until, last_start_at) values (${ONLY}, ${first}, ${now + first}, ${now + first})
    on conflict (id) do update set slowed_ms = slowed_ms + ${more}, slowed_until = ${from} + ${more},
      last_start_at = max(coalesce(last_start_at, 0), ${whole(now)}) + ${more}, spare_at = spare_at + ${more}, spare_until = spare_until + ${more}
      where ${more} > 0`);
}
