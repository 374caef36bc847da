import { DAY_MS } from "#domain/durations.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { recordTick, selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { batchesAllowed } from "../../mail/sending-state.ts";
import { closeLateBatches } from "../batches/open-batches.ts";
import { takePlansOver } from "../take-plans-over.ts";
import { dispatchSlot, SLOT_LEASE_MS } from "./dispatch-slot.ts";
import { selectPushZones, selectZonesInUse } from "./due-members.queries.ts";
import { findMornings } from "./find-mornings.ts";
import { handOutBatches, MOST_BATCHES } from "./hand-out-batches.ts";
import { countMissed, insertMissedSlots, selectStartedSlots } from "./slots.queries.ts";
import { CUT_OFF_MS, slotsBetween, zoneHoursAt } from "./slots.ts";

/** How far past the cutoff a tick looks for slots no one dispatched. */
const MISSED_LOOK_BACK_MS = DAY_MS;

type Tick = { tickAt: number };
type Unsettled = { slots: number[]; late: number[] };

async function readStarted(ctx: Ctx, slots: number[]): Promise<[number, boolean][]> {
  const [first] = slots;
  if (first === undefined) return [];
  const rows = await selectStartedSlots(ctx.db, first, slots.at(-1) ?? first);
  return rows.map(({ slotAt, isSettled }) => [slotAt, isSettled === 1]);
}

/** Returns unsettled slots: those within the cutoff, and those that passed it since the last tick. */
async function findUnsettled(ctx: Ctx, { tickAt }: Tick, lastTickAt: number | null): Promise<Unsettled> {
  const slots = slotsBetween(tickAt - CUT_OFF_MS - 1, tickAt);
  const cutOff = ctx.now - CUT_OFF_MS;
  // The last tick settled what it could still dispatch; what came after it and is now too late was missed.
  const lookBack = Math.max((lastTickAt ?? ctx.now) - CUT_OFF_MS, cutOff - MISSED_LOOK_BACK_MS);
  // It skipped slots leased by a tick that died, so look back one lease further.
  const late = slotsBetween(lookBack - SLOT_LEASE_MS - 1, cutOff - 1).filter((slotAt) => !slots.includes(slotAt));
  const started = new Map(await readStarted(ctx, [...late, ...slots]));
  return {
    slots: slots.filter((slotAt) => started.get(slotAt) !== true),
    late: late.filter((slotAt) => (slotAt >= lookBack ? started.get(slotAt) !== true : started.get(slotAt) === false)),
  };
}

/** Returns the zones this runtime knows. Members in an unknown zone must choose again and mustn't hold up everyone else. */
async function findZonesInUse(ctx: Ctx): Promise<string[]> {
  const found = await ctx.db.batch([selectZonesInUse(ctx.db), selectPushZones(ctx.db)]);
  const zones = [...new Set(found.flat().map(({ zone }) => zone))];
  const unknown = zones.filter((zone) => !isKnownZone(zone));
  if (unknown.length > 0) log("error", "zones_unknown", { zones: unknown });
  return zones.filter(isKnownZone);
}

async function recordMissed(ctx: Ctx, late: number[], zones: string[]): Promise<void> {
  const missed = late.filter((slotAt) => zoneHoursAt(slotAt, zones).length > 0);
  if (missed.length === 0) return;
  await insertMissedSlots(ctx.db, missed, ctx.now);
  // Decides the fallbacks of missed dates now, so it's known who was due.
  const zoneHours = missed.flatMap((slotAt) => zoneHoursAt(slotAt, zones));
  await findMornings(ctx, zoneHours);
  for (const slotAt of missed) await countMissed(ctx.db, slotAt, zoneHoursAt(slotAt, zones));
  log("error", "slots_missed", { slots: missed.map((slotAt) => new Date(slotAt).toISOString()) });
}

/** A failing slot doesn't hold up the others; it stays unsettled for the next tick. */
async function dispatchAll(ctx: Ctx, slots: number[], zones: string[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const slotAt of slots) {
    await dispatchSlot(ctx, { slotAt, zones }).catch((error) => {
      log("error", "slot_failed", { slotAt, ...errorFields(error) });
      failures.push(error);
    });
  }
  return failures;
}

/** `tickAt` decides which slots have begun, `ctx.now` what is late; early ticks are harmless (docs/rules/wake-up.md, "Two clocks"). */
export async function dispatchWakeUps(ctx: Ctx, { tickAt }: Tick): Promise<void> {
  const [[dispatcher], pauses] = await ctx.db.batch([selectDispatcher(ctx.db), selectPauses(ctx.db)]);
  const { slots, late } = await findUnsettled(ctx, { tickAt }, dispatcher?.lastTickAt ?? null);
  const isIdle = slots.length + late.length === 0;
  if (!isIdle) await takePlansOver(ctx);
  const zones = isIdle ? [] : await findZonesInUse(ctx);
  await recordMissed(ctx, late, zones);
  const failures = await dispatchAll(ctx, slots, zones);
  await closeLateBatches(ctx);
  const limit = batchesAllowed(pauses, ctx.now, MOST_BATCHES);
  if (limit > 0) await handOutBatches(ctx, { limit });
  await recordTick(ctx.db, ctx.now);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} slots failed`);
}
