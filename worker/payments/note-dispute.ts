import { utcText } from "#domain/rules/incidents.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import type { selectPayment } from "./payments.queries.ts";

type Payment = Awaited<ReturnType<typeof selectPayment>>[number];
type Dispute = {
  /** The event's. */
  type: string;
  disputeId: string | null;
  paymentId: string;
  /** Undefined for one that is none of ours. */
  payment: Payment | undefined;
};

/** A dispute's last event: nothing waits for an answer any more. */
const RESOLVED = "CUSTOMER.DISPUTE.RESOLVED";

function paymentText({ paymentId, payment }: Dispute): string {
  if (!payment) return `the payment ${paymentId || "without a number"}, which is not known here`;
  const whose = payment.giftId === null ? `member ${payment.memberId}` : `gift ${payment.giftId}`;
  return `the payment ${paymentId} of ${formatPrice(payment.amountCents)} (${whose})`;
}

/**
 * Writes down what PayPal tells of a dispute, by the member or the gift whose payment it is. The operator hears of each dispute once
 * by mail; without an address for that it stands on Overview alone.
 */
export async function noteDispute(ctx: Ctx, dispute: Dispute): Promise<void> {
  const { type, disputeId, paymentId, payment } = dispute;
  const giftId = payment?.giftId ?? null;
  log("error", "payment_dispute", { type, disputeId, paymentId, giftId });
  const audited = auditEvent(ctx, {
    actor: "paypal",
    action: "payment.dispute",
    subject: payment?.memberId ?? giftId ?? paymentId,
    details: { type, disputeId, paymentId, ...(giftId === null ? {} : { giftId }) },
  });
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null || type === RESOLVED) return void (await audited);
  const mail = queueMailOnce(ctx, {
    id: `dispute:${disputeId ?? paymentId}`,
    kind: "incident-begun",
    memberId: null,
    to: operatorEmail,
    parameters: {
      title: "A payment is disputed",
      detail: `Somebody disputes ${paymentText(dispute)} at PayPal: ${disputeId ?? "a case without a number"}.`,
      mend: "Answer it in PayPal's Resolution Center in time: else the money goes back. The audit (payment.dispute) names whose it is.",
      sinceText: utcText(ctx.now),
    },
  });
  await ctx.db.batch([audited, mail.insert]);
  ctx.defer(sendTransactionalMail(ctx, mail));
}
