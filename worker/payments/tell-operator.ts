import { utcText, wayOf } from "#domain/rules/incidents.ts";
import { callWebhook } from "../alarms/call-webhook.ts";
import { selectUnsettled } from "../alarms/incidents.queries.ts";
import type { Ctx } from "../context.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";

/** Something about money that wants a hand. `id` stands for it: told again under it, no second email is written. */
type News = { id: string; kind: string; title: string; detail: string; mend: string };

/** The alarms' way: where there is no email, or email itself is in trouble. @returns false when it has to be told again */
export async function tellByWebhook(ctx: Ctx, { kind, title, detail, mend }: News): Promise<boolean> {
  const { alarmWebhookUrl, operatorEmail } = ctx.config;
  if (alarmWebhookUrl === null) return true;
  const open = (await selectUnsettled(ctx.db)).flatMap((one) => (one.endedAt === null ? [one.kind] : []));
  if (wayOf({ hasWebhook: true, hasMail: operatorEmail !== null }, open) !== "webhook") return true;
  return callWebhook(ctx, { kind, title, detail, mend, begunAt: ctx.now, endedAt: null });
}

/** The email to the operator; null where there is no address. */
export function operatorMail(ctx: Ctx, { id, title, detail, mend }: News) {
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null) return null;
  const parameters = { title, detail, mend, sinceText: utcText(ctx.now) };
  return queueMailOnce(ctx, { id, kind: "incident-begun", memberId: null, to: operatorEmail, parameters });
}

/** Tells the operator by email or the alarms' webhook; without either it stands in the audit alone. */
export async function tellOperator(ctx: Ctx, news: News): Promise<void> {
  const mail = operatorMail(ctx, news);
  if (mail) {
    await mail.insert;
    ctx.defer(sendTransactionalMail(ctx, mail));
  }
  await tellByWebhook(ctx, news);
}
