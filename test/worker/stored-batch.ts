import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { selectContent } from "#worker/content/content.queries.ts";
import { insertBatch } from "#worker/wake-up/batches/batches.queries.ts";
import { insertWakeUpMail } from "#worker/wake-up/slots/slots.queries.ts";
import { CUT_OFF_MS } from "#worker/wake-up/slots/slots.ts";
import { renderWakeUpMail } from "#worker/wake-up/slots/wake-up-mail.ts";
import { createItem, createMember, db } from "./factories.ts";
import { contextAt } from "./jobs.ts";

let nextDay = 100;

/** A stored batch of one member, on a day that no other test uses; nothing is queued. */
export async function storedBatch(overrides: Parameters<typeof createMember>[0] = {}) {
  nextDay += 1;
  const localDate = dayAhead(nextDay);
  const slotAt = slotAhead(nextDay, 6);
  const member = await createMember({ accessEndsAt: slotAt + CUT_OFF_MS, ...overrides });
  await createItem(localDate);
  const item = await selectContent(db, localDate).get();
  if (!item) throw new Error("The item was not stored.");
  const wakeUpMail = renderWakeUpMail(contextAt(slotAt).config, { date: item.date, item, tomorrow: undefined });
  const batchId = `test.${localDate}`;
  await db.batch([
    insertWakeUpMail(db, { ...wakeUpMail, slotAt, contentId: item.id, createdAt: slotAt }),
    insertBatch(db, {
      id: batchId,
      slotAt,
      timezone: member.timezone,
      hour: member.wakeUpHour,
      localDate,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: slotAt,
      createdAt: slotAt,
    }),
  ]);
  return { member, batchId, slotAt, localDate, message: { batchId, tickAt: slotAt } };
}
