import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";
import type { NewAccessGrant } from "#worker/access/access-grants.queries.ts";
import type { NewMember } from "#worker/account/member/member.ts";

/** A member's ID by number, as long and as scattered as real ones. */
export function memberIdOf(number: number): string {
  const [hash, place] = [(number * 2_654_435_761) % 2 ** 32, number].map((part) => part.toString(16).padStart(8, "0"));
  return `${hash}${place}`;
}

/** A member's ID by number, in SQL. */
const memberIdIn = (number: SQL) => sql`printf('%08x%08x', ((${number}) * 2654435761) & 4294967295, ${number})`;

const USER_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const numbers = (count: number) =>
  sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

type ManyItems = { count: number; from: string; today: string; now: number };

/** One item per day, each with audio and edited twice; future days are drafts. */
export function insertManyItems(db: Db, { count, from, today, now }: ManyItems) {
  const days = sql`${numbers(count)}, days(i, date) as (select i, date(${from}, '+' || i || ' days') from n)`;
  return [
    db.run(sql`
      insert into media (key, kind, title, content_type, size_bytes, created_at) ${days}
      select 'large-' || date || '.mp3', 'audio', 'Audio of ' || date, 'audio/mpeg', 4000000, ${now} + i
      from days where true on conflict do nothing`),
    db.run(sql`
      insert into content (id, date, title, description, status, audio_key, duration_seconds, version, created_at, updated_at) ${days}
      select 'large-' || date, date, 'Session of ' || date, 'Stand up. Breathe. Begin.', iif(date <= ${today}, 'published', 'draft'),
        'large-' || date || '.mp3', 540, 3, ${now}, ${now}
      from days where true on conflict do nothing`),
    db.run(sql`
      insert into content_revisions (content_id, version, fields, replaced_at) ${days}
      select c.id, v.value, json_object('date', c.date, 'title', c.title, 'description', '', 'status', 'draft', 'hidden', json('false'),
        'transcript', null, 'audioKey', c.audio_key, 'embedProvider', null, 'embedRef', null, 'videoKey', null, 'captionsKey', null,
        'artworkKey', null, 'durationSeconds', null), ${now}
      from days join content c on c.id = 'large-' || days.date, json_each('[1,2]') v where true on conflict do nothing`),
  ] as const;
}

export type AccountWithGrant = Pick<NewAccessGrant, "source" | "plan" | "until" | "createdAt" | "endReason"> &
  Pick<NewMember, "id" | "email" | "firstName" | "lastName">;

/**
 * Many accounts, each with one grant: 06:00 in Chicago, emails on, logged in on a phone. A tenth have a label, all have
 * audit entries, payers have a subscription with a payment, and one in twenty has opened a gift; a few early gifts are
 * unopened. Half of them joined within the year for which welcome emails are kept.
 */
export function insertManyMembers(db: Db, accounts: AccountWithGrant[], now: number) {
  const list = JSON.stringify(accounts);
  const of = (name: keyof AccountWithGrant) => sql`value ->> ${name}`;
  // As long as our IDs and PayPal's.
  const uuid = sql`(${of("id")} || '-4000-8000-0000-0000')`;
  const subscriptionId = sql`'I-' || substr(${of("id")}, 1, 8) || substr(${of("id")}, -4)`;
  const paymentId = sql`substr(${of("id")}, 1, 8) || substr(${of("id")}, -9)`;
  return [
    db.run(sql`
      insert into members (id, email, email_key, first_name, last_name, subscription_type, subscription_status, wake_up_since, created_at, updated_at)
      select ${of("id")}, ${of("email")}, ${of("email")}, ${of("firstName")}, ${of("lastName")}, 'trial', 'expired', ${now},
        ${of("createdAt")}, ${of("createdAt")}
      from json_each(${list}) where true on conflict do nothing`),
    db.run(sql`
      insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, end_reason, created_at)
      select ${uuid}, ${of("id")}, ${of("source")}, iif(${of("source")} = 'subscription', ${subscriptionId}, ${uuid}), ${of("plan")},
        ${of("createdAt")}, ${of("until")}, ${of("until")}, ${of("endReason")}, ${of("createdAt")}
      from json_each(${list}) where true on conflict do nothing`),
    ...[
      sql`insert into checkouts (id, plan, price_cents, currency, email, email_key, member_id, nonce_hash, subscription_id, bought_at, created_at)
        select ${uuid}, ${of("plan")}, 999, 'USD', ${of("email")}, ${of("email")}, ${of("id")}, '', ${subscriptionId}, ${of("createdAt")}, ${of("createdAt")}`,
      sql`insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, next_billing_at, paid_until,
          last_payment_at, read_at, check_at, created_at)
        select ${subscriptionId}, ${uuid}, ${of("id")}, ${of("plan")}, 'ACTIVE', ${of("createdAt")}, ${of("createdAt")}, ${of("until")},
          ${of("until")}, ${of("createdAt")}, ${now}, ${of("until")}, ${of("createdAt")}`,
      sql`insert into payments (id, subscription_id, member_id, state, amount_cents, currency, paid_at, created_at)
        select ${paymentId}, ${subscriptionId}, ${of("id")}, 'completed', 999, 'USD', ${of("createdAt")}, ${of("createdAt")}`,
    ].map((insert) =>
      db.run(sql`${insert} from json_each(${list}) where ${of("source")} = 'subscription' on conflict do nothing`),
    ),
    db.run(sql`
      insert into gifts (id, plan, price_cents, currency, giver_name, giver_email, recipient_name, recipient_email, deliver_on, timezone,
        deliver_at, paid_at, mailed_at, expires_at, redeemed_at, member_id, granted_at, created_at)
      select uuid, 'annual', 7999, 'USD', 'Bo', 'bo-' || email, 'Ana', email, '2026-01-01', 'America/Chicago', at, at, at, ${now} * 2,
        iif(is_open, null, at), iif(is_open, null, id), iif(is_open, null, at), at
      from (
        select ${of("id")} as id, ${uuid} as uuid, ${of("email")} as email, ${of("createdAt")} as at, ${of("email")} < 'large-002000' and key % 400 = 0 as is_open
        from json_each(${list}) where key % 20 = 0
      ) where true on conflict do nothing`),
    db.run(sql`
      insert into transactional_mails (id, member_id, kind, to_address, parameters, state, call_id, attempts, key_attempts, first_attempt_at,
        next_attempt_at, not_before, expires_at, created_at, settled_at)
      select kind || ':' || id, id, kind, email, '{"greetingText":"Hello Elena,"}', 'sent', kind || ':' || id, 1, 1, at, at, at, at, at, at
      from (select ${of("id")} as id, ${of("email")} as email, ${of("createdAt")} as at from json_each(${list}) where key % 2 = 0),
        (select value as kind from json_each('["welcome","welcome-day-1","welcome-day-3"]'))
      where true on conflict do nothing`),
    db.run(sql`
      insert into sessions (id, member_id, created_at, last_used_at, user_agent)
      select ${uuid}, ${of("id")}, ${of("createdAt")}, ${now}, ${USER_AGENT} from json_each(${list}) where true on conflict do nothing`),
    db.run(sql`
      insert into member_labels (member_id, label)
      select ${of("id")}, 'vip' from json_each(${list}) where key % 10 = 0 on conflict do nothing`),
    db.run(sql`
      insert into audit (at, actor, action, subject)
      select ${of("createdAt")}, 'admin', 'trial.grant', ${of("id")} from json_each(${list})
      where not exists (select 1 from audit where subject = ${of("id")} and action = 'trial.grant')`),
  ] as const;
}

/** An email from each member, evenly spaced: every third from an unknown address, every ninth about a refund. */
export function insertManyInbound(db: Db, count: number, now: number, apartMs: number) {
  return db.run(sql`
    insert into inbound_mails (id, member_id, from_address, from_name, subject, preview, size_bytes, asks_refund, received_at, folded)
    ${numbers(count)}
    select ${memberIdIn(sql`i`)} || '-0000-0000-0000-0000-000000', iif(i % 3 = 0, null, ${memberIdIn(sql`i`)}), 'somebody@large.daybolt.test', '', 'Hello', '', 1000,
      i % 9 = 0, cast(${now} - i * ${apartMs} as integer), 'somebody@large.daybolt.test  hello'
    from n where true on conflict do nothing`);
}

type Morning = { date: string; slotAt: number; members: number; recipients: number; offset: number };

/** Batch 17 of each hundred failed, so that there is something to show. */
const hasFailed = sql`(i / 100) % 100 = 17`;
const reason = "The provider refused the call";

/** A morning at 06:00 in Chicago after sending: slot, emails, batches of 100, and a delivery for each recipient. */
export function insertMorning(db: Db, { date, slotAt, members, recipients, offset }: Morning) {
  const places = numbers(recipients);
  const batch = sql`'large.' || ${date} || '.' || (i / 100)`;
  const id = memberIdIn(sql`(i + ${offset}) % ${members} + 1`);
  return [
    db.run(sql`
      insert into wake_up_slots (slot_at, outcome, due_count, settled_at)
      values (${slotAt}, 'batched', ${recipients}, ${slotAt}) on conflict do nothing`),
    db.run(sql`
      insert into wake_up_mails (slot_at, local_date, content_id, subject, html, text, created_at)
      values (${slotAt}, ${date}, ${`large-${date}`}, ${`Wake up: Session of ${date}`}, '<p>{{greeting}}</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
        ${"{{greeting}}\n{{unsubscribeUrl}}"}, ${slotAt}) on conflict do nothing`),
    db.run(sql`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, last_error, created_at,
        settled_at, due_count, sent_count, failed_count)
      ${places}
      select ${batch}, ${slotAt}, 'America/Chicago', 6, ${date}, json_group_array(${id}), iif(${hasFailed}, 'failed', 'sent'), ${slotAt},
        iif(${hasFailed}, ${reason}, null), ${slotAt}, ${slotAt} + 60000, count(*),
        iif(${hasFailed}, 0, count(*)), iif(${hasFailed}, count(*), 0)
      from n group by i / 100 on conflict do nothing`),
    db.run(sql`
      insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at, reason)
      ${places}
      select unixepoch(${date}) / 86400, ${id}, b.number, 1, iif(${hasFailed}, ${DELIVERY_STATES.indexOf("failed")}, ${DELIVERY_STATES.indexOf("sent")}),
        ${slotAt} / 1000, iif(${hasFailed}, null, ${slotAt} / 1000 + 30), iif(${hasFailed}, ${reason}, null)
      from n join wake_up_batches b on b.id = ${batch} where true on conflict do nothing`),
  ] as const;
}

/** Sent deliveries of a date to one of several zone hours, with IDs of real length, in the order they are claimed. */
export function fillDeliveries(
  db: Db,
  { date, hour, of, members }: { date: string; hour: number; of: number; members: number },
) {
  return db.run(sql`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at)
    ${numbers(members / of)}, ids(id, i) as (
      select ${memberIdIn(sql`i * ${of} + ${hour}`)}, i from n order by 1)
    select unixepoch(${date}) / 86400, id, 1000000 + ${hour} * 500 + i / 100, 1, ${DELIVERY_STATES.indexOf("sent")}, unixepoch(${date}), unixepoch(${date}) + 1
    from ids`);
}

export function countLargeHouse(db: Db) {
  return db.all<{ members: number; items: number; deliveries: number }>(sql`
    select (select count(*) from members where email like 'large-%') as members, (select count(*) from content) as items,
      (select count(*) from deliveries) as deliveries`);
}
