import { adminPath } from "#domain/paths.ts";
import { actionName } from "#domain/rules/audit-actions.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { auditOnce, selectDisputeAudit } from "../../audit/audit.queries.ts";
import { alertOperator, type OneTimeAlarm } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { countAttempt } from "../../kernel/limits/attempt-counters.queries.ts";
import { attemptLimit, endOfQuotaDay, tryAttempt } from "../../kernel/limits/attempt-limit.ts";
import { log } from "../../kernel/log.ts";
import type { Payment } from "../payments.queries.ts";
import { readDispute } from "./read-unfinished.ts";

type Dispute = {
  type: string;
  /** PayPal's case ID; the event's ID for a reversal that names none of our payments. */
  disputeId: string | null;
  paymentId: string;
  /** Undefined if it isn't one of ours. */
  payment: Payment | undefined;
};

/** Alerts about unknown payments per day. The rest is only audited. */
const STRANGE_A_DAY = 5;

function paymentText({ paymentId, payment }: Dispute): string {
  if (!payment)
    return paymentId
      ? `payment ${paymentId}, which isn't in our records`
      : "a payment without an ID, which isn't in our records";
  const whose = payment.giftId === null ? `member ${payment.memberId}` : `gift ${payment.giftId}`;
  return `payment ${paymentId} of ${formatPrice(payment.amountCents)} (${whose})`;
}

function alarmOf(dispute: Dispute): OneTimeAlarm {
  const { type, disputeId, paymentId, payment } = dispute;
  const memberId = payment?.memberId;
  const about = {
    id: `dispute:${disputeId ?? paymentId}`,
    ...(memberId && { path: adminPath({ tab: "members", member: memberId }) }),
  };
  if (type.endsWith(".REVERSED"))
    return {
      ...about,
      kind: "payment-reversed",
      title: "A payment was reversed",
      detail: `PayPal reports a reversal (event ${disputeId}) of ${paymentText(dispute)}.`,
      fix: "Find it in PayPal's Activity. If it paid for a membership here, open that member in the admin area and sync with PayPal.",
    };
  return {
    ...about,
    kind: "payment-dispute",
    title: "A payment is disputed",
    detail: `Someone opened a dispute in PayPal (${disputeId ?? "no case number"}) over ${paymentText(dispute)}.`,
    fix: `Respond in PayPal's Resolution Center before the deadline, or the money goes back. In the audit log, "${actionName("payment.dispute")}" shows whose payment it is.`,
  };
}

/**
 * Records a dispute under its member or gift and alerts the operator once; for payments that aren't ours, a few a day.
 * @throws AppError `unavailable` if the alert failed or PayPal doesn't answer; the same event tries again
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
  // A dispute's last event needs no answer.
  const isOver = type.endsWith(".RESOLVED");
  const [earlier] = isOver ? [] : await selectDisputeAudit(ctx.db, subject, disputeId ?? paymentId);
  const isNew = !isOver && !earlier;
  if (isNew && (await tryAttempt(ctx, limits, { isCounted: false })).isWithin)
    // Counted with the audit row, so a failed alert isn't counted.
    await alertOperator(ctx, entry, alarmOf(dispute), [countAttempt(ctx.db, limits, ctx.now)]);
  else await auditOnce(ctx, entry);
  if (payment && disputeId) await readDispute(ctx, disputeId);
}
