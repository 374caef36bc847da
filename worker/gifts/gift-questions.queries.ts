import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { gifts } from "#db/schema/payments.ts";
import type { Gift } from "./gifts.queries.ts";

/** Claims the one question to PayPal per interval, and clears the last answer. Returns no row to anyone who asks meanwhile. */
export function takeQuestion(db: Db, id: string, { now, after }: { now: number; after: number }) {
  return db
    .update(gifts)
    .set({ askedAt: now, answer: null })
    .where(and(eq(gifts.id, id), sql`coalesce(asked_at, 0) <= ${after}`))
    .returning({ id: gifts.id });
}

export function setAnswer(db: Db, id: string, answer: NonNullable<Gift["answer"]>) {
  return db.update(gifts).set({ answer }).where(eq(gifts.id, id));
}
