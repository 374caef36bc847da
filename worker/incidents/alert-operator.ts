import { BRAND } from "#domain/brand.ts";
import { formatDateTime } from "#domain/formats.ts";
import { type AlarmKind, alarmPath, type IncidentKind, runbookOf, severityOf, wayOf } from "#domain/rules/incidents.ts";
import { auditOnce, type Entry, selectEntry } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { unavailable } from "../kernel/errors.ts";
import type { countAttempt } from "../kernel/limits/attempt-counters.queries.ts";
import { errorFields, log } from "../kernel/log.ts";
import type { operatorKinds } from "../mail/kinds/operator-kinds.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce, type queueNotice } from "../mail/transactional-mail.ts";
import { type Incident, selectUnsettled } from "./incidents.queries.ts";

const TIMEOUT_MS = 10_000;

/** An incident, or something that happened once and has no end to report. */
type Alarm = {
  kind: AlarmKind;
  title: string;
  detail: string;
  fix: string;
  startedAt: number;
  endedAt: number | null;
  /** The page of the admin area that shows it, if its kind doesn't say which. */
  path?: string;
};
/** Something that happened once. The `id` identifies it: a repeat writes no second email. */
export type OneTimeAlarm = Pick<Alarm, "kind" | "title" | "detail" | "fix" | "path"> & { id: string };
type Beside = ReturnType<typeof countAttempt>[];

type WithoutReceiver<Mail> = Mail extends { kind: keyof typeof operatorKinds } ? Omit<Mail, "memberId" | "to"> : never;
type OperatorMail = WithoutReceiver<Parameters<typeof queueNotice>[1]> & { id: string };
type Queue = typeof queueMailOnce | typeof queueNotice;

export function waysToOperator({ alarmWebhookUrl, operatorEmail }: Ctx["config"]) {
  return { hasWebhook: alarmWebhookUrl !== null, hasMail: operatorEmail !== null, address: operatorEmail };
}

export const openKinds = (incidents: Incident[]): IncidentKind[] =>
  incidents.flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : []));

/** Builds an email to the operator, for the same batch as its cause. Null if no operator address is set. */
export function mailToOperator(ctx: Ctx, mail: OperatorMail, queue: Queue = queueMailOnce) {
  const to = ctx.config.operatorEmail;
  return to === null ? null : queue(ctx, { ...mail, memberId: null, to });
}

const pathOf = ({ kind, startedAt, path = alarmPath(kind, startedAt) }: Alarm) => path;
const runbookText = ({ kind }: Alarm) => `Runbook: ${runbookOf(kind)}`;

export function mailAlarm(ctx: Ctx, id: string, alarm: Alarm) {
  const { kind, title, detail, fix, startedAt, endedAt } = alarm;
  const parameters = { title, detail, sinceText: formatDateTime(startedAt), path: pathOf(alarm) };
  if (endedAt !== null)
    return mailToOperator(ctx, {
      id,
      kind: "incident-over",
      parameters: { ...parameters, untilText: formatDateTime(endedAt) },
    });
  const advice = { mend: `${fix} ${runbookText(alarm)}`, severityText: severityOf(kind) };
  return mailToOperator(ctx, { id, kind: "incident-begun", parameters: { ...parameters, ...advice } });
}

function textOf(alarm: Alarm, url: string): string {
  const { title, detail, fix, startedAt, endedAt } = alarm;
  if (endedAt === null) return `${BRAND.name} alarm: ${title}. ${detail} ${fix} Open ${url} ${runbookText(alarm)}`;
  return `${BRAND.name} alarm resolved: ${title}. It lasted from ${formatDateTime(startedAt)} to ${formatDateTime(endedAt)}.`;
}

/**
 * Posts to `ALARM_WEBHOOK_URL`. Slack-like services read `text`, Discord reads `content`, and custom programs read the rest.
 * @returns whether the receiver accepted it; failures are logged without the URL, which is a secret
 */
export async function callWebhook({ config }: Ctx, alarm: Alarm): Promise<boolean> {
  const { kind, detail, startedAt, endedAt } = alarm;
  const url = `${config.appUrl}${pathOf(alarm)}`;
  const text = textOf(alarm, url);
  const incident = {
    kind,
    severity: severityOf(kind).toLowerCase(),
    url,
    state: endedAt === null ? "begun" : "over",
    detail,
    begunAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    installation: config.appUrl,
  };
  try {
    const response = await fetch(config.alarmWebhookUrl ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text, content: text, incident }),
      // Only the operator decides where the alarm goes.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return true;
    log("error", "alarm_webhook_failed", { kind, status: response.status });
  } catch (error) {
    const { name } = errorFields(error);
    log("error", "alarm_webhook_failed", { kind, name });
  }
  return false;
}

/** Uses the webhook if there is no email, or email itself is in trouble. @returns false if it didn't accept the alarm */
async function isReportedByWebhook(ctx: Ctx, alarm: Alarm): Promise<boolean> {
  const ways = waysToOperator(ctx.config);
  if (!ways.hasWebhook || wayOf(ways, openKinds(await selectUnsettled(ctx.db))) !== "webhook") return true;
  return callWebhook(ctx, alarm);
}

/**
 * Alerts the operator to something that happened once, by email or by webhook, and writes `entry` to the audit together with `beside`.
 * If the Worker ends between the two, the next try alerts twice, never not at all.
 * @throws AppError `unavailable` if the webhook doesn't accept the alarm, which is audited once as untold; the caller must try again
 */
export async function alertOperator(ctx: Ctx, entry: Entry, { id, ...happened }: OneTimeAlarm, beside: Beside = []) {
  const alarm = { ...happened, startedAt: ctx.now, endedAt: null };
  const isReported = await isReportedByWebhook(ctx, alarm);
  const mail = mailAlarm(ctx, id, alarm);
  const mails = mail ? [mail.insert] : [];
  if (isReported) await ctx.db.batch([auditOnce(ctx, entry), ...mails, ...beside]);
  else await ctx.db.batch([auditOnce(ctx, { ...entry, details: { ...entry.details, told: "no" } }), ...mails]);
  if (mail) ctx.defer(sendTransactionalMail(ctx, mail));
  if (!isReported) throw unavailable("We couldn't alert the operator: ALARM_WEBHOOK_URL didn't accept the message.");
}

/** Like `alertOperator`, for what every reading finds again. @returns false if the alert went out before. @throws AppError `unavailable` */
export async function alertOperatorOnce(ctx: Ctx, entry: Entry, alarm: OneTimeAlarm): Promise<boolean> {
  const [existing] = await selectEntry(ctx.db, entry);
  if (!existing) await alertOperator(ctx, entry, alarm);
  return !existing;
}
