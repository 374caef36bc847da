import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { gifts } from "#db/schema/payments.ts";
import type { Gift } from "./gifts.queries.ts";

/** Takes the one question of a while, whose answer is not known until it is stored, that the giver's page has answered by PayPal; no row for who asks beside it. */
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
