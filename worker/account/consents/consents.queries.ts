import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { consents } from "#db/schema/consents.ts";

type ConsentRow = typeof consents.$inferInsert;
type OfAccount = Omit<ConsentRow, "sourceId" | "memberId" | "email">;

/** Records a consent, in the batch of what was agreed to. The first consent for a purpose and source is never overwritten. */
export function insertConsent(db: Db, consent: ConsentRow) {
  return db.insert(consents).values(consent).onConflictDoNothing();
}

/** Records consent for a checkout stored in the same batch. Writes nothing if another request created that checkout first. */
export function insertConsentOfCheckout(db: Db, consent: ConsentRow) {
  const { purpose, sourceId, memberId, email, termsVersion, text, priceText, at } = consent;
  return db.run(sql`
    insert into consents (purpose, source_id, member_id, email, terms_version, text, price_text, at)
    select ${purpose}, id, ${memberId ?? null}, ${email}, ${termsVersion}, ${text}, ${priceText ?? null}, ${at}
    from checkouts where id = ${sourceId}`);
}

export function insertConsentByLink(db: Db, tokenHash: string, consent: OfAccount) {
  const { purpose, termsVersion, text, priceText, at } = consent;
  return db.run(sql`
    insert into consents (purpose, source_id, member_id, email, terms_version, text, price_text, at)
    select ${purpose}, m.id, m.id, m.email, ${termsVersion}, ${text}, ${priceText ?? null}, ${at}
    from auth_tokens t join members m on m.id = t.member_id
    where t.token_hash = ${tokenHash} and t.used_at is null and t.expires_at > ${at}
    on conflict do nothing`);
}

export function selectConsentsOf(db: Db, memberId: string, limit: number) {
  return db.select().from(consents).where(eq(consents.memberId, memberId)).orderBy(desc(consents.at)).limit(limit);
}
