import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { subscriptions } from "#db/schema/payments.ts";
import type { Subscription } from "./subscriptions.queries.ts";

type ClosedSubscription = {
  id: string;
  checkout: { id: string; plan: Subscription["plan"]; createdAt: number };
  memberId: string;
  startsAt: number;
  now: number;
};

/**
 * What a payment of an account that is closed stands with: over, and without any access; nothing where it is known. Until it is closed
 * for good, it is due for another reading: its checkout counts as bought.
 */
export function insertClosedSubscription(db: Db, { id, checkout, memberId, startsAt, now }: ClosedSubscription) {
  const { createdAt } = checkout;
  return db
    .insert(subscriptions)
    .values({
      ...{ id, memberId, startsAt, checkoutId: checkout.id, plan: checkout.plan, status: "CANCELLED" },
      ...{ approvedAt: createdAt, unpaidFrom: createdAt, unpaidUntil: createdAt, lastPaymentAt: now },
      ...{ revokedAt: now, revokeReason: "refunded", readAt: now, checkAt: now, createdAt: now },
    })
    .onConflictDoNothing();
}

/** Who had an account that is closed, and since when. */
export function selectClosedMember(db: Db, id: string) {
  const { email, firstName, timezone, deletedAt } = members;
  return db.select({ id: members.id, email, firstName, timezone, deletedAt }).from(members).where(eq(members.id, id));
}
