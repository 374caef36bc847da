import type { DaysUndone } from "#domain/contract/content/days.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { planUndo } from "#domain/rules/day-jobs.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { selectRecorded } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, gone } from "../kernel/errors.ts";
import { UNDO_MS } from "./change-days.ts";
import { FIRST_ZONE } from "./content.queries.ts";
import { contentFields } from "./content-fields.ts";
import { type DayChange, type JobRevision, selectJobRevisions } from "./days.queries.ts";
import { writeDays } from "./write-days.ts";

/** Why a session can't be as before the job, or null. Whether a session may be sent again matters for mornings to come only. */
function reasonOf(row: JobRevision, isOfMornings: boolean, begun: string): string | null {
  if (row.changed === null) return "It was changed since.";
  if (row.isSentAgain || (!isOfMornings && row.isUsed)) return "An email or a member has used it since.";
  return !isOfMornings && (row.date <= begun || row.to <= begun) ? "Its day has started since." : null;
}

function changeBack({ id, version, fields }: JobRevision): DayChange {
  const { date, status, hidden, mayBeSentAgain = false } = contentFields.parse(JSON.parse(fields));
  return { id, version, change: { date, status, hidden, mayBeSentAgain, deletedAt: null } };
}

/** Takes a job back, within five minutes, where nothing came after it. Repeating it changes nothing. @throws AppError `gone`, `conflict` */
export async function undoDays(ctx: Ctx, { id }: { id: string }): Promise<DaysUndone> {
  const recorded = selectRecorded(ctx.db, "content.change-days", id);
  const [[job], rows] = await ctx.db.batch([recorded, selectJobRevisions(ctx.db, id)]);
  if (!job || job.at <= ctx.now - UNDO_MS) throw gone("This can be undone for five minutes only.");
  const isOfMornings = "mayBeSentAgain" in JSON.parse(job.details ?? "{}");
  const begun = dateIn(FIRST_ZONE, ctx.now);
  const planned = planUndo(rows.map((row) => ({ ...row, reason: reasonOf(row, isOfMornings, begun) })));
  const changes = planned.flatMap((row) => (row.reason === null ? [changeBack(row)] : []));
  const left = planned.flatMap(({ to, reason }) => (reason === null ? [] : [`${formatMonthDay(to)}: ${reason}`]));
  const details = { restored: changes.length, left };
  const entry = { actor: "admin", action: "content.undo-days", subject: id, details } as const;
  if (changes.length > 0 && (await writeDays(ctx, entry, { changes }))) return details;
  // The same request may have been faster.
  const done = await selectRecorded(ctx.db, "content.undo-days", id).get();
  if (done) return JSON.parse(done.details ?? "") as DaysUndone;
  if (changes.length === 0) return details;
  throw conflict("Someone else is changing these days. Try again.");
}
