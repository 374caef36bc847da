import type { ComparedDay } from "#domain/contract/money/ledger.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { addSums, centralMonth } from "#domain/rules/money-months.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { type Booked, selectBooked } from "./ledger.queries.ts";

/** Payments, refunds, reversals, and chargebacks. Fees of their own, transfers, and holds are no one's payment. */
const COMPARED = /^T(?:00\d\d|110[67]|120[12])$/;
const NOT_ALLOWED =
  "Your PayPal app may not read transactions. In PayPal's developer dashboard, open the app, turn on Transaction Search, and save. PayPal may take 9 hours to allow it.";

type Line = Omit<Booked, "refundId">;

async function listReported(ctx: Ctx, from: number, before: number) {
  const list = await requirePayPal(ctx)
    .listReported(from, before)
    .catch((error: unknown) => {
      throw error instanceof PayPalError && error.status === 403 ? conflict(NOT_ALLOWED) : error;
    });
  return list.flatMap(({ transaction_id: id, transaction_event_code: code, transaction_amount: { cents }, ...one }) => {
    // Denied and pending ones moved nothing, and what the account paid others is no payment of ours.
    const isLeftOut = /^[DP]$/.test(one.transaction_status ?? "") || (code.startsWith("T00") && cents < 0);
    if (isLeftOut || !COMPARED.test(code)) return [];
    const fee = { feeCents: Math.abs(one.fee_amount?.cents ?? 0), unknownFees: 0 };
    const sums = { grossCents: Math.max(cents, 0), refundedCents: Math.max(-cents, 0), ...fee };
    const paymentId = one.paypal_reference_id ?? id;
    return [{ id, paymentId, at: one.transaction_initiation_date, amountCents: cents, ...sums }];
  });
}

/** A refund whose ID PayPal didn't say is found by its payment and amount. */
const keyOf = ({ paymentId, amountCents }: Line) => `${paymentId} ${amountCents}`;

/** Compares a Central day with PayPal's own list of it. @throws AppError `conflict` without PayPal's permission, `unavailable` */
export async function compareDay(ctx: Ctx, { date }: { date: string }): Promise<ComparedDay> {
  const [from, before] = [instantAt(date, 0, DEFAULT_ZONE), instantAt(addDays(date, 1), 0, DEFAULT_ZONE)];
  const reported = await listReported(ctx, from, before);
  const ids = reported.flatMap(({ id, paymentId }) => [id, paymentId]);
  const booked = await selectBooked(ctx.db, { from, before }, ids);
  const isOfDay = ({ at }: Line) => at >= from && at < before;
  const known = new Map(booked.map((row) => [row.refundId ?? (row.id === row.paymentId ? row.id : keyOf(row)), row]));
  const pairs = reported.map((paypal) => ({ paypal, ours: known.get(paypal.id) ?? known.get(keyOf(paypal)) }));
  const differing = pairs.filter(
    ({ paypal, ours }) => !ours || !isOfDay(ours) || ours.amountCents !== paypal.amountCents,
  );
  const paired = new Set(pairs.map(({ ours }) => ours));
  const unpaired = booked.filter((ours) => isOfDay(ours) && !paired.has(ours)).map((ours) => ({ ours }));
  const lines = [...differing, ...unpaired].map(({ ours, ...pair }: { paypal?: Line; ours: Line | undefined }) => {
    const { id, paymentId, at } = { ...(pair.paypal ?? ours), ...(ours && { id: ours.id }) } as Line;
    const cents = { paypalCents: pair.paypal?.amountCents ?? null, ourCents: ours?.amountCents ?? null };
    return { id, paymentId, at: new Date(at).toISOString(), ...cents, ourMonth: ours ? centralMonth(ours.at) : null };
  });
  return { paypal: addSums(reported), lines };
}
