import { utcText, wayOf } from "#domain/rules/incidents.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { callWebhook } from "../alarms/call-webhook.ts";
import { selectUnsettled } from "../alarms/incidents.queries.ts";
import { auditEvent, selectDisputeAudit } from "../audit/audit.queries.ts";
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

const TITLE = "A payment is disputed";
const MEND =
  "Answer it in PayPal's Resolution Center in time: else the money goes back. The audit (payment.dispute) names whose it is.";

/** Whether PayPal has told of it before. One without a number is told by its payment. */
async function isKnown(ctx: Ctx, subject: string, { disputeId, paymentId }: Dispute): Promise<boolean> {
  const [earlier] = await selectDisputeAudit(ctx.db, subject, { disputeId, paymentId });
  return earlier !== undefined;
}

/** As all alarms: where there is no mail, or mail itself is in trouble. */
async function tellByWebhook(ctx: Ctx, detail: string): Promise<void> {
  const { alarmWebhookUrl, operatorEmail } = ctx.config;
  if (alarmWebhookUrl === null) return;
  const open = (await selectUnsettled(ctx.db)).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : []));
  if (wayOf({ hasWebhook: true, hasMail: operatorEmail !== null }, open) !== "webhook") return;
  await callWebhook(ctx, {
    kind: "payment-dispute",
    title: TITLE,
    detail,
    mend: MEND,
    begunAt: ctx.now,
    endedAt: null,
  });
}

/**
 * Writes down what PayPal tells of a dispute, by the member or the gift whose payment it is. The operator hears of each dispute once,
 * by mail or by the alarms' webhook; without either it stands on Overview alone.
 */
export async function noteDispute(ctx: Ctx, dispute: Dispute): Promise<void> {
  const { type, disputeId, paymentId, payment } = dispute;
  const giftId = payment?.giftId ?? null;
  const subject = payment?.memberId ?? giftId ?? paymentId;
  log("error", "payment_dispute", { type, disputeId, paymentId, giftId });
  const isNews = type !== RESOLVED && !(await isKnown(ctx, subject, dispute));
  const audited = auditEvent(ctx, {
    actor: "paypal",
    action: "payment.dispute",
    subject,
    details: { type, disputeId, paymentId, ...(giftId === null ? {} : { giftId }) },
  });
  if (!isNews) return void (await audited);
  const detail = `Somebody disputes ${paymentText(dispute)} at PayPal: ${disputeId ?? "a case without a number"}.`;
  const { operatorEmail } = ctx.config;
  const mail =
    operatorEmail === null
      ? null
      : queueMailOnce(ctx, {
          id: `dispute:${disputeId ?? paymentId}`,
          kind: "incident-begun",
          memberId: null,
          to: operatorEmail,
          parameters: { title: TITLE, detail, mend: MEND, sinceText: utcText(ctx.now) },
        });
  await ctx.db.batch([audited, ...(mail ? [mail.insert] : [])]);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  await tellByWebhook(ctx, detail);
}
