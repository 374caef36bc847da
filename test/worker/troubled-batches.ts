import { MINUTE_MS } from "#domain/durations.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import type { Member } from "#worker/account/member/member.ts";
import { selectContent } from "#worker/content/content.queries.ts";
import { insertBatch } from "#worker/wake-up/batches/batches.queries.ts";
import { closeLateBatches } from "#worker/wake-up/batches/open-batches.ts";
import { sendBatch } from "#worker/wake-up/batches/send-batch.ts";
import { insertWakeUpMail } from "#worker/wake-up/slots/slots.queries.ts";
import { CUT_OFF_MS } from "#worker/wake-up/slots/slots.ts";
import { renderWakeUpMail } from "#worker/wake-up/slots/wake-up-mail.ts";
import { createItem, createMember, db } from "./factories.ts";
import { contextAt } from "./jobs.ts";
import { armFault } from "./outbox.ts";

let nextDay = 600;

/** A day that no other test uses. */
export function separateDay(): number {
  nextDay += 1;
  return nextDay;
}

type Of = { day?: number; hour?: number; members?: Parameters<typeof createMember>[0] };

/** Stored batches of one slot, each with its own members; nothing is queued. */
export async function storedBatches(count: number, size: number, { day = separateDay(), hour = 6, members }: Of = {}) {
  const [localDate, slotAt] = [dayAhead(day), slotAhead(day, hour)];
  const groups = await Promise.all(
    Array.from({ length: count }, () =>
      Promise.all(
        Array.from({ length: size }, () =>
          createMember({ wakeUpHour: hour, accessEndsAt: slotAhead(day + 2, hour), ...members }),
        ),
      ),
    ),
  );
  if (!(await selectContent(db, localDate).get())) await createItem(localDate);
  const item = await selectContent(db, localDate).get();
  if (!item) throw new Error("The item was not stored.");
  const times = { slotAt, createdAt: slotAt };
  const { config } = contextAt(slotAt);
  const mail = renderWakeUpMail(config, { date: localDate, item, tomorrow: undefined });
  const batches = groups.map((members, index) => {
    const id = `again.${localDate}.${hour}.${String(index).padStart(3, "0")}`;
    const [member] = members as [Member];
    return { id, members, member, dayNumber: day, slotAt, localDate, message: { batchId: id, tickAt: slotAt } };
  });
  await db.batch([
    insertWakeUpMail(db, { ...mail, ...times, contentId: item.id }),
    ...batches.map(({ id, members }) => {
      const memberIds = JSON.stringify(members.map((member) => member.id).sort());
      return insertBatch(db, { id, ...times, timezone: CHICAGO, hour, localDate, memberIds, nextAttemptAt: slotAt });
    }),
  ]);
  return batches;
}

export type Stored = Awaited<ReturnType<typeof storedBatches>>[number];
type At = Parameters<typeof storedBatches>[2];

/** A stored batch of some members. */
export async function storedBatch(size = 1, at?: At): Promise<Stored> {
  const [batch] = (await storedBatches(1, size, at)) as [Stored];
  return batch;
}

const closeAfter = (slotAt: number) => closeLateBatches(contextAt(slotAt + CUT_OFF_MS + MINUTE_MS));

/** Batches whose members had no call before the cutoff. */
export async function missedBatches(count: number, size = 1, at?: At): Promise<Stored[]> {
  const stored = await storedBatches(count, size, at);
  for (const { slotAt } of stored.slice(0, 1)) await closeAfter(slotAt);
  return stored;
}

/** A batch whose members had no call before the cutoff. */
export async function missedBatch(size = 1, at?: At): Promise<Stored> {
  const [batch] = (await missedBatches(1, size, at)) as [Stored];
  return batch;
}

/** A batch whose only call got no response, whether or not the provider accepted it. */
export async function unknownBatch(kind: "drop_after_accept" | "cut", size = 1, at?: At): Promise<Stored> {
  const stored = await storedBatch(size, at);
  await armFault({ kind, to: stored.member.email });
  await sendBatch(contextAt(stored.slotAt), stored.message);
  await closeAfter(stored.slotAt);
  return stored;
}
