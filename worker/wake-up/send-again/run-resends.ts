import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { batchesAllowed } from "../../mail/sending-state.ts";
import { dayOf } from "../../statistics/count-days.ts";
import { selectMissedSlots } from "../deliveries/delivery.queries.ts";
import { batchSlot } from "../slots/dispatch-slot.ts";
import { selectZonesInUse } from "../slots/due-members.queries.ts";
import { handOutBatches } from "../slots/hand-out-batches.ts";
import { settleSlot } from "../slots/slots.queries.ts";
import { batchesOf, type MissedHour, missedHours } from "./missed-hours.ts";
import {
  countHour,
  endResend,
  passBatch,
  type ResendRow,
  selectOpenResend,
  selectWaitingBatches,
} from "./resends.queries.ts";
import { selectBatch, selectRepeatable } from "./send-again.queries.ts";
import { endOfMorning, hindranceOf, keysFrom, resendStatements } from "./send-again.ts";

const BATCHES_PER_TICK = 20;

type Waiting = { hours: MissedHour[]; batches: { id: string }[]; room: number };

async function findWaiting(ctx: Ctx, resend: ResendRow): Promise<Waiting> {
  const { startsAt: from, endsAt: before } = dayOf(resend.localDate);
  const { missed, zones, pauses, batches } = await batchOf(ctx.db, {
    missed: selectMissedSlots(ctx.db, { from, before }),
    zones: selectZonesInUse(ctx.db),
    pauses: selectPauses(ctx.db),
    batches: selectWaitingBatches(ctx.db, resend, ctx.now, BATCHES_PER_TICK),
  });
  const room = batchesAllowed(pauses, ctx.now, BATCHES_PER_TICK);
  return { hours: missedHours(missed, zones, ctx.now), batches, room };
}

/** Cuts an hour that no one dispatched into batches, and returns how many. Without a session by now, the hour stays missed. */
async function passHour(ctx: Ctx, resend: ResendRow, { slotAt, zoneHours }: MissedHour): Promise<number> {
  const batched = await batchSlot(ctx, { slotAt, zoneHours, closesAt: endOfMorning });
  if (batched === null) return 0;
  const { dueCount } = batched;
  const batches = batchesOf(dueCount);
  await ctx.db.batch([
    countHour(ctx.db, resend, { slotAt, batches }),
    settleSlot(ctx.db, slotAt, { outcome: "batched", dueCount, settledAt: ctx.now }),
  ]);
  return batches;
}

const isSame = (open: ResendRow | undefined, { askedAt }: ResendRow) => open?.askedAt === askedAt;

/** Resends a batch, unless a click did or it can't be resent. Returns false if the resend has been stopped or sending paused. */
async function passOne(ctx: Ctx, resend: ResendRow, id: string): Promise<boolean> {
  const found = await batchOf(ctx.db, {
    open: selectOpenResend(ctx.db),
    pauses: selectPauses(ctx.db),
    batch: selectBatch(ctx.db, id),
    repeatable: selectRepeatable(ctx.db, { id, now: ctx.now, keysFrom: keysFrom(ctx.now) }),
  });
  if (!isSame(found.open[0], resend) || batchesAllowed(found.pauses, ctx.now, 1) === 0) return false;
  const pass = passBatch(ctx.db, resend, id);
  const [batch] = found.batch;
  const isRepeatable = found.repeatable.length > 0;
  if (!batch || hindranceOf(ctx, batch, { mayRepeat: resend.mayRepeat, isRepeatable })) {
    await pass;
    return true;
  }
  const { make, mark, release, reopen, claim, close } = resendStatements(ctx, batch, { isRepeatable });
  await ctx.db.batch([make, mark, release, reopen, claim, close, pass]);
  return true;
}

/** Returns whether nothing is left. Hours come first: their members have got nothing at all. */
async function passSlice(ctx: Ctx, resend: ResendRow, { hours, batches, room }: Waiting): Promise<boolean> {
  let left = room;
  for (const hour of hours) {
    const [open] = await selectOpenResend(ctx.db);
    if (left <= 0 || !isSame(open, resend)) return false;
    left -= await passHour(ctx, resend, hour);
  }
  const slice = batches.slice(0, Math.max(0, left));
  for (const { id } of slice) if (!(await passOne(ctx, resend, id))) return false;
  return slice.length === batches.length && batches.length < BATCHES_PER_TICK;
}

/** Works on the morning asked for first; the next tick continues. A tick that dies has passed whole batches only. */
export async function runResends(ctx: Ctx): Promise<void> {
  const [resend] = await selectOpenResend(ctx.db);
  // One asked for after the tick's time waits, so what a tick makes is never older than the press.
  if (!resend || resend.askedAt > ctx.now) return;
  const waiting = await findWaiting(ctx, resend);
  if (await passSlice(ctx, resend, waiting)) await endResend(ctx.db, resend, ctx.now);
  // In and after a pause, `dispatchWakeUps` decides what goes out.
  if (waiting.room === BATCHES_PER_TICK) await handOutBatches(ctx);
}
