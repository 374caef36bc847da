import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { goodLinkOwner } from "../auth-tokens.queries.ts";
import { suppressionOf, wakeUpSinceAfter } from "../member/members.queries.ts";

type Address = { email: string; emailKey: string; addressHash: string; now: number };
type Change = Address & { tokenHash: string };

function ownerOf({ tokenHash, now }: Change): SQL {
  return sql`(select member_id from auth_tokens where token_hash = ${tokenHash} and used_at is null and expires_at > ${now})`;
}

/** The account once it has the new address. */
export function ownerAfter(change: Change): SQL {
  return sql`(
    select id from members where id = ${ownerOf(change)} and email_key = ${change.emailKey} and deleted_at is null)`;
}

function setAddress(db: Db, owner: SQLWrapper, { email, emailKey, addressHash, now }: Address) {
  const { suppressedAt, suppressionReason } = suppressionOf(addressHash);
  return db.all<{ id: string }>(sql`
    update members set email = ${email}, email_key = ${emailKey}, suppressed_at = ${suppressedAt},
      suppression_reason = ${suppressionReason}, suppression_asked_at = null, full_bounces = 0, updated_at = ${now},
      wake_up_since = ${wakeUpSinceAfter({ suppressedAt, fullBounces: 0 }, now)}
    where id = ${owner} and deleted_at is null
      and not exists (select 1 from members other where other.email_key = ${emailKey} and other.deleted_at is null)
    returning id`);
}

/** Returns no row if the link has been used or the address taken meanwhile. */
export const changeAddressByLink = (db: Db, change: Change) =>
  setAddress(db, goodLinkOwner(db, change.tokenHash, change.now), change);

/** Writes nothing if the account was accepted or the address taken meanwhile, or if it's theirs already. */
export function changeUnaccepted(db: Db, id: string, address: Address) {
  return setAddress(db, sql`(select id from members where id = ${id} and is_unaccepted = 1)`, address);
}

/** The same for an account whose mailbox no one has proved, and that has no password. A closed account's address stays free for its restore. */
export function changeUnproved(db: Db, id: string, address: Address) {
  const isClosed = sql`exists (
    select 1 from members c where c.email_key = ${address.emailKey} and c.deleted_at is not null and c.purged_at is null)`;
  const owner = sql`(select id from members where id = ${id} and mailbox_proved_at is null and password_hash is null and not ${isClosed})`;
  return setAddress(db, owner, address);
}
