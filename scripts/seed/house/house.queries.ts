import { and, asc, desc, eq, isNotNull, like, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { accessGrants } from "#db/schema/access.ts";
import { checkouts, gifts, payments, refunds, subscriptions } from "#db/schema/payments.ts";
import { SEED_PREFIX } from "../seed.queries.ts";
import type { Played } from "./plan-house.ts";

const STARTED_PERCENT = 40;

/** Grants that earlier versions gave to demo members: access without a subscription behind it. */
export function deleteUnpaidGrants(db: Db, memberId: string) {
  const isUnpaid = and(eq(accessGrants.source, "subscription"), like(accessGrants.sourceId, "demo:%"));
  return db.delete(accessGrants).where(and(eq(accessGrants.memberId, memberId), isUnpaid));
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
