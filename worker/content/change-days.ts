import type {
  ChangeDaysRequest,
  DayAction,
  DaysChanged,
  DaysPlan,
  PlanDaysRequest,
} from "#domain/contract/content/days.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays, formatMonthDay } from "#domain/rules/calendar-days.ts";
import { planDays } from "#domain/rules/day-jobs.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { selectRecorded } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { FIRST_ZONE } from "./content.queries.ts";
import { type DayChange, selectDays } from "./days.queries.ts";
import { writeDays } from "./write-days.ts";

export const UNDO_MS = 5 * MINUTE_MS;
const CHANGED = "Some of these sessions have changed since. Close this, and try again.";

/** The date of each session after the job. */
function aimed({ days, action }: PlanDaysRequest) {
  const [first, second] = days;
  return days.map(({ id, date }) => {
    const other = action.swap ? (id === first?.id ? second?.date : first?.date) : undefined;
    return { id, date, to: other ?? addDays(date, action.moveBy ?? 0) };
  });
}

const findDays = (ctx: Ctx, job: PlanDaysRequest) => selectDays(ctx.db, aimed(job));

function plan(ctx: Ctx, job: PlanDaysRequest, found: Awaited<ReturnType<typeof findDays>>) {
  const isThere = ({ id, date }: { id: string; date: string }) =>
    found.some((day) => day.id === id && day.date === date);
  if (!job.days.every(isThere)) throw conflict(CHANGED);
  return planDays(found, job.action, dateIn(FIRST_ZONE, ctx.now));
}

/** What a job would do, which sessions it leaves out, and why. @throws AppError `conflict` if one of them was moved or deleted */
export async function previewDays(ctx: Ctx, job: PlanDaysRequest): Promise<DaysPlan> {
  const days = plan(ctx, job, await findDays(ctx, job));
  return { days: days.map(({ hidden, mayBeSentAgain, isMailed, occupant, ...day }) => day) };
}

function changeOf(ctx: Ctx, action: DayAction, to: string): DayChange["change"] {
  const { moveBy, swap, delete: isDeletion, ...columns } = action;
  if (isDeletion) return { deletedAt: ctx.now };
  return moveBy !== undefined || swap ? { date: to, deletedAt: null } : columns;
}

/** Does a job, all or nothing. Repeating it changes nothing. @throws AppError `conflict` */
export async function changeDays(ctx: Ctx, job: ChangeDaysRequest): Promise<DaysChanged> {
  const { requestId, action, days } = job;
  const answerAt = (at: number) => ({
    id: requestId,
    changed: days.length,
    undoUntil: new Date(at + UNDO_MS).toISOString(),
  });
  const findDone = () => selectRecorded(ctx.db, "content.change-days", requestId).get();
  const [done, found] = await Promise.all([findDone(), findDays(ctx, job)]);
  if (done) return answerAt(done.at);
  const planned = plan(ctx, job, found);
  const blocked = planned.filter(({ refusal, isTaken }) => refusal !== null || isTaken);
  if (blocked.length > 0) {
    throw conflict(`Nothing was changed. Not possible: ${blocked.map(({ date }) => formatMonthDay(date)).join(", ")}.`);
  }
  const versions = new Map(days.map(({ id, version }) => [id, version]));
  const changes = planned.map(({ id, version, to }) => ({
    id,
    version: versions.get(id) ?? version,
    change: changeOf(ctx, action, to),
  }));
  const details = { ...action, dates: planned.map(({ date }) => date) };
  const entry = { actor: "admin", action: "content.change-days", subject: requestId, details } as const;
  if (await writeDays(ctx, entry, { changes })) return answerAt(ctx.now);
  // The same request may have been faster.
  const first = await findDone();
  if (!first) throw conflict(CHANGED);
  return answerAt(first.at);
}
