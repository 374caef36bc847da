import type { EmptyMorning } from "#domain/contract/content/library.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import { selectMornings } from "../../content/fallbacks.queries.ts";
import { emptyMornings } from "../../content/fallbacks.ts";
import { mailToOperator } from "../../incidents/alert-operator.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";

/** The operator gets the alert from this hour on, in Central time. */
const EVENING = 18;

function wordsOf({ date, fallback }: EmptyMorning) {
  const dateText = formatLongDate(date);
  if (fallback === null) {
    return {
      dateText,
      outcomeText: "no email goes out",
      detailText:
        "Members get no email that morning. Their streaks are safe, because a day without a session doesn't count.",
    };
  }
  return {
    dateText,
    outcomeText: "a library session goes out instead",
    detailText: `Members get "${fallback.title}", the session for ${formatLongDate(fallback.date)}. Of those that may be sent again, it was sent least recently.`,
  };
}

/** Tells the operator the evening before about a morning without content, once per date: in the audit, and by email if configured. */
export async function reportEmptyMornings(ctx: Ctx): Promise<void> {
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const date = addDays(today, 1);
  if (ctx.now < instantAt(today, EVENING, DEFAULT_ZONE)) return;
  const [empty] = emptyMornings(await batchOf(ctx.db, selectMornings(ctx.db, date, date)), date, date);
  if (!empty) return;

  const details = { fallback: empty.fallback?.date ?? null };
  const auditEntry = auditOnce(ctx, { actor: "system", action: "mails.empty-morning", subject: date });
  const mail = mailToOperator(ctx, {
    id: `empty-morning:${date}`,
    kind: "empty-morning",
    parameters: { ...wordsOf(empty), date },
    // Stale once the morning has begun.
    expiresAt: instantAt(addDays(date, 1), 0, DEFAULT_ZONE),
  });
  const [first] = mail === null ? [await auditEntry] : await ctx.db.batch([auditEntry, mail.insert]);
  if (first.length > 0) log("warn", "empty_morning", { date, ...details });
}
