import { utcText, wayOf } from "#domain/rules/incidents.ts";
import { auditOnce, type Entry, selectEntry } from "../audit/audit.queries.ts";
import { callWebhook } from "../incidents/call-webhook.ts";
import { selectUnsettled } from "../incidents/incidents.queries.ts";
import { mailToOperator } from "../incidents/mail-to-operator.ts";
import type { Ctx } from "../kernel/context.ts";
import { unavailable } from "../kernel/errors.ts";
import type { countAttempt } from "../kernel/limits/attempt-counters.queries.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";

/** A money matter for the operator. The `id` identifies it: a repeat writes no second email. */
type News = { id: string; kind: string; title: string; detail: string; mend: string };

/** Uses the alarms' webhook if there is no email, or email itself is in trouble. @returns false if it didn't accept the alert */
async function tellByWebhook(ctx: Ctx, { kind, title, detail, mend }: News): Promise<boolean> {
  const { alarmWebhookUrl, operatorEmail } = ctx.config;
  if (alarmWebhookUrl === null) return true;
  const open = (await selectUnsettled(ctx.db)).flatMap((one) => (one.endedAt === null ? [one.kind] : []));
  if (wayOf({ hasWebhook: true, hasMail: operatorEmail !== null }, open) !== "webhook") return true;
  return callWebhook(ctx, { kind, title, detail, mend, begunAt: ctx.now, endedAt: null });
}

/**
 * Alerts the operator, then writes `entry` and `beside`. A Worker that ends in between alerts twice, never not at all.
 * @throws AppError `unavailable` if the webhook doesn't accept the alert; the caller has to try again
 */
export async function tellOperator(ctx: Ctx, entry: Entry, news: News, beside: ReturnType<typeof countAttempt>[] = []) {
  const isTold = await tellByWebhook(ctx, news);
  const { id, title, detail, mend } = news;
  const parameters = { title, detail, mend, sinceText: utcText(ctx.now) };
  const mail = mailToOperator(ctx, { id, kind: "incident-begun", parameters });
  const mails = mail ? [mail.insert] : [];
  if (isTold) await ctx.db.batch([auditOnce(ctx, entry), ...mails, ...beside]);
  // Marked as not alerted.
  else await ctx.db.batch([auditOnce(ctx, { ...entry, details: { ...entry.details, told: "no" } }), ...mails]);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  if (!isTold) throw unavailable("The operator couldn't be told: ALARM_WEBHOOK_URL didn't accept the message.");
}

/** The same for what every reading finds again. @returns false if the alert went out before. @throws AppError `unavailable` */
export async function tellOperatorOnce(ctx: Ctx, entry: Entry, news: News): Promise<boolean> {
  const [told] = await selectEntry(ctx.db, entry);
  if (!told) await tellOperator(ctx, entry, news);
  return !told;
}
