import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { MemberStatus } from "#domain/rules/member-status.ts";

// Conditions on a subscription `s`. Each must match its index's condition word for word, or SQLite won't use the index.
const isOver = sql`s.status in ('CANCELLED','EXPIRED')`;
const isPastDue = sql`s.failed_at is not null and s.revoked_at is null and not ${isOver}`;
const isEnding = sql`(s.cancel_asked_at is not null or ${isOver}) and s.revoked_at is null`;

const endsLater = (now: number) => sql`s.member_id = members.id and ${isEnding} and s.paid_until > ${now}`;

/** Whether a row of `members` has a cancelled subscription with paid time left, and none that renews. */
const isCancelled = (now: number) => sql`exists (
  select 1 from subscriptions s indexed by subscriptions_unsettled where ${endsLater(now)})
  and not exists (
    select 1 from subscriptions s
    where s.member_id = members.id and not ${isOver} and s.cancel_asked_at is null and s.revoked_at is null)`;

/** The same as `memberStatus` in `domain/rules/member-status.ts`, for a row of `members`. */
export const statusIn = (now: number): SQL<MemberStatus> => sql`case
  when exists (
    select 1 from subscriptions s indexed by subscriptions_unsettled where s.member_id = members.id and ${isPastDue}) then 'past-due'
  when members.access_ends_at is null then 'none'
  when members.access_ends_at <= ${now} then 'ended'
  when ${isCancelled(now)} then 'cancels'
  when members.is_unaccepted then 'invited'
  when members.subscription_type = 'trial' then 'trial' else 'active' end`;

/** The same as `shownEnd` there: a cancelled subscription's own end, even if other access lasts longer. */
export const endIn = (now: number) => sql<number | null>`coalesce((
  select max(s.paid_until) from subscriptions s indexed by subscriptions_unsettled where ${endsLater(now)}), members.subscription_ends_at)`;

/** Members by `id` with a status that their row alone doesn't say; `key` is when the charge failed, or when the paid time ends. */
export const LISTS = {
  "past-due": () =>
    sql`select s.member_id as id, max(s.failed_at) as key from subscriptions s where ${isPastDue}
      and exists (select 1 from members m where m.id = s.member_id and m.deleted_at is null) group by +s.member_id`,
  cancels: (now: number) => sql`
    select s.member_id as id, max(s.paid_until) as key from subscriptions s indexed by subscriptions_ending
    where ${isEnding} and s.paid_until > ${now} group by +s.member_id`,
};

/** The status as far as the row alone says it, as in the index `members_words_created`, which needs it word for word. */
export const ROW_STATUS = sql`case when highest_plan is null and access_ends_at is null then 'none' when highest_plan is null then 'ended' when is_unaccepted then 'invited' when subscription_type = 'trial' then 'trial' else 'active' end`;

/** How many of them the row says otherwise: what to add to `totals`, and to take from it. */
export function countListed(db: Db, now: number) {
  return db.all<{ row: MemberStatus; status: MemberStatus; members: number }>(sql`
    select ${ROW_STATUS} as "row", ${statusIn(now)} as status, count(*) as members
    from (select id from (${LISTS["past-due"]()}) union select id from (${LISTS.cancels(now)})) l
    cross join members on members.id = l.id where deleted_at is null group by 1, 2`);
}
