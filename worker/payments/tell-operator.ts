import { utcText, wayOf } from "#domain/rules/incidents.ts";
import { callWebhook } from "../alarms/call-webhook.ts";
import { selectUnsettled } from "../alarms/incidents.queries.ts";
import { auditOnce, type Entry, selectEntry } from "../audit/audit.queries.ts";
import type { countAttempt } from "../auth/attempt-counters.queries.ts";
import type { Ctx } from "../context.ts";
import { unavailable } from "../errors.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";

/** Something about money that wants a hand. `id` stands for it: told again under it, no second email is written. */
type News = { id: string; kind: string; title: string; detail: string; mend: string };

/** What the alarms' webhook didn't take. */
const UNTOLD = { told: "no" };

/** The alarms' way: where there is no email, or email itself is in trouble. @returns false when it has to be told again */
async function tellByWebhook(ctx: Ctx, { kind, title, detail, mend }: News): Promise<boolean> {
  const { alarmWebhookUrl, operatorEmail } = ctx.config;
  if (alarmWebhookUrl === null) return true;
  const open = (await selectUnsettled(ctx.db)).flatMap((one) => (one.endedAt === null ? [one.kind] : []));
  if (wayOf({ hasWebhook: true, hasMail: operatorEmail !== null }, open) !== "webhook") return true;
  return callWebhook(ctx, { kind, title, detail, mend, begunAt: ctx.now, endedAt: null });
}

/** The email to the operator; null where there is no address. */
function operatorMail(ctx: Ctx, { id, title, detail, mend }: News) {
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null) return null;
  const parameters = { title, detail, mend, sinceText: utcText(ctx.now) };
  return queueMailOnce(ctx, { id, kind: "incident-begun", memberId: null, to: operatorEmail, parameters });
}

/**
 * Tells the operator by email or the alarms' webhook, and then writes `entry` into the audit, which stands for having been told; without
 * either way it stands in the audit alone. What ends in between is told twice, and nothing is never told. `beside` is written with it.
 * What the webhook didn't take is noted once as untold.
 * @throws AppError `unavailable` while the webhook doesn't take it: what led here has to lead here again
 */
export async function tellOperator(ctx: Ctx, entry: Entry, news: News, beside: ReturnType<typeof countAttempt>[] = []) {
  const isTold = await tellByWebhook(ctx, news);
  const mail = operatorMail(ctx, news);
  const mails = mail ? [mail.insert] : [];
  if (isTold) await ctx.db.batch([auditOnce(ctx, entry), ...mails, ...beside]);
  else await ctx.db.batch([auditOnce(ctx, { ...entry, details: { ...entry.details, ...UNTOLD } }), ...mails]);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  if (!isTold) throw unavailable("The operator couldn't be told: ALARM_WEBHOOK_URL didn't accept the message.");
}

/** The same for what is met at each reading. @returns false when it was told before. @throws AppError `unavailable` */
export async function tellOperatorOnce(ctx: Ctx, entry: Entry, news: News): Promise<boolean> {
  const [told] = await selectEntry(ctx.db, entry);
  if (!told) await tellOperator(ctx, entry, news);
  return !told;
}
