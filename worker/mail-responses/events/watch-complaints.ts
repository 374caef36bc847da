import { DAY_MS } from "#domain/durations.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { placeText } from "#domain/rules/admin-places.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import {
  COMPLAINT_DAYS,
  complaintLevel,
  type KindFigures,
  type MailFigures,
  mustPause,
  type PausableKind,
} from "#domain/rules/mail-events.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { mailToOperator } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { pauseKind, selectPauses } from "../../mail/pauses.queries.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { PAUSED_NAMES, pausedKinds } from "../../mail/sending-state.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import {
  countComplainers,
  countComplaints,
  countDelivered,
  type Since,
  selectAlarmSince,
  selectFigures,
} from "./mail-events.queries.ts";

/** Ignores complaints from before an administrator resumed sending. `today` is the UTC day. */
export async function watchComplaints(ctx: Ctx, today: string): Promise<void> {
  const from = addDays(today, 1 - COMPLAINT_DAYS);
  const [[dispatcher], pauses] = await ctx.db.batch([selectDispatcher(ctx.db), selectPauses(ctx.db)]);
  const resumedAt = dispatcher?.complaintsFrom ?? 0;
  // Deliveries are counted by day, so the whole day of the resumption is compared with its complaints.
  const since = { date: [from, dateIn("UTC", resumedAt)].toSorted().at(-1) ?? from, at: resumedAt };
  const paused = pausedKinds(pauses, ctx.now);
  const [complainers, [figures], [counted]] = await ctx.db.batch([
    countComplainers(ctx.db, since),
    selectFigures(ctx.db, since.date),
    countComplaints(ctx.db, since),
  ]);
  for (const { kind, complained } of complainers)
    if (!paused.includes(kind)) await pauseIfMany(ctx, kind, complained, since);
  if (!figures || !counted) return;
  const all = { ...figures, ...counted };
  if (complaintLevel(all, ctx.config.complaintLimits) === "well") return;
  log("error", "complaints", { level: "alarm", ...all });
  await alarmOperator(ctx, since, all);
}

async function pauseIfMany(ctx: Ctx, kind: PausableKind, complained: number, since: Since): Promise<void> {
  const { complaintLimits: limits } = ctx.config;
  if (complained < limits.pauseFrom) return;
  const [{ delivered } = { delivered: 0 }] = await countDelivered(ctx.db, kind, since);
  if (!mustPause({ complained, delivered }, limits)) return;
  const until = ctx.now + DAY_MS;
  log("error", "complaints", { level: "pause", kind, complained, delivered });
  const name = PAUSED_NAMES[kind];
  const id = `complaints-pause:${dateIn("UTC", ctx.now)}:${crypto.randomUUID()}`;
  const followsText = `We've paused ${name} for 24 hours. All other emails still go out. ${placeText("Resume")} ends the pause.`;
  const parameters = { ...wordsOf({ complained, delivered }, name), followsText };
  const mail = mailToOperator(ctx, { kind: "complaints-alarm", id, parameters }, queueNotice);
  await ctx.db.batch([
    pauseKind(ctx.db, kind, { until, now: ctx.now }),
    auditChange(ctx, { actor: "system", action: "sending.pause", subject: "complaints", details: { kind, until } }),
    ...(mail ? [mail.insert] : []),
  ]);
  if (mail) await sendTransactionalMail(ctx, mail);
}

function wordsOf({ complained, delivered }: KindFigures, about: string) {
  const share =
    delivered === 0
      ? `more complaints than delivered ${about}`
      : `${((100 * complained) / delivered).toFixed(2)}% of ${formatNumber(delivered)} delivered ${about}`;
  return { countText: formatCount(complained, "spam complaint"), shareText: share };
}

/** Alerts the operator once per period since sending last resumed, and not at all if a pause in that period already sent an email. */
async function alarmOperator(ctx: Ctx, since: Since, { reported, bounced, complained }: MailFigures): Promise<void> {
  const { pauseShare, pauseFrom } = ctx.config.complaintLimits;
  const pauseText = `at least ${pauseFrom} recipients, and at least ${Number((100 * pauseShare).toFixed(4))}%, complain`;
  const followsText = `Nothing is paused yet. If ${pauseText} about one kind of email, we pause it for 24 hours.`;
  const parameters = { ...wordsOf({ complained, delivered: Math.max(reported - bounced, 0) }, "emails"), followsText };
  const id = `complaints-alarm:${dateIn("UTC", ctx.now)}:${since.at}`;
  const mail = mailToOperator(ctx, { kind: "complaints-alarm", id, parameters });
  if (mail === null) return;
  const [earlier] = await selectAlarmSince(ctx.db, since);
  if (earlier) return;
  await mail.insert;
  await sendTransactionalMail(ctx, mail);
}
