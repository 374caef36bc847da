import { MINUTE_MS } from "#domain/durations.ts";
import { INCIDENT_WORDS, type IncidentKind, type IncidentWay, wayOf } from "#domain/rules/incidents.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { callWebhook, mailAlarm, openKinds, waysToOperator } from "./alert-operator.ts";
import {
  beginIncident,
  claimAlarm,
  endIncident,
  type Incident,
  recordAlarm,
  selectUnsettled,
} from "./incidents.queries.ts";

/** Longer than the webhook timeout, and over before the next check. */
const LEASE_MS = 2 * MINUTE_MS;

/** A sentence for a kind in trouble, null for one that's fine; unknown kinds are missing. The most serious comes first. */
export type IncidentDetails = Map<IncidentKind, string | null>;

/** Opens and closes incidents and reports them to the operator. The next check retries what failed. */
export async function reportIncidents(ctx: Ctx, unsettled: Incident[], details: IncidentDetails): Promise<void> {
  const open = new Set(openKinds(unsettled));
  const changed = [...details].filter(([kind, detail]) => (detail === null) === open.has(kind));
  const isUnreported = unsettled.some(({ notifiedAt, endedAt }) => notifiedAt === null || endedAt !== null);
  if (changed.length === 0 && !isUnreported) return;
  for (const [kind, detail] of changed) {
    if (detail === null) {
      const [last] = await endIncident(ctx.db, kind, ctx.now);
      if (last) log("info", "incident_over", { kind });
    } else {
      const [first] = await beginIncident(ctx.db, { id: crypto.randomUUID(), kind, detail, startedAt: ctx.now });
      if (first) log("error", "incident_begun", { kind, detail });
    }
  }
  await reportUnsettled(ctx, await selectUnsettled(ctx.db));
}

async function reportUnsettled(ctx: Ctx, unsettled: Incident[]): Promise<void> {
  const { hasWebhook, hasMail } = waysToOperator(ctx.config);
  const isThere = { webhook: hasWebhook, mail: hasMail, log: true };
  const chosen = wayOf({ hasWebhook, hasMail }, openKinds(unsettled));
  for (const incident of unsettled) {
    if (incident.endedAt === null && incident.notifiedAt !== null) continue;
    // Report the end where the start was reported.
    const way = incident.way !== null && isThere[incident.way] ? incident.way : chosen;
    await WAYS[way](ctx, incident);
  }
}

const alarmOf = (incident: Incident) => ({ ...incident, ...INCIDENT_WORDS[incident.kind] });

const WAYS: Record<IncidentWay, (ctx: Ctx, incident: Incident) => Promise<unknown>> = {
  /** If a check dies between the call and its record, the next one calls again: at worst twice, but always at least once. */
  async webhook(ctx, incident) {
    const [claimed] = await claimAlarm(ctx.db, incident, { now: ctx.now, leaseUntil: ctx.now + LEASE_MS });
    if (!claimed || !(await callWebhook(ctx, alarmOf(incident)))) return;
    await recordAlarm(ctx.db, incident, { way: "webhook", now: ctx.now });
  },
  /** The email's row is in the record's batch, so overlapping checks report it once. */
  async mail(ctx, incident) {
    const { id, kind, endedAt } = incident;
    const mail = mailAlarm(ctx, `incident:${id}:${endedAt === null ? "begun" : "over"}`, alarmOf(incident));
    if (mail === null) return;
    const [, [reported]] = await ctx.db.batch([
      mail.insert,
      recordAlarm(ctx.db, incident, { way: "mail", now: ctx.now }),
    ]);
    if (!reported) return;
    if (endedAt === null && INCIDENT_WORDS[kind].isOfMail)
      log("error", "incident_alerted_by_mail_only", { kind, why: "ALARM_WEBHOOK_URL isn't set" });
    await sendTransactionalMail(ctx, mail);
  },
  async log(ctx, incident) {
    const [reported] = await recordAlarm(ctx.db, incident, { way: "log", now: ctx.now });
    if (reported) log("error", "incident_not_alerted", { kind: incident.kind, isOver: incident.endedAt !== null });
  },
};
