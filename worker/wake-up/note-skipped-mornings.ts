import { addDays, daysBetween } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import { skippedMornings } from "#domain/rules/skipped-morning.ts";
import { hourOn, type Waking } from "#domain/rules/week-hours.ts";
import type { Member } from "../account/member/member.ts";
import { selectMornings } from "../content/fallbacks.queries.ts";
import { wakingDates } from "../content/fallbacks.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { markClaims, recordSkipped } from "./skipped-morning.queries.ts";
import { CUT_OFF_MS } from "./slots/slots.ts";

type Change = { [Name in keyof Waking]?: Waking[Name] | undefined };

/** Records mornings that a new hour or zone takes away, after its audit. If a batch holds the member, the change is noted on the claim. */
export async function noteSkippedMornings(ctx: Ctx, member: Member, change: Change, actor: string) {
  const { wakeUpHour = member.wakeUpHour, weekendHour = member.weekendHour, timezone = member.timezone } = change;
  const after = { wakeUpHour, weekendHour, timezone };
  const lost = await lostMornings(ctx, member, after);
  return [
    ...(lost.length === 0 ? [] : [recordSkipped(ctx, { actor, memberId: member.id, dates: lost })]),
    ...noteOnClaims(ctx, member, after),
  ];
}

async function lostMornings(ctx: Ctx, member: Member, after: Waking): Promise<string[]> {
  const dates = skippedMornings(member, after, { now: ctx.now, cutOffMs: CUT_OFF_MS });
  const [first, through = first] = [dates[0], dates.at(-1)];
  if (first === undefined || through === undefined) return [];
  const waking = wakingDates(await batchOf(ctx.db, selectMornings(ctx.db, first, through)), first, through);
  return dates.filter((date) => waking.has(date));
}

/** A member who gets no email for another reason, which is on record, loses nothing by moving. */
function noteOnClaims(ctx: Ctx, member: Member, after: Waking) {
  if (mailBlocker({ ...member, wakeUpSince: 0 }, ctx.now) !== null) return [];
  // Dates of batches that may be in progress, in whatever zone the member was when they began.
  const first = addDays(dateIn("UTC", ctx.now - CUT_OFF_MS), -1);
  const count = daysBetween(first, dateIn("UTC", ctx.now)) + 2;
  const dates = Array.from({ length: count }, (_, index) => addDays(first, index));
  const hours = dates.map((date) => {
    const hour = hourOn(after, date);
    return { date, at: hour === null ? null : instantAt(date, hour, after.timezone) };
  });
  return [markClaims(ctx, member.id, hours)];
}
