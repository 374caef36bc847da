import { inboundKinds } from "../../mail/kinds/inbound-kinds.ts";

const ANSWERS = Object.keys(inboundKinds)
  .map((kind) => `'${kind}'`)
  .join(",");

// Conditions word for word as in the partial indexes.
/** Letters of an address that had no account: before there was one, or after it was closed. */
export const FROM_STRANGER = "member_id is null and lower(from_address) = {emailKey}";
/** What told such an address that its letter has arrived. */
export const ANSWER_TO_STRANGER = `member_id is null and kind in (${ANSWERS})
  and lower(to_address) = {emailKey}`;
/** Where an address has had two accounts, nobody knows whose a letter from before or between them was: no export shows it. */
export const IS_ONLY_HOLDER = `not exists (
    select 1 from members o
    where o.email_key = {emailKey} and o.deleted_at is not null and o.purged_at is null and o.id <> {id})`;
