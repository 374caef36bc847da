import { and, asc, desc, eq, isNotNull, not, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { accessGrants } from "#db/schema/access.ts";
import { checkouts, gifts, payments, refunds, subscriptions } from "#db/schema/payments.ts";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { FIRST_HOUR } from "#domain/rules/wake-up-hours.ts";
import type { WakeUpMail } from "#worker/wake-up/slots/wake-up-mail.ts";
import { SEED_PREFIX } from "../seed.queries.ts";
import type { Played } from "./plan-house.ts";

const STARTED_PERCENT = 40;

/** Grants without a subscription, from earlier versions or from a start that was interrupted. */
export function deleteUnpaidGrants(db: Db, memberId: string) {
  const isPaid = sql`exists (select 1 from subscriptions s where s.id = ${accessGrants.sourceId})`;
  const isOwn = and(eq(accessGrants.memberId, memberId), eq(accessGrants.source, "subscription"));
  return db.delete(accessGrants).where(and(isOwn, not(isPaid)));
}

/** Adds progress in sessions the member hasn't touched, also in 0.2.0's table, whose rows a tick moves later. */
export function insertMissingProgress(db: Db, memberId: string, played: Played[]) {
  const has = { audio: sql`c.audio_key is not null`, video: sql`(c.video_key is not null or c.embed_ref is not null)` };
  const percent = sql`iif(done, 100, ${STARTED_PERCENT})`;
  const position = sql`coalesce(c.duration_seconds, 0) * ${percent} / 100.0`;
  return db.run(sql`
    insert into member_progress (member_id, content_number, audio_completed, video_completed, total_watched, audio_progress,
      video_progress, audio_position, video_position, playback, position_at, completed_day)
    select ${memberId}, c.number, done and ${has.audio}, done and ${has.video}, done,
      iif(${has.audio}, ${percent}, 0), iif(${has.video}, ${percent}, 0),
      iif(${has.audio}, ${position}, 0), iif(${has.video}, ${position}, 0), 1, at / 1000,
      iif(done, unixepoch(c.date) / 86400, null)
    from (select value ->> 'date' as date, value ->> 'isCompleted' as done, value ->> 'at' as at from json_each(${JSON.stringify(played)})) p
    join content c on c.id = ${SEED_PREFIX} || p.date and c.deleted_at is null and c.date = p.date
    where not exists (select 1 from progress where member_id = ${memberId} and content_id = c.id) on conflict do nothing`);
}

type PastMorning = { slotAt: number; contentId: string; mail: WakeUpMail };

/** A morning that is over: slot, email, a batch to members who had access, and their deliveries. Writes nothing if the slot is stored. */
export function insertPastMorning(db: Db, { slotAt, contentId, mail }: PastMorning) {
  const { localDate, subject, html, text } = mail;
  const id = `house-${localDate}`;
  const settledAt = slotAt + 20_000;
  const recipients = sql`members m where m.created_at < ${slotAt} and m.wake_up_hour = ${FIRST_HOUR}
    and m.timezone = ${DEFAULT_ZONE} and m.email_enabled = 1 and m.deleted_at is null and exists (
      select 1 from access_grants g where g.member_id = m.id and g.created_at <= ${slotAt} and g.starts_at <= ${slotAt}
        and min(g.until, coalesce(g.ended_at, g.until)) > ${slotAt})`;
  return [
    db.run(sql`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at, settled_at,
        due_count, sent_count)
      select ${id}, ${slotAt}, ${DEFAULT_ZONE}, ${FIRST_HOUR}, ${localDate}, '[]', 'sent', ${slotAt}, ${slotAt}, ${settledAt}, count(*), count(*)
      from ${recipients} and not exists (select 1 from wake_up_slots where slot_at = ${slotAt}) having count(*) > 0`),
    db.run(sql`
      insert into wake_up_slots (slot_at, outcome, due_count, settled_at)
      select slot_at, 'batched', due_count, settled_at from wake_up_batches where id = ${id} on conflict do nothing`),
    db.run(sql`
      insert into wake_up_mails (slot_at, local_date, content_id, subject, html, text, created_at)
      select slot_at, local_date, ${contentId}, ${subject}, ${html}, ${text}, slot_at from wake_up_batches where id = ${id} on conflict do nothing`),
    db.run(sql`
      insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at)
      select unixepoch(b.local_date) / 86400, m.id, b.number, 1, ${DELIVERY_STATES.indexOf("delivered")}, ${slotAt} / 1000, ${settledAt} / 1000
      from wake_up_batches b, ${recipients} and b.id = ${id} on conflict do nothing`),
  ] as const;
}

/** All subscriptions, oldest first, as the sandbox needs them. */
export function selectSubscriptions(db: Db) {
  return db
    .select({ subscription: subscriptions, checkout: checkouts })
    .from(subscriptions)
    .innerJoin(checkouts, eq(checkouts.id, subscriptions.checkoutId))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

export function selectOrderedGifts(db: Db) {
  return db.select().from(gifts).where(isNotNull(gifts.orderId)).orderBy(asc(gifts.createdAt));
}

export function selectPayments(db: Db) {
  return db.select().from(payments).orderBy(asc(payments.paidAt));
}

/** Refunds that PayPal has made. */
export function selectRefunds(db: Db) {
  return db.select().from(refunds).where(isNotNull(refunds.providerId)).orderBy(desc(refunds.askedAt));
}
