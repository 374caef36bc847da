import { isKnownZone } from "#domain/rules/local-time.ts";
import type { Ctx } from "../context.ts";
import { errorFields, log } from "../log.ts";
import { closeLatePages } from "./close-late-pages.ts";
import { dispatchStrike } from "./dispatch-strike.ts";
import { listZonesInUse } from "./due-members.queries.ts";
import { requeuePages } from "./requeue-pages.ts";
import { beat, insertMissedStrikes, readDispatcherState, selectSettledStrikes } from "./strikes.queries.ts";
import { placesStruckAt, strikesBetween } from "./strikes.ts";
import { CUT_OFF_MS, MISSED_LOOK_BACK_MS } from "./timing.ts";

type Tick = { tickAt: number };
type Unsettled = { struck: number[]; late: number[] };

async function findSettled(ctx: Ctx, strikes: number[]): Promise<number[]> {
  const [first] = strikes;
  if (first === undefined) return [];
  const rows = await selectSettledStrikes(ctx.db, first, strikes.at(-1) ?? first);
  return rows.map((row) => row.strikeAt);
}

/** What no tick has settled: within the cut-off of this tick, and beyond the cut-off since the last one. */
async function findUnsettled(ctx: Ctx, { tickAt }: Tick, heartbeatAt: number | null): Promise<Unsettled> {
  const struck = strikesBetween(tickAt - CUT_OFF_MS - 1, tickAt);
  const cutOff = ctx.now - CUT_OFF_MS;
  // What the last tick could still have dispatched was its own to settle; what came after it and is now too late was missed.
  const lookBack = Math.max((heartbeatAt ?? ctx.now) - CUT_OFF_MS, cutOff - MISSED_LOOK_BACK_MS);
  const late = strikesBetween(lookBack - 1, cutOff - 1).filter((strikeAt) => !struck.includes(strikeAt));
  const settled = new Set([...(await findSettled(ctx, struck)), ...(await findSettled(ctx, late))]);
  const isUnsettled = (strikeAt: number) => !settled.has(strikeAt);
  return { struck: struck.filter(isUnsettled), late: late.filter(isUnsettled) };
}

/** Zones this runtime knows. One that it does not is a member's to choose anew; it must not hold up everybody else. */
async function findZonesInUse(ctx: Ctx): Promise<string[]> {
  const zones = await listZonesInUse(ctx.db);
  const unknown = zones.filter((zone) => !isKnownZone(zone));
  if (unknown.length > 0) log("error", "zones_unknown", { zones: unknown });
  return zones.filter(isKnownZone);
}

async function recordMissed(ctx: Ctx, late: number[], zones: string[]): Promise<void> {
  const missed = late.filter((strikeAt) => placesStruckAt(strikeAt, zones).length > 0);
  if (missed.length === 0) return;
  await insertMissedStrikes(ctx.db, missed, ctx.now);
  log("error", "strikes_missed", { strikes: missed.map((strikeAt) => new Date(strikeAt).toISOString()) });
}

/** One strike that fails does not hold up the others; it stays unsettled and is the next tick's. */
async function dispatchAll(
  ctx: Ctx,
  struck: number[],
  input: { zones: string[]; mayQueue: boolean } & Tick,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const strikeAt of struck) {
    await dispatchStrike(ctx, { strikeAt, ...input }).catch((error) => {
      log("error", "strike_failed", { strikeAt, ...errorFields(error) });
      failures.push(error);
    });
  }
  return failures;
}

/**
 * One tick of the wake-up mail (DESIGN.md section 5). `tickAt` decides which instants struck; `ctx.now`, the earlier of it
 * and the real clock, decides everything that writes off or waits, so that a tick sent ahead of time spoils nothing.
 */
export async function dispatchWakeUps(ctx: Ctx, { tickAt }: Tick): Promise<void> {
  const { heartbeatAt, breaker } = await readDispatcherState(ctx.db);
  const { struck, late } = await findUnsettled(ctx, { tickAt }, heartbeatAt);
  const zones = struck.length + late.length > 0 ? await findZonesInUse(ctx) : [];
  await recordMissed(ctx, late, zones);
  const failures = await dispatchAll(ctx, struck, { zones, tickAt, mayQueue: breaker === null });
  await closeLatePages(ctx);
  const isBlocked = breaker !== null && breaker.until > ctx.now;
  // After a block a single page goes first; only when it gets through does the breaker row go, and then the others.
  if (!isBlocked) await requeuePages(ctx, breaker === null ? {} : { limit: 1 });
  await beat(ctx.db, ctx.now);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} strikes failed`);
}
