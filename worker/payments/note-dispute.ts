import { utcText, wayOf } from "#domain/rules/incidents.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { callWebhook } from "../alarms/call-webhook.ts";
import { selectUnsettled } from "../alarms/incidents.queries.ts";
import { auditEvent, auditOnce, selectDisputeAudit } from "../audit/audit.queries.ts";
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

/** What the alarms' webhook did not take. */
const UNTOLD = { told: "no" };

const TITLE = "A payment is disputed";
const MEND =
  "Answer it in PayPal's Resolution Center in time: else the money goes back. The audit (payment.dispute) names whose it is.";

/** Whether the operator was told of it before. One without a number is told by its payment. */
async function isKnown(ctx: Ctx, subject: string, { disputeId, paymentId }: Dispute): Promise<boolean> {
  const [earlier] = await selectDisputeAudit(ctx.db, subject, { disputeId, paymentId });
  return earlier !== undefined;
}

/** As all alarms: where there is no mail, or mail itself is in trouble. @returns false when it has to be told again */
async function tellByWebhook(ctx: Ctx, detail: string): Promise<boolean> {
  const { alarmWebhookUrl, operatorEmail } = ctx.config;
  if (alarmWebhookUrl === null) return true;
  const open = (await selectUnsettled(ctx.db)).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : []));
  if (wayOf({ hasWebhook: true, hasMail: operatorEmail !== null }, open) !== "webhook") return true;
  return callWebhook(ctx, {
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
 * by mail or by the alarms' webhook; without either it stands on Overview alone. One that the webhook did not take is written down
 * once as untold.
 * @returns false when the operator has still to be told, by the same event again
 */
export async function noteDispute(ctx: Ctx, dispute: Dispute): Promise<boolean> {
  const { type, disputeId, paymentId, payment } = dispute;
  const giftId = payment?.giftId ?? null;
  const subject = payment?.memberId ?? giftId ?? paymentId;
  log("error", "payment_dispute", { type, disputeId, paymentId, giftId });
  const isNews = type !== RESOLVED && !(await isKnown(ctx, subject, dispute));
  const details = { type, disputeId, paymentId, ...(giftId === null ? {} : { giftId }) };
  const entry = { actor: "paypal", action: "payment.dispute", subject } as const;
  if (!isNews) {
    await auditEvent(ctx, { ...entry, details });
    return true;
  }
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
  // Told twice at worst, and never not at all.
  const isTold = await tellByWebhook(ctx, detail);
  const audited = isTold
    ? auditEvent(ctx, { ...entry, details })
    : auditOnce(ctx, { ...entry, details: { ...details, ...UNTOLD } });
  await ctx.db.batch([audited, ...(mail ? [mail.insert] : [])]);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  return isTold;
}
