import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { consents } from "#db/schema/consents.ts";
import { goodLinkOwner } from "../auth-tokens.queries.ts";

type ConsentRow = typeof consents.$inferInsert;
type OfAccount = Omit<ConsentRow, "sourceId" | "memberId" | "email">;

/**
 * Records a consent as worded in `domain/rules/consent.ts`; put it in the batch of its cause. The first consent for a purpose and source
 * (the checkout, gift, or account) is never overwritten.
 */
export function insertConsent(db: Db, consent: ConsentRow) {
  return db.insert(consents).values(consent).onConflictDoNothing();
}

/** `from` selects the source's and the member's ID and the address, and their table. */
function insertConsentFrom(db: Db, { purpose, termsVersion, text, priceText, at }: OfAccount, from: SQL) {
  return db.run(sql`
    insert into consents (purpose, terms_version, text, price_text, at, source_id, member_id, email)
    select ${purpose}, ${termsVersion}, ${text}, ${priceText ?? null}, ${at}, ${from} on conflict do nothing`);
}

/** Put it after the statement that stores the checkout. Writes nothing if another request created that checkout first. */
export function insertConsentOfCheckout(db: Db, { sourceId, memberId, email, ...consent }: ConsentRow) {
  const from = sql`id, ${memberId ?? null}, ${email} from checkouts where id = ${sourceId}`;
  return insertConsentFrom(db, consent, from);
}

/** For setting a password by link. Put it before the statement that spends the link. */
export function insertConsentByLink(db: Db, tokenHash: string, consent: OfAccount) {
  const from = sql`id, id, email from members where id in ${goodLinkOwner(db, tokenHash, consent.at)}`;
  return insertConsentFrom(db, consent, from);
}

export function selectConsentsOf(db: Db, memberId: string, limit: number) {
  const { purpose, text, priceText, termsVersion, at } = consents;
  return db
    .select({ purpose, text, priceText, termsVersion, at })
    .from(consents)
    .where(eq(consents.memberId, memberId))
    .orderBy(desc(at))
    .limit(limit);
}
