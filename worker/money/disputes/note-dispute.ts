import { formatList } from "#domain/formats.ts";
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
  /** The first payment that PayPal names. */
  paymentId: string;
  /** Those that are ours. */
  payments: Payment[];
};

/** Alerts about unknown payments per day. The rest is only audited. */
const STRANGE_A_DAY = 5;

function paymentText({ paymentId, payments }: Dispute): string {
  if (payments.length === 0) return `payment ${paymentId || "without an ID"}, which isn't in our records`;
  const texts = payments.map(({ id, giftId, memberId, amountCents }) => {
    const whose = giftId === null ? `member ${memberId}` : `gift ${giftId}`;
    return `payment ${id} of ${formatPrice(amountCents)} (${whose})`;
  });
  return formatList(texts, "and");
}

function alarmOf(dispute: Dispute): OneTimeAlarm {
  const { type, disputeId, paymentId, payments } = dispute;
  const memberId = payments[0]?.memberId;
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

function entryOf({ type, disputeId, paymentId }: Dispute, payment: Payment | undefined) {
  const giftId = payment?.giftId ?? null;
  const subject = payment?.memberId ?? giftId ?? paymentId;
  const ours = payment && { cents: payment.amountCents, ...(giftId !== null && { giftId }) };
  const details = { type, disputeId, paymentId: payment?.id ?? paymentId, ...ours };
  return { actor: "paypal", action: "payment.dispute", subject, details } as const;
}

/**
 * Records a dispute under the member or gift of each payment and alerts the operator once; if none is ours, a few a day.
 * @throws AppError `unavailable` if the alert failed or PayPal doesn't answer; the same event tries again
 */
export async function noteDispute(ctx: Ctx, dispute: Dispute): Promise<void> {
  const { type, disputeId, paymentId, payments } = dispute;
  log("error", "payment_dispute", { type, disputeId, paymentId, ours: payments.length });
  const entry = entryOf(dispute, payments[0]);
  const ofDay = { kind: "strange-money", value: "", max: STRANGE_A_DAY, windowEndsAt: endOfQuotaDay(ctx.now) } as const;
  const limits = payments.length > 0 ? [] : [attemptLimit(ctx, ofDay)];
  // A dispute's last event needs no answer.
  const isOver = type.endsWith(".RESOLVED");
  const [earlier] = isOver ? [] : await selectDisputeAudit(ctx.db, entry.subject, disputeId ?? paymentId);
  const isNew = !isOver && !earlier;
  if (isNew && (await tryAttempt(ctx, limits, { isCounted: false })).isWithin)
    // Counted with the audit row, so a failed alert isn't counted.
    await alertOperator(ctx, entry, alarmOf(dispute), [countAttempt(ctx.db, limits, ctx.now)]);
  else await auditOnce(ctx, entry);
  for (const payment of payments.slice(1)) await auditOnce(ctx, entryOf(dispute, payment));
  if (payments.length > 0 && disputeId) await readDispute(ctx, disputeId);
}
