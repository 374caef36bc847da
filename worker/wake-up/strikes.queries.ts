import { and, between, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dispatcherState, issues, strikes } from "#db/schema/wake-up.ts";

export type StrikeOutcome = "paged" | "nobody_due" | "no_content" | "missed";
export type IssueRow = typeof issues.$inferSelect;

// A strike that a tick ahead of time settled has not come yet: whoever joins until then is still to be woken.
const isSettled = sql`(strikes.outcome is not null and strikes.settled_at >= strikes.strike_at)`;

/** The strikes from one instant to another, both included, that are settled already: one row read a quarter of an hour. */
export function selectSettledStrikes(db: Db, from: number, to: number) {
  return db
    .select({ strikeAt: strikes.strikeAt })
    .from(strikes)
    .where(and(between(strikes.strikeAt, from, to), isSettled));
}

/** Takes a strike for one tick; false while another holds it or once it is settled. */
export async function leaseStrike(db: Db, strikeAt: number, now: number, until: number): Promise<boolean> {
  const taken = await db
    .insert(strikes)
    .values({ strikeAt, leaseUntil: until })
    .onConflictDoUpdate({
      target: strikes.strikeAt,
      set: { leaseUntil: until },
      setWhere: and(sql`not ${isSettled}`, lte(strikes.leaseUntil, now)),
    })
    .returning({ strikeAt: strikes.strikeAt });
  return taken.length > 0;
}

export async function settleStrike(
  db: Db,
  strikeAt: number,
  settled: { outcome: StrikeOutcome; dueCount: number; settledAt: number },
): Promise<void> {
  await db
    .update(strikes)
    .set({ ...settled, leaseUntil: 0 })
    .where(eq(strikes.strikeAt, strikeAt));
}

/** Records strikes that no tick dispatched in time: one row each, no ledger rows. */
export async function insertMissedStrikes(db: Db, instants: number[], now: number): Promise<void> {
  await db.run(sql`
    insert into strikes (strike_at, outcome, settled_at)
    select value, 'missed', ${now} from json_each(${JSON.stringify(instants)}) where true
    on conflict (strike_at) do update set outcome = 'missed', settled_at = excluded.settled_at
    where not ${isSettled} and strikes.lease_until <= ${now}`);
}

/** Freezes the mail of a strike for a local date; the first one to do so wins. */
export function insertIssue(db: Db, issue: IssueRow) {
  return db.insert(issues).values(issue).onConflictDoNothing();
}

const HEARTBEAT = "heartbeat";
const BREAKER = "breaker";

/** When the dispatcher last worked (null on a fresh install), and until when and why nothing may be sent. */
export type DispatcherState = { heartbeatAt: number | null; breaker: { until: number; reason: string | null } | null };

export async function readDispatcherState(db: Db): Promise<DispatcherState> {
  // It holds these two rows at most: reading it whole costs less than looking for them.
  const rows = await db.select().from(dispatcherState);
  return {
    heartbeatAt: rows.find((row) => row.name === HEARTBEAT)?.until ?? null,
    breaker: rows.find((row) => row.name === BREAKER) ?? null,
  };
}

/** Never goes back: a tick with an older time leaves it. */
export async function beat(db: Db, at: number): Promise<void> {
  await db
    .insert(dispatcherState)
    .values({ name: HEARTBEAT, until: at })
    .onConflictDoUpdate({ target: dispatcherState.name, set: { until: sql`max(until, excluded.until)` } });
}

export function openBreaker(db: Db, until: number, reason: string) {
  return db
    .insert(dispatcherState)
    .values({ name: BREAKER, until, reason })
    .onConflictDoUpdate({ target: dispatcherState.name, set: { until, reason } });
}

export function closeBreaker(db: Db) {
  return db.delete(dispatcherState).where(eq(dispatcherState.name, BREAKER));
}
