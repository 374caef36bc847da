import { formatPrice } from "#domain/rules/plans.ts";
import { auditEvent, selectDisputeAudit } from "../../audit/audit.queries.ts";
import { tellOperator } from "../../incidents/tell-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { countAttempt } from "../../kernel/limits/attempt-counters.queries.ts";
import { attemptLimit, endOfQuotaDay, tryAttempt } from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import type { selectPayment } from "../payments.queries.ts";

type Payment = Awaited<ReturnType<typeof selectPayment>>[number];
type Dispute = {
  type: string;
  /** PayPal's case; of a reversal that names nothing of ours the event. */
  disputeId: string | null;
  paymentId: string;
  /** Undefined for one that is none of ours. */
  payment: Payment | undefined;
};

/** A dispute's last event: nothing waits for an answer any more. */
const RESOLVED = "CUSTOMER.DISPUTE.RESOLVED";
/** Of what names nothing of ours; the rest of a day stands in the audit. */
const STRANGE_A_DAY = 5;

function paymentText({ paymentId, payment }: Dispute): string {
  if (!payment) return `the payment ${paymentId || "without a number"}, which is not known here`;
  const whose = payment.giftId === null ? `member ${payment.memberId}` : `gift ${payment.giftId}`;
  return `the payment ${paymentId} of ${formatPrice(payment.amountCents)} (${whose})`;
}

function newsOf(dispute: Dispute) {
  const { type, disputeId, paymentId } = dispute;
  const id = `dispute:${disputeId ?? paymentId}`;
  if (type.endsWith(".REVERSED"))
    return {
      id,
      kind: "payment-reversed",
      title: "A payment was taken back",
      detail: `PayPal says that money was taken back (event ${disputeId}), and names ${paymentText(dispute)}.`,
      mend: "Find it in PayPal's Activity. If it paid for a membership here, open that member in the admin area and sync with PayPal.",
    };
  return {
    id,
    kind: "payment-dispute",
    title: "A payment is disputed",
    detail: `Somebody disputes ${paymentText(dispute)} at PayPal: ${disputeId ?? "a case without a number"}.`,
    mend: "Answer it in PayPal's Resolution Center in time: else the money goes back. The audit (payment.dispute) names whose it is.",
  };
}

/**
 * Records a dispute under the member or the gift whose payment it names, and alerts the operator once: of disputes that name no payment
 * of ours, a few a day. Overview shows all of them.
 * @throws AppError `unavailable` if the alert failed; the same event tries it again
 */
export async function noteDispute(ctx: Ctx, dispute: Dispute): Promise<void> {
  const { type, disputeId, paymentId, payment } = dispute;
  const giftId = payment?.giftId ?? null;
  const subject = payment?.memberId ?? giftId ?? paymentId;
  log("error", "payment_dispute", { type, disputeId, paymentId, giftId });
  const details = { type, disputeId, paymentId, ...(giftId === null ? {} : { giftId }) };
  const entry = { actor: "paypal", action: "payment.dispute", subject, details } as const;
  const ofDay = { kind: "strange-money", value: "", max: STRANGE_A_DAY, windowEndsAt: endOfQuotaDay(ctx.now) } as const;
  const limits = payment ? [] : [attemptLimit(ctx, ofDay)];
  const [told] = type === RESOLVED ? [] : await selectDisputeAudit(ctx.db, subject, { disputeId, paymentId });
  const isNew = type !== RESOLVED && !told;
  if (isNew && (await tryAttempt(ctx, limits, { isCounted: false })).isWithin)
    // Counted with the audit row, so an alert that failed uses nothing up.
    await tellOperator(ctx, entry, newsOf(dispute), [countAttempt(ctx.db, limits, ctx.now)]);
  else await auditEvent(ctx, entry);
}
