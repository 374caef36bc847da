import { env } from "cloudflare:workers";
import type { Member } from "#worker/account/member/member.ts";
import type { createMember } from "./factories.ts";
import { type Stored, storedBatches } from "./troubled-batches.ts";

/** A stored batch of one member, on a day that no other test uses; nothing is queued. */
export async function storedBatch(members: Parameters<typeof createMember>[0] = {}) {
  const [{ id: batchId, ...batch }] = (await storedBatches(1, 1, { members })) as [Stored];
  return { ...batch, batchId };
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
