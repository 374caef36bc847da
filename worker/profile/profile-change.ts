import type { UpdateProfileRequest } from "#domain/contract/profile.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { pauseProblem } from "#domain/rules/mail-pause.ts";
import { formatHour, NO_EMAIL, parseHour } from "#domain/rules/wake-up-hours.ts";
import { HOUR_TOO_LATE, LATEST_HOUR, timesOf } from "#domain/rules/week-hours.ts";
import { planFrom, type Waking } from "#domain/rules/weekends.ts";
import type { Member } from "../account/member/member.ts";
import { pauseMovedTo } from "../account/member/members.queries.ts";
import { splitName } from "../account/member/split-name.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid } from "../kernel/errors.ts";

type Change = UpdateProfileRequest;
const WAKE_UP = ["emailTime", "timezone", "weekendTime"] as const;

/** Returns the member's own day on whose morning a pause ends; null if none runs. */
export function pauseOf({ pausedUntil, timezone }: Member, now: number): string | null {
  return pausedUntil === null || pausedUntil <= now ? null : dateIn(timezone, pausedUntil);
}

type Own = Member & Pick<Waking, "plan">;

const HOUR = "Choose one of the available hours.";

/** Validates the chosen hours and zone. A choice that's no longer offered stays valid for a member who has it. */
export function chosenWakeUp(ctx: Ctx, member: Own, change: Change): Partial<Waking> & { restsUntil?: number | null } {
  const { emailTime, timezone } = change;
  const own = timesOf(member);
  const weekdayHour = parseHour(emailTime ?? own.emailTime);
  if (weekdayHour === null || !isOffered(ctx, weekdayHour, own.emailTime)) throw invalid(HOUR, { emailTime: HOUR });
  const zone = timezone ?? member.timezone;
  if (zone !== member.timezone && !ctx.config.wakeUpZones.some((option) => option.id === zone)) {
    throw invalid("Choose one of the available time zones.", {
      timezone: "Choose one of the available time zones.",
    });
  }
  const weekendHour = chosenWeekend(ctx, own.weekendTime, change);
  if (!member.plan && emailTime === undefined && change.weekendTime === undefined) return { timezone };
  if (!WAKE_UP.some((name) => change[name] !== undefined)) return {};
  // Also if they have no plan: another device may have just made one.
  if (weekendHour === undefined) return { wakeUpHour: weekdayHour, timezone, restsUntil: null, plan: null };
  if (Math.max(weekdayHour, weekendHour ?? 0) > LATEST_HOUR)
    throw invalid(HOUR_TOO_LATE, { weekendTime: HOUR_TOO_LATE });
  return { timezone, ...planFrom({ weekdayHour, weekendHour }, zone, ctx.now) };
}

const isOffered = ({ config }: Ctx, hour: number, saved: string | null) =>
  formatHour(hour) === saved || config.wakeUpHours.includes(hour);

/** The weekend hour: null for no email, undefined for the weekday hour. */
function chosenWeekend(ctx: Ctx, saved: string | null, { weekendTime: time = saved }: Change) {
  if (time === null) return undefined;
  if (time === NO_EMAIL) return null;
  const hour = parseHour(time);
  if (hour === null || !isOffered(ctx, hour, saved)) throw invalid(HOUR, { weekendTime: HOUR });
  return hour;
}

/** Emails resume at the start of the day in the member's zone. A running pause keeps its day when the zone changes. */
export function chosenPause(ctx: Ctx, member: Member, { pausedUntil: date, timezone: zone = member.timezone }: Change) {
  if (date === null) return null;
  const pause = pauseOf(member, ctx.now);
  if (date === undefined) {
    if (pause === null || zone === member.timezone) return undefined;
    return pauseMovedTo(member.pausedUntil, instantAt(pause, 0, zone));
  }
  const problem = pauseProblem(date, dateIn(zone, ctx.now));
  if (problem !== null) throw invalid(problem, { pausedUntil: problem });
  return instantAt(date, 0, zone);
}

export function chosenName({ name }: Change): Partial<ReturnType<typeof splitName>> {
  return name === undefined ? {} : splitName(name);
}

export function auditedChanges(ctx: Ctx, member: Own, change: Change) {
  const changes: { action: AuditAction; details?: Record<string, unknown> }[] = [];
  const before = { ...timesOf(member), timezone: member.timezone };
  const { emailTime = before.emailTime, timezone = before.timezone, emailEnabled } = change;
  const { weekendTime = before.weekendTime } = change;
  if (emailTime !== before.emailTime || timezone !== before.timezone || weekendTime !== before.weekendTime) {
    changes.push({ action: "mails.time", details: { emailTime, timezone, weekendTime: weekendTime ?? undefined } });
  }
  if (emailEnabled !== undefined && emailEnabled !== member.emailEnabled) {
    changes.push({ action: emailEnabled ? "mails.on" : "mails.off" });
  }
  const { firstName = member.firstName, lastName = member.lastName } = chosenName(change);
  if (firstName !== member.firstName || lastName !== member.lastName) changes.push({ action: "member.name" });
  const paused = pauseOf(member, ctx.now);
  const { pausedUntil = paused } = change;
  if (pausedUntil !== paused) {
    changes.push(
      pausedUntil === null ? { action: "mails.resume" } : { action: "mails.pause", details: { pausedUntil } },
    );
  }
  return changes;
}
