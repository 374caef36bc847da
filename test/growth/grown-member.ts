import { env } from "cloudflare:workers";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import type { Member } from "#worker/account/member/member.ts";
import { hashPassword } from "#worker/account/password/password.ts";
import { readConfig } from "#worker/kernel/env.ts";

export const PASSWORD = "open sesame";

/** What each of a member's days up to yesterday may leave, as `(i, date, at)`: 0 is the first day. */
const DAYS = `with recursive days(i, date) as (
  select 0, date(?2, '-' || ?3 || ' days') union all select i + 1, date(date, '+1 day') from days where i + 1 < ?3),
  d(i, date, at) as (select i, date, unixepoch(date) * 1000 from days)`;

/** Statements about member ?1, who has been here ?3 days before today, ?2. */
const FILLS = [
  // They complete each session on its day, but in their first fifth of days leave every second one halfway.
  `insert into member_progress (member_id, content_number, audio_completed, audio_progress, audio_position, completed_day)
    ${DAYS} select ?1, c.number, is_done, iif(is_done, 100, 40), 200, iif(is_done, unixepoch(c.date) / 86400, null)
    from (select *, i % 2 > 0 or i > ?3 / 5 as is_done from d) d cross join content c on c.date = d.date and c.deleted_at is null where true`,
  `insert into favorites (member_id, content_id, added_at)
    ${DAYS} select ?1, c.id, at from d cross join content c on c.date = d.date and c.deleted_at is null where i % 7 = 0`,
  `insert into repeats (member_id, morning, content_id, audio_completed, completed_date)
    ${DAYS} select ?1, c.date, c.id, 1, c.date from d cross join content c on c.date = d.date and c.deleted_at is null where i % 25 = 0`,
  `insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at)
    ${DAYS} select unixepoch(date) / 86400, ?1, 1, 1, 1, at / 1000, at / 1000 from d where i >= ?3 - 35`,
  `insert into delivery_months (month, member_id, sent, not_sent)
    ${DAYS} select substr(date, 1, 7), ?1, count(*), 0 from d group by 1`,
  `insert into checkouts (id, plan, price_cents, currency, email, email_key, member_id, nonce_hash, subscription_id, bought_at, created_at)
    ${DAYS} select 'c-' || ?1 || i, 'monthly', 999, 'USD', '', '', ?1, '', 's-' || ?1 || i, at, at from d where i % 500 = 0`,
  `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, paid_until, last_payment_at, read_at, created_at)
    ${DAYS} select 's-' || ?1 || i, 'c-' || ?1 || i, ?1, 'monthly', 'CANCELLED', at, at, at, at, at, at from d where i % 500 = 0`,
  `insert into payments (id, subscription_id, member_id, state, amount_cents, currency, paid_at, created_at)
    ${DAYS} select 'p-' || ?1 || i, 's-' || ?1 || (i / 500 * 500), ?1, 'completed', 999, 'USD', at, at from d where i % 30 = 0`,
  `insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, created_at)
    ${DAYS} select 'g-' || ?1 || i, ?1, 'administrator', 'g-' || ?1 || i, 'monthly', at, at + 1, at from d where i % 500 = 0`,
  `insert into transactional_mails (id, member_id, kind, to_address, parameters, state, next_attempt_at, created_at, settled_at)
    ${DAYS} select 'm-' || ?1 || i, ?1, 'test-mail', 'a@b.test', '{}', 'sent', at, at, at from d where i % 30 = 0`,
  `insert into audit (at, actor, action, subject) ${DAYS} select at, 'admin', 'member.sign-out', ?1 from d where i % 10 = 0`,
  `insert into member_notes (id, member_id, text, created_at) ${DAYS} select 'n-' || ?1 || i, ?1, 'Called.', at from d where i % 500 = 0`,
  `insert into consents (purpose, source_id, member_id, email, terms_version, text, at)
    ${DAYS} select 'checkout', 'c-' || ?1 || i, ?1, '', '1', 'Agreed', at from d where i % 500 = 0`,
  `insert into inbound_mails (id, member_id, from_address, from_name, subject, preview, size_bytes, asks_refund, received_at)
    ${DAYS} select 'i-' || ?1 || i, ?1, 'a@b.test', '', 'Hello', '', 1000, 0, at from d where i % 500 = 0`,
];

/** A member who has been here for so many days, with access as of an annual plan and a password; `today` is open. */
export async function createGrownMember(days: number, { now, today }: { now: number; today: string }): Promise<Member> {
  const member = await createMember({
    passwordHash: await hashPassword(readConfig(env), PASSWORD),
    subscriptionType: "annual",
    accessEndsAt: now + 30 * DAY_MS,
    subscriptionEndsAt: now + 30 * DAY_MS,
    wakeUpSince: now - days * DAY_MS,
    createdAt: now - days * DAY_MS,
    updatedAt: now - days * DAY_MS,
    itemsCompleted: days - Math.floor(days / 10) + Math.floor(days / 25),
    lastCompletedDate: addDays(today, -1),
    currentStreak: (days * 4) / 5,
  });
  for (const fill of FILLS) await rowsOf(fill, member.id, today, days);
  return member;
}
