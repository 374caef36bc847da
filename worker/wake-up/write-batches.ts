import type { Ctx } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { insertBatches, type NewBatch } from "./batches.queries.ts";
import { type Cursor, listZoneHoursInUse, selectDueMembers } from "./due-members.queries.ts";
import type { ZoneHour } from "./slots.ts";

/** One Resend batch call. */
const BATCH_SIZE = 100;
/** Members of one zone hour, and zone hours, asked about in one round trip: about a megabyte of ids and of batches. */
const MEMBERS_PER_ZONE_HOUR = 20 * BATCH_SIZE;
const ZONE_HOURS_PER_CALL = 10;

type Input = { slotAt: number; zoneHours: ZoneHour[]; nextAttemptAt: number };
type Written = { batchIds: string[]; dueCount: number };
type Found = { zoneHour: ZoneHour; ids: string[] };

async function findDue(ctx: Ctx, slotAt: number, cursors: Cursor[]): Promise<Found[]> {
  const at = { slotAt, now: ctx.now, limit: MEMBERS_PER_ZONE_HOUR };
  const [first, ...others] = cursors.map((cursor) => selectDueMembers(ctx.db, cursor, at));
  if (!first) return [];
  const due = await ctx.db.batch([first, ...others]);
  return cursors.map(({ zoneHour }, index) => ({ zoneHour, ids: (due[index] ?? []).map((row) => row.id) }));
}

/** A batch's id names whom it holds, so storing a cut twice writes nothing twice. */
function cutBatches({ zoneHour, ids }: Found, { slotAt, nextAttemptAt }: Input, createdAt: number): NewBatch[] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) => {
    const memberIds = JSON.stringify(ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE));
    const id = `${slotAt}.${zoneHour.timezone}.${zoneHour.hour}.${sha256(memberIds).slice(0, 16)}`;
    return { id, slotAt, ...zoneHour, memberIds, nextAttemptAt, createdAt };
  });
}

/** Cuts everyone due at the zone hours into batches of a hundred and stores them. */
export async function writeBatches(ctx: Ctx, input: Input): Promise<Written> {
  const written: Written = { batchIds: [], dueCount: 0 };
  const inUse = await listZoneHoursInUse(ctx.db, input.zoneHours);
  let cursors: Cursor[] = inUse.map((zoneHour) => ({ zoneHour, afterId: "" }));
  while (cursors.length > 0) {
    const found = await findDue(ctx, input.slotAt, cursors.slice(0, ZONE_HOURS_PER_CALL));
    const batches = found.flatMap((due) => cutBatches(due, input, ctx.now));
    if (batches.length > 0) await insertBatches(ctx.db, batches);
    written.batchIds.push(...batches.map((batch) => batch.id));
    written.dueCount += found.reduce((sum, { ids }) => sum + ids.length, 0);
    const full = found.filter(({ ids }) => ids.length === MEMBERS_PER_ZONE_HOUR);
    const further = full.map(({ zoneHour, ids }) => ({ zoneHour, afterId: ids.at(-1) ?? "" }));
    cursors = [...further, ...cursors.slice(ZONE_HOURS_PER_CALL)];
  }
  return written;
}
