import { addDays } from "#domain/rules/calendar-days.ts";
import { COMPLAINT_DAYS, complaintLevel, type MailFigures } from "#domain/rules/mail-events.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { setPause } from "../mail/dispatcher.queries.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import { markPaused, selectFigures, selectMailOf } from "./mail-events.queries.ts";

const DAY_MS = 86_400_000;

/**
 * Tells the operator of many complaints, and stops all sending for a day at too many: once a day, so that who resumes it is heard.
 * `today` is the UTC day.
 */
export async function watchComplaints(ctx: Ctx, today: string): Promise<void> {
  const [figures] = await selectFigures(ctx.db, addDays(today, 1 - COMPLAINT_DAYS));
  if (!figures) return;
  const level = complaintLevel(figures, ctx.config.complaintLimits);
  if (level === "well") return;
  log("error", "complaints", { level, ...figures });
  // Before the pause, which would hold it back as well.
  await tellOperator(ctx, today, { figures, isPausing: level === "pause" });
  if (level !== "pause") return;
  const until = ctx.now + DAY_MS;
  const reason = `${figures.complained} complaints within ${COMPLAINT_DAYS} days`;
  await ctx.db.batch([
    markPaused(ctx.db, today, ctx.now),
    setPause(ctx.db, until, reason, { onlyAfterChange: true }),
    auditChange(ctx, { actor: "system", action: "sending.pause", subject: "complaints", details: { until } }),
  ]);
}

function shareOf({ told, bounced, complained }: MailFigures): string {
  const delivered = Math.max(told - bounced, 0);
  if (delivered === 0) return "without a mail that is known to be delivered";
  return `${((100 * complained) / delivered).toFixed(2)} percent of ${delivered.toLocaleString("en-US")} delivered mails`;
}

const idOf = (date: string) => `complaints-alarm:${date}`;
const pauseIdOf = (date: string) => `complaints-pause:${date}`;

type Alarm = { figures: MailFigures; isPausing: boolean };

/** One mail for each pause, and one ahead of it: none of those within the days that its figures are of. */
async function tellOperator(ctx: Ctx, today: string, { figures, isPausing }: Alarm): Promise<void> {
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null) return;
  const days = Array.from({ length: COMPLAINT_DAYS }, (_, day) => addDays(today, -day));
  const earlier = isPausing ? [pauseIdOf(today)] : days.flatMap((date) => [idOf(date), pauseIdOf(date)]);
  const [told] = await selectMailOf(ctx.db, earlier);
  if (told) return;
  const { complained } = figures;
  const { pauseShare, pauseFrom } = ctx.config.complaintLimits;
  const pauseText = `${Number((100 * pauseShare).toFixed(4))} percent and at least ${pauseFrom} complaints`;
  const followsText = isPausing
    ? "All sending is paused for 24 hours; you can resume it under Delivery."
    : `Nothing is held back yet; at ${pauseText} all sending pauses for 24 hours.`;
  const mail = queueMailOnce(ctx, {
    kind: "complaints-alarm",
    id: isPausing ? pauseIdOf(today) : idOf(today),
    memberId: null,
    to: operatorEmail,
    parameters: {
      countText: complained === 1 ? "1 complaint" : `${complained} complaints`,
      shareText: shareOf(figures),
      followsText,
    },
  });
  await mail.insert;
  await sendTransactionalMail(ctx, mail);
}
