import type { UpdateProfileRequest } from "#domain/contract/profile.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { pauseProblem } from "#domain/rules/mail-pause.ts";
import { NO_EMAIL, parseHour } from "#domain/rules/wake-up-hours.ts";
import { NO_HOUR, timesOf, type Waking } from "#domain/rules/week-hours.ts";
import type { Member } from "../account/member/member.ts";
import { pauseMovedTo } from "../account/member/members.queries.ts";
import { splitName } from "../account/member/split-name.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid } from "../kernel/errors.ts";

type Change = UpdateProfileRequest;

/** Returns the member's own day on whose morning a pause ends; null if none runs. */
export function pauseOf({ pausedUntil, timezone }: Member, now: number): string | null {
  return pausedUntil === null || pausedUntil <= now ? null : dateIn(timezone, pausedUntil);
}

const HOUR = "Choose one of the available hours.";

type Chosen = { [Name in keyof Waking]?: Waking[Name] | undefined };

/** Validates the chosen hours and zone. What's as saved isn't a choice, so it stays valid once it's no longer offered. */
export function chosenWakeUp(ctx: Ctx, member: Member, { emailTime, weekendTime, timezone }: Change): Chosen {
  const own = timesOf(member);
  const zone = timezone ?? member.timezone;
  if (zone !== member.timezone && !ctx.config.wakeUpZones.some((option) => option.id === zone)) {
    throw invalid("Choose one of the available time zones.", {
      timezone: "Choose one of the available time zones.",
    });
  }
  return {
    wakeUpHour: emailTime === own.emailTime ? undefined : chosenHour(ctx, "emailTime", emailTime),
    weekendHour: weekendTime === own.weekendTime ? undefined : chosenWeekend(ctx, weekendTime),
    timezone,
  };
}

function chosenWeekend(ctx: Ctx, time: Change["weekendTime"]) {
  if (time === null) return null;
  return time === NO_EMAIL ? NO_HOUR : chosenHour(ctx, "weekendTime", time);
}

function chosenHour({ config }: Ctx, field: keyof Change, time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const hour = parseHour(time);
  if (hour === null || !config.wakeUpHours.includes(hour)) throw invalid(HOUR, { [field]: HOUR });
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

export function auditedChanges(ctx: Ctx, member: Member, change: Change) {
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
