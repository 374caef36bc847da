import { rowsOf } from "./factories.ts";

export type PaidRow = {
  id: string;
  at: number;
  cents: number;
  fee?: number | null;
  giftId?: string;
  subscriptionId?: string;
};
export type RefundedRow = {
  of: string;
  at: number;
  cents: number;
  kind?: "refund" | "reversal" | "requested" | "refused";
};

/** A subscription of a member, or one of nobody's. */
export async function insertSubscription(id: string, memberId: string, plan = "monthly"): Promise<void> {
  await rowsOf(
    `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at)
    values (?1, ?2, iif(?2 = 'annual', 7999, 999), 'USD', '', '', '', 0)`,
    `c-${id}`,
    plan,
  );
  await rowsOf(
    `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
    values (?, ?, ?, ?, 'ACTIVE', 0, 0, 0, 0)`,
    id,
    `c-${id}`,
    memberId,
    plan,
  );
}

export async function insertGift(id: string, { giverEmail = "bo@giver.test", plan = "annual" } = {}): Promise<void> {
  await rowsOf(
    `insert into gifts (id, plan, price_cents, currency, giver_name, giver_email, recipient_name, recipient_email, deliver_on,
      timezone, deliver_at, created_at)
    values (?, ?, 7999, 'USD', 'Bo', ?, 'Ana', 'ana@gift.test', '2031-01-01', 'America/Chicago', 0, 0)`,
    id,
    plan,
    giverEmail,
  );
}

export async function insertPayment({ id, at, cents, fee, giftId, subscriptionId }: PaidRow): Promise<void> {
  await rowsOf(
    `insert into payments (id, subscription_id, gift_id, member_id, state, amount_cents, currency, fee_cents, paid_at, created_at)
    values (?1, ?2, ?3, (select member_id from subscriptions where id = ?2), 'completed', ?4, 'USD', ?5, ?6, ?6)`,
    id,
    subscriptionId ?? null,
    giftId ?? null,
    cents,
    fee ?? null,
    at,
  );
}

/** As our own code leaves a refund: what is done counts in its payment, too. */
export async function insertRefund({ of, at, cents, kind = "refund" }: RefundedRow): Promise<void> {
  const isDone = kind === "refund" || kind === "reversal";
  await rowsOf(
    `insert into refunds (id, payment_id, provider_id, amount_cents, currency, is_reversal, asked_at, done_at, last_error)
    values (?, ?, ?, ?, 'USD', ?, ?, ?, ?)`,
    `r-${of}-${at}`,
    of,
    isDone ? `P-${of}-${at}` : null,
    cents,
    kind === "reversal" ? 1 : 0,
    at,
    isDone ? at : null,
    kind === "refused" ? "no" : null,
  );
  if (isDone) await rowsOf("update payments set refunded_cents = refunded_cents + ? where id = ?", cents, of);
}
