import { env } from "cloudflare:workers";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import type { Member } from "#worker/account/member/member.ts";
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

/** A morning's email that went out, with its frozen copy. */
export async function keepWakeUp(member: Member, date: string): Promise<void> {
  const [slotAt, batch] = [Date.parse(`${date}T11:00:00Z`), `kept-${date}-${member.id}`];
  const html = '<p>{{greeting}} <a href="{{sessionUrl}}">Start</a> <a href="{{unsubscribeUrl}}">Stop</a></p>';
  await env.DB.batch([
    env.DB.prepare("insert or ignore into wake_up_mails values (?, ?, 'item', 'Wake up: Then', ?, '', 0, null)").bind(
      slotAt,
      date,
      html,
    ),
    env.DB.prepare(`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at)
      values (?, ?, 'America/Chicago', 6, ?, '[]', 'sent', 0, 0)`).bind(batch, slotAt, date),
    env.DB.prepare(`
      insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
      select unixepoch(?) / 86400, ?, number, 1, 1, 5 from wake_up_batches where id = ?`).bind(date, member.id, batch),
  ]);
}
