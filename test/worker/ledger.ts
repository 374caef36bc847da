import { parse } from "csv-parse/sync";
import { createMember, rowsOf } from "./factories.ts";
import { request } from "./request.ts";

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

async function insertGift(id: string, { giverEmail = "bo@giver.test", plan = "annual" } = {}): Promise<void> {
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

/** Empties what a ledger consists of. */
export async function emptyLedger(): Promise<void> {
  for (const table of [
    "refunds",
    "disputes",
    "payments",
    "subscriptions",
    "checkouts",
    "gifts",
    "access_grants",
    "members",
    "audit",
  ])
    await rowsOf(`delete from ${table}`);
}

export const at = (time: string) => Date.parse(`2031-${time}Z`);

/** Forty payments of two members and two gifts from February to April, most of them in March, with all that can happen to them. */
export async function handMade(): Promise<void> {
  const ana = await createMember({ firstName: "Ana", lastName: "=SUM(A1)", email: "ana@ledger.test" });
  const ben = await createMember({ firstName: "Ben", lastName: null, email: "ben@ledger.test" });
  await insertSubscription("I-ANA", ana.id);
  await insertSubscription("I-BEN", ben.id, "annual");
  await insertGift("g1");
  await insertGift("g2", { plan: "monthly" });
  const monthly = { cents: 999, fee: 84, subscriptionId: "I-ANA" };
  // The last of February and the first of March in Central Standard Time; then the first of April in Daylight Time.
  await insertPayment({ ...monthly, id: "FEB", at: at("03-01T05:59:59.999") });
  await insertPayment({ ...monthly, id: "MAR-FIRST", at: at("03-01T06:00:00") });
  await insertPayment({ ...monthly, id: "MAR-LAST", at: at("04-01T04:59:59.999") });
  await insertPayment({ ...monthly, id: "APR", at: at("04-01T05:00:00") });
  for (let day = 1; day <= 30; day += 1)
    await insertPayment({ ...monthly, id: `M-${day}`, at: at(`03-${String(day).padStart(2, "0")}T18:00:00`) });
  await insertPayment({ id: "YEAR-1", subscriptionId: "I-BEN", cents: 7999, fee: 329, at: at("03-09T08:00:00") });
  await insertPayment({ id: "YEAR-2", subscriptionId: "I-BEN", cents: 7999, fee: null, at: at("03-20T08:00:00") });
  await insertPayment({ id: "GIFT-1", giftId: "g1", cents: 7999, fee: 329, at: at("03-10T08:00:00") });
  await insertPayment({ id: "GIFT-2", giftId: "g2", cents: 999, fee: null, at: at("03-11T08:00:00") });
  await insertPayment({ ...monthly, id: "ODD-1", cents: 1, fee: 0, at: at("03-12T08:00:00") });
  await insertPayment({ ...monthly, id: "ODD-2", cents: 1001, fee: null, at: at("03-13T08:00:00") });
  // In parts, in full, taken back, in another month than it was paid, and not made or refused.
  await insertRefund({ of: "YEAR-1", cents: 1000, at: at("03-15T08:00:00") });
  await insertRefund({ of: "YEAR-1", cents: 2333, at: at("03-16T08:00:00") });
  await insertRefund({ of: "GIFT-2", cents: 999, at: at("03-17T08:00:00") });
  await insertRefund({ of: "M-1", cents: 999, at: at("03-18T08:00:00"), kind: "reversal" });
  await insertRefund({ of: "M-2", cents: 999, at: at("04-02T08:00:00") });
  await insertRefund({ of: "FEB", cents: 499, at: at("03-02T08:00:00") });
  await insertRefund({ of: "M-3", cents: 999, at: at("03-19T08:00:00"), kind: "requested" });
  await insertRefund({ of: "M-4", cents: 999, at: at("03-19T09:00:00"), kind: "refused" });
}

export const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** The lines of an export by their columns. */
export async function exportedLedger(query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const response = await request(`/api/admin/payments/export?${new URLSearchParams(query)}`, { admin: true });
  return parse(await response.text(), { bom: true, columns: true });
}
