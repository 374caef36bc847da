import { type SQL, sql } from "drizzle-orm";
import { MAX_FULL_BOUNCES } from "#domain/rules/mail-events.ts";

export type Cause = (now: number) => SQL;

const parameter = (name: string) => sql`json_extract(parameters, ${sql.raw(`'$.${name}'`)})`;

const member = (condition: SQL) => sql`exists (select 1 from members m where m.id = member_id and ${condition})`;
const subscription = (condition: SQL) =>
  sql`exists (select 1 from subscriptions s where s.id = ${parameter("subscriptionId")} and ${condition})`;
const gift = (condition: SQL) =>
  sql`exists (select 1 from gifts g where g.id = ${parameter("giftId")} and ${condition})`;

const wantsMails = (now: number) =>
  sql`m.email_enabled and coalesce(m.paused_until, 0) <= ${now} and m.access_ends_at > ${now}`;

export const getsMails: Cause = (now) => member(wantsMails(now));
export const isInvited: Cause = (now) => member(sql`${wantsMails(now)} and m.highest_plan = 'annual'`);

/** The trial still ends when the email says, and hasn't become a paid membership. */
export const doesTrialEnd: Cause = () =>
  member(
    sql`m.subscription_type = 'trial' and m.subscription_status = 'trial' and m.subscription_ends_at = ${parameter("endsAt")} and m.access_ends_at <= m.subscription_ends_at`,
  );

export const hasNoAccess: Cause = (now) => member(sql`m.access_ends_at <= ${now}`);

export const isToBePurged: Cause = () => member(sql`m.purge_at = ${parameter("purgeAt")}`);

export const hasFailed: Cause = () =>
  subscription(
    sql`s.failed_at = ${parameter("failedAt")} and s.status in ('ACTIVE','SUSPENDED') and s.revoked_at is null`,
  );

export const doesRenew: Cause = () =>
  subscription(sql`s.next_billing_at = ${parameter("renewsAt")} and s.status = 'ACTIVE' and s.cancel_asked_at is null`);

/** Whether a message to an audience concerns a row of `members`. It's about the membership, so it also goes to members without wake-up emails. */
export function isAddressed(audience: SQL, now: number): SQL {
  return sql`(members.deleted_at is null and suppressed_at is null and full_bounces < ${MAX_FULL_BOUNCES} and is_unaccepted = 0 and (
    ${audience} = 'members' and access_ends_at > ${now} or exists (
      select 1 from subscriptions s
      where s.member_id = members.id and s.status in ('APPROVED','ACTIVE','SUSPENDED') and s.revoked_at is null)))`;
}

export const isMessaged: Cause = (now) => sql`exists (
  select 1 from broadcasts b cross join members where b.id = ${parameter("broadcastId")} and b.state <> 'cancelled'
    and members.id = member_id and ${isAddressed(sql`b.audience`, now)})`;

export const isGiftOpen: Cause = (now) =>
  gift(
    sql`g.address_version = ${parameter("addressVersion")} and g.redeemed_at is null and g.refunded_at is null and g.expires_at > ${now}`,
  );

export const isGiftRedeemed: Cause = () => gift(sql`g.redeemed_at is not null and g.refunded_at is null`);

/** Who has no access is only invited while they want emails, and an administrator says that they agreed to them. */
export const isOfferOpen: Cause = () => sql`exists (
  select 1 from invitations i join members m on m.id = i.member_id join imports f on f.id = i.import_id
  where i.member_id = transactional_mails.member_id and m.is_unaccepted = 1 and i.is_unsubscribed = 0 and f.agreed_at is not null)`;

export const isInvitationOpen: Cause = () => member(sql`m.is_unaccepted = 1`);
