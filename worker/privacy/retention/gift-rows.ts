import { DAY_MS } from "#domain/durations.ts";
import { giftKinds } from "../../mail/kinds/gift-kinds.ts";

/** Gifts they gave, were given or opened. */
export const OWN_GIFT = "(member_id = {id} or lower(giver_email) = {emailKey} or lower(recipient_email) = {emailKey})";
export const OWN_GIFTS = `select id from gifts where ${OWN_GIFT}`;
/** Gifts that can be emptied. One that can still be opened, or starts later, keeps what it needs until then. */
export const IS_GIFT_OVER = `(granted_at is not null and not exists (
    select 1 from access_grants a
    where a.source = 'gift' and a.source_id = gifts.id and a.ended_at is null and a.starts_at > {now})
  or refunded_at is not null or member_id = {id}
  or redeemed_at is null and expires_at <= {now} or paid_at is null and created_at <= {now} - ${DAY_MS})`;
export const OVER_GIFTS = `${OWN_GIFTS} and ${IS_GIFT_OVER}`;
export const EMPTY_GIFT = {
  giver_name: "''",
  giver_email: "''",
  recipient_name: "''",
  recipient_email: "''",
  message: "''",
  next_mail_at: "null",
  emptied_at: "{now}",
};
const GIFT_MAILS = JSON.stringify(Object.keys(giftKinds));
/** Selects the ids of emails about gifts: a kind and the gift's id, then possibly the version of its address. */
export const mailsOfGifts = (gifts: string) => `
  select t.id from (${gifts}) g cross join json_each('${GIFT_MAILS}') k
  cross join transactional_mails t on t.id >= k.value || ':' || g.id and t.id < k.value || ':' || g.id || ';'`;

export const IS_GIVER = "lower(giver_email) = {emailKey}";
export const GIVEN_GIFTS = `select id from gifts where ${IS_GIVER}`;
/** What an export shows. A gift is a surprise until its email is sent. */
export const KNOWN_GIFT = `(member_id = {id} or ${IS_GIVER} or lower(recipient_email) = {emailKey} and mailed_at is not null)`;
/** Leaves out what belongs to the other side. */
export const SHOWN_GIFT = {
  giver_email: `iif(${IS_GIVER}, giver_email, '')`,
  order_id: `iif(${IS_GIVER}, order_id, null)`,
  price_cents: `iif(${IS_GIVER}, price_cents, null)`,
  member_id: "iif(member_id = {id}, member_id, null)",
  granted_at: "iif(member_id = {id}, granted_at, null)",
};
