import { MINUTE_MS } from "#domain/durations.ts";
import type { SlotOutcome } from "#domain/rules/mail-states.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sha256 } from "../../kernel/hashing.ts";
import { MAILS_PER_CALL } from "../../kernel/resend/mailer.ts";
import { insertBatches, type NewBatch } from "../batches/batches.queries.ts";
import { type Cursor, selectDueMembers, selectZoneHoursInUse } from "./due-members.queries.ts";
import { findMornings } from "./find-mornings.ts";
import { insertWakeUpMail, leaseSlot, settleSlot } from "./slots.queries.ts";
import { type ZoneHour, zoneHoursAt } from "./slots.ts";
import { type Morning, renderWakeUpMail } from "./wake-up-mail.ts";

export const SLOT_LEASE_MS = 2 * MINUTE_MS;
/** Members and zone hours per round trip: about 1 MB of IDs and batches. */
const MEMBERS_PER_CALL = 200 * MAILS_PER_CALL;
const ZONE_HOURS_PER_CALL = 10;

type Input = { slotAt: number; zones: string[] };

async function freezeWakeUpMails(ctx: Ctx, slotAt: number, mornings: Morning[]): Promise<void> {
  const inserts = mornings.map((morning) => {
    const mail = renderWakeUpMail(ctx.config, morning);
    return insertWakeUpMail(ctx.db, { ...mail, slotAt, contentId: morning.item.id, createdAt: ctx.now });
  });
  const [first, ...others] = inserts;
  if (first) await ctx.db.batch([first, ...others]);
}

/** Freezes a slot's emails and stores its batches. Safe to repeat: the slot is settled last, and every row before that is written once. */
export async function dispatchSlot(ctx: Ctx, { slotAt, zones }: Input): Promise<void> {
  const leased = await leaseSlot(ctx.db, slotAt, ctx.now, ctx.now + SLOT_LEASE_MS);
  if (leased.length === 0) return;
  const settle = async (outcome: SlotOutcome, dueCount: number) => {
    await settleSlot(ctx.db, slotAt, { outcome, dueCount, settledAt: ctx.now });
  };
  const zoneHours = zoneHoursAt(slotAt, zones);
  if (zoneHours.length === 0) return settle("nobody_due", 0);
  const batched = await batchSlot(ctx, { slotAt, zoneHours });
  if (batched === null) return settle("no_content", 0);
  const { dueCount } = batched;
  await settle(dueCount > 0 ? "batched" : "nobody_due", dueCount);
}

type Cut = { slotAt: number; zoneHours: ZoneHour[]; closesAt?: (zoneHour: ZoneHour) => number };

/** Freezes a slot's emails and stores its batches, once however often it's called. Returns null if no date has anything to send. */
export async function batchSlot(ctx: Ctx, cut: Cut): Promise<{ dueCount: number } | null> {
  const mornings = await findMornings(ctx, cut.zoneHours);
  if (mornings.length === 0) return null;
  await freezeWakeUpMails(ctx, cut.slotAt, mornings);
  const zoneHours = cut.zoneHours.filter(({ localDate }) => mornings.some(({ date }) => date === localDate));
  return writeBatches(ctx, { ...cut, zoneHours });
}

/** The members found at a zone hour; `isFull` means there may be more. */
type Found = { zoneHour: ZoneHour; ids: string[]; isFull: boolean };

async function writeBatches(ctx: Ctx, cut: Cut): Promise<{ dueCount: number }> {
  let dueCount = 0;
  const inUse = await selectZoneHoursInUse(ctx.db, cut.zoneHours);
  let cursors = inUse.flatMap(({ index }): Cursor[] => {
    const zoneHour = cut.zoneHours[index];
    return zoneHour ? [{ zoneHour, afterId: "" }] : [];
  });
  while (cursors.length > 0) {
    const found = await findDue(ctx, cut.slotAt, cursors.slice(0, ZONE_HOURS_PER_CALL));
    const batches = found.flatMap((due) => cutBatches(due, cut, ctx.now));
    if (batches.length > 0) await insertBatches(ctx.db, batches);
    dueCount += found.reduce((sum, { ids }) => sum + ids.length, 0);
    const further = found
      .filter(({ isFull }) => isFull)
      .map(({ zoneHour, ids }) => ({ zoneHour, afterId: ids.at(-1) ?? "" }));
    cursors = [...further, ...cursors.slice(ZONE_HOURS_PER_CALL)];
  }
  return { dueCount };
}

async function findDue(ctx: Ctx, slotAt: number, cursors: Cursor[]): Promise<Found[]> {
  const limit = MAILS_PER_CALL * Math.floor(MEMBERS_PER_CALL / MAILS_PER_CALL / cursors.length);
  const [first, ...others] = cursors.map((cursor) => selectDueMembers(ctx.db, cursor, { slotAt, now: ctx.now, limit }));
  if (!first) return [];
  const due = await ctx.db.batch([first, ...others]);
  return cursors.map(({ zoneHour }, index) => {
    const ids = (due[index] ?? []).map((row) => row.id);
    return { zoneHour, ids, isFull: ids.length === limit };
  });
}

/** A batch's ID is derived from its members, so storing the same cut twice adds nothing. */
function cutBatches({ zoneHour, ids }: Found, { slotAt, closesAt }: Cut, now: number): NewBatch[] {
  return Array.from({ length: Math.ceil(ids.length / MAILS_PER_CALL) }, (_, index) => {
    const memberIds = JSON.stringify(ids.slice(index * MAILS_PER_CALL, (index + 1) * MAILS_PER_CALL));
    const id = `${slotAt}.${zoneHour.timezone}.${zoneHour.hour}.${sha256(memberIds).slice(0, 16)}`;
    const times = { nextAttemptAt: now, createdAt: now, closesAt: closesAt?.(zoneHour) ?? null };
    return { id, slotAt, ...zoneHour, memberIds, ...times };
  });
}
