import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import type { Place } from "../place.ts";

export type MailRow = typeof transactionalMails.$inferSelect;

/** A member's mails other than the wake-up, the newest first, from behind a place of that list. */
export function selectMailsOf(db: Db, memberId: string, before: Place | null, limit: number) {
  const { createdAt, id } = transactionalMails;
  const isEarlier = before ? sql`(${createdAt}, ${id}) < (${before.at}, ${before.id})` : undefined;
  return db
    .select()
    .from(transactionalMails)
    .where(and(eq(transactionalMails.memberId, memberId), isEarlier))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
