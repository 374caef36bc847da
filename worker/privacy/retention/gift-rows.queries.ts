import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/durations.ts";
import { giftKinds } from "../../mail/kinds/gift-kinds.ts";
import type { Person } from "./member-rows.queries.ts";

export const isGiver = ({ emailKey }: Person) => sql`lower(giver_email) = ${emailKey}`;
export const givenGifts = (person: Person) => sql`select id from gifts where ${isGiver(person)}`;

/** Gifts they gave, received, or opened. */
export const isOwnGift = (person: Person) =>
  sql`(member_id = ${person.id} or ${isGiver(person)} or lower(recipient_email) = ${person.emailKey})`;
export const ownGifts = (person: Person) => sql`select id from gifts where ${isOwnGift(person)}`;

/** Gifts that can be emptied; one that can still be opened, or starts later, can't. */
export const isGiftOver = ({ id, now }: Person) => sql`(granted_at is not null and not exists (
    select 1 from access_grants a
    where a.source = 'gift' and a.source_id = gifts.id and a.ended_at is null and a.starts_at > ${now})
  or refunded_at is not null or member_id = ${id}
  or redeemed_at is null and expires_at <= ${now} or paid_at is null and created_at <= ${now - DAY_MS})`;
export const overGifts = (person: Person) => sql`${ownGifts(person)} and ${isGiftOver(person)}`;

export const emptyGift = (now: number) => ({
  giver_name: "",
  giver_email: "",
  recipient_name: "",
  recipient_email: "",
  message: "",
  next_mail_at: null,
  emptied_at: now,
});

const GIFT_MAILS = JSON.stringify(Object.keys(giftKinds));

/** Selects emails about gifts by ID: the kind and the gift's ID, then possibly the address's version. */
export const mailsOfGifts = (gifts: SQL) => sql`
  select t.id from (${gifts}) g cross join json_each(${GIFT_MAILS}) k
  cross join transactional_mails t on t.id >= k.value || ':' || g.id and t.id < k.value || ':' || g.id || ';'`;
