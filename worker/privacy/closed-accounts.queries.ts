import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { LinkRow } from "../account/single-use-link.ts";

type Closing = { now: number; purgeAt: number; mailboxProvedAt: number | null };

/** Closes an account and sets the day its data is purged; does nothing if it's closed, or its mailbox was proved since it was read. */
export function closeAccount(db: Db, id: string, { now, purgeAt, mailboxProvedAt }: Closing) {
  return db.run(sql`
    update members set deleted_at = ${now}, purge_at = ${purgeAt}, updated_at = ${now}
    where id = ${id} and deleted_at is null and mailbox_proved_at is ${mailboxProvedAt}`);
}

/** Stores an email's restore link in the same batch; writes nothing if that email wasn't written. */
export function insertWayBack(db: Db, mailId: string, link: LinkRow) {
  const { id, memberId, emailKey, purpose, tokenHash, signingKey, expiresAt, createdAt } = link;
  return db.run(sql`
    insert into auth_tokens (id, member_id, email_key, purpose, token_hash, signing_key, expires_at, created_at)
    select ${id}, ${memberId}, ${emailKey}, ${purpose}, ${tokenHash}, ${signingKey}, ${expiresAt}, ${createdAt}
    where exists (select 1 from transactional_mails where id = ${mailId} and token_id = ${id})`);
}

type WayBack = {
  memberId: string;
  email: string;
  mailboxProvedAt: number | null;
  expiresAt: number;
  usedAt: number | null;
  isOpen: 0 | 1;
};

/** Returns an account's restore link, even if it's no longer valid. */
export function selectWayBack(db: Db, tokenHash: string) {
  return db.all<WayBack>(sql`
    select m.id as "memberId", m.email, m.mailbox_proved_at as "mailboxProvedAt", t.expires_at as "expiresAt", t.used_at as "usedAt", m.deleted_at is null as "isOpen"
    from auth_tokens t join members m on m.id = t.member_id and m.email_key = coalesce(t.email_key, m.email_key)
    where t.token_hash = ${tokenHash} and t.purpose = 'keep-account' and m.purged_at is null`);
}

/** Reopens a closed account; returns no row if its data is due to be purged or another account has its address. */
export function reopenAccount(db: Db, id: string, now: number) {
  return db.all<{ id: string }>(sql`
    update members as m set deleted_at = null, purge_at = null, updated_at = ${now}
    where m.id = ${id} and m.deleted_at is not null and m.purged_at is null and m.purge_at > ${now}
      and exists (
        select 1 from auth_tokens t
        where t.member_id = m.id and t.purpose = 'keep-account' and t.used_at is null and t.expires_at > ${now})
      and not exists (select 1 from members o where o.email_key = m.email_key and o.deleted_at is null)
    returning id`);
}

/** Whether the payment for grant `g` was refunded: a refund doesn't end the grants of a closed account. */
const isPaidBack = sql`case g.source
  when 'subscription' then (
    select p.state from payments p where p.subscription_id = g.source_id order by p.paid_at desc limit 1) in ('refunded','reversed')
  when 'gift' then exists (select 1 from gifts f where f.id = g.source_id and f.refunded_at is not null)
  end`;

const isOpen = (id: string) => sql`exists (select 1 from members m where m.id = ${id} and m.deleted_at is null)`;

/** Restores the grants that closing the account ended, except those refunded since. */
export function reviveGrants(db: Db, memberId: string) {
  return db.run(sql`
    update access_grants as g set ended_at = null, end_reason = null
    where g.member_id = ${memberId} and g.end_reason = 'account_deleted' and ${isPaidBack} is not 1 and ${isOpen(memberId)}`);
}

/** Makes the next hourly run read a reopened account's subscriptions: it missed PayPal's events while closed. */
export function readSubscriptionsSoon(db: Db, memberId: string, now: number) {
  return db.run(sql`update subscriptions set check_at = ${now} where member_id = ${memberId} and ${isOpen(memberId)}`);
}

export function spendWaysBack(db: Db, memberId: string, now: number) {
  return db.run(sql`
    update auth_tokens set used_at = ${now}
    where member_id = ${memberId} and purpose = 'keep-account' and used_at is null and ${isOpen(memberId)}`);
}
