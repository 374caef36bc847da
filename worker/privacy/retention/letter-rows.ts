import { inboundKinds } from "../../mail/kinds/inbound-kinds.ts";

const ANSWERS = Object.keys(inboundKinds)
  .map((kind) => `'${kind}'`)
  .join(",");

// Conditions must match the partial indexes word for word.
/** Emails from the address while it had no account: before it had one, or after the account was closed. */
export const FROM_STRANGER = "member_id is null and lower(from_address) = {emailKey}";
/** Acknowledgements of such emails. */
export const ANSWER_TO_STRANGER = `member_id is null and kind in (${ANSWERS})
  and lower(to_address) = {emailKey}`;
/** If an address has had two accounts, an email from before or between them can't be attributed, so no export shows it. */
export const IS_ONLY_HOLDER = `not exists (
    select 1 from members o
    where o.email_key = {emailKey} and o.deleted_at is not null and o.purged_at is null and o.id <> {id})`;
