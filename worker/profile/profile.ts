import type { ProfileResponse, UpdateProfileRequest } from "#domain/contract/profile.ts";
import { hasAccess } from "#domain/rules/access.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt, isoOrNull } from "#domain/rules/instants.ts";
import { dateIn, localTimeIn } from "#domain/rules/local-time.ts";
import { DAYS_AHEAD, nextWakeUpAt } from "#domain/rules/mail-blocker.ts";
import { pauseProblem } from "#domain/rules/mail-pause.ts";
import { formatHour, parseHour } from "#domain/rules/wake-up-hours.ts";
import { wakeUpOptionsOf } from "../account/member/first-wake-up.ts";
import type { Member } from "../account/member/member.ts";
import { changeProfile, pauseMovedTo } from "../account/member/members.queries.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { selectMornings } from "../content/fallbacks.queries.ts";
import { type Mornings, wakingDates } from "../content/fallbacks.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid, unauthorized } from "../kernel/errors.ts";
import { requireWithinHour } from "../kernel/limits/attempt-limit.ts";
import { suppressionOfMember } from "../mail-responses/events/lift-suppression.ts";
import { noteSkippedMornings } from "../wake-up/note-skipped-mornings.ts";

function selectComing({ db, now }: Ctx) {
  const today = dateIn("UTC", now);
  return selectMornings(db, addDays(today, -1), addDays(today, DAYS_AHEAD + 1));
}

function comingDates({ now }: Ctx, { timezone }: Member, coming: Mornings): Set<string> {
  const today = dateIn(timezone, now);
  return wakingDates(coming, today, addDays(today, DAYS_AHEAD));
}

/** Returns the member's own day on whose morning a pause ends; null if none runs. */
function pauseOf({ pausedUntil, timezone }: Member, now: number): string | null {
  return pausedUntil === null || pausedUntil <= now ? null : dateIn(timezone, pausedUntil);
}

/** Returns the end of the paid time while there is access, and afterward the end of access, which grace may have extended. */
function shownEnd({ subscriptionEndsAt, accessEndsAt }: Member, now: number): number | null {
  if (subscriptionEndsAt === null || accessEndsAt === null || accessEndsAt > now) return subscriptionEndsAt;
  return Math.max(subscriptionEndsAt, accessEndsAt);
}

/** Whether a plan follows the trial, so the trial's end ends nothing. */
function goesOn({ subscriptionType, accessEndsAt }: Member, end: number): boolean {
  return subscriptionType === "trial" && (accessEndsAt ?? 0) > end;
}

function toProfile(ctx: Ctx, member: Member, coming: Mornings): ProfileResponse {
  const { config, now } = ctx;
  const end = shownEnd(member, now);
  const wakeUpAt = nextWakeUpAt(member, comingDates(ctx, member, coming), now);
  return {
    id: member.id,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    subscriptionType: member.subscriptionType,
    subscriptionStatus: member.subscriptionStatus,
    subscriptionEndDate: isoOrNull(end),
    subscriptionEndDay: end === null || goesOn(member, end) ? null : dateIn(member.timezone, end),
    hasAccess: hasAccess(member, now),
    hasPassword: member.passwordHash !== null,
    isGiftSubscription: member.subscriptionType === "gift",
    giftGiverName: member.giftGiverName,
    emailTime: formatHour(member.wakeUpHour),
    timezone: member.timezone,
    emailEnabled: member.emailEnabled,
    playbackSpeed: member.playbackSpeed,
    phoneNumber: member.phoneNumber,
    smsEnabled: member.smsEnabled,
    createdAt: new Date(member.createdAt).toISOString(),
    suppression: suppressionOfMember(member),
    pausedUntil: pauseOf(member, now),
    nextWakeUpAt: isoOrNull(wakeUpAt),
    nextWakeUpLocal: wakeUpAt === null ? null : localTimeIn(member.timezone, wakeUpAt),
    wakeUpOptions: wakeUpOptionsOf(config),
  };
}

export async function readProfile(ctx: Ctx, { caller }: { caller: Caller }): Promise<ProfileResponse> {
  const [member, coming] = await Promise.all([caller.member, ctx.db.batch(selectComing(ctx))]);
  return toProfile(ctx, member, coming);
}

type Change = UpdateProfileRequest;
type Update = { caller: Caller; change: Change };

/** Validates the chosen hour and zone. A choice that's no longer offered stays valid for a member who has it. */
function chosenWakeUp(ctx: Ctx, member: Member, { emailTime, timezone }: Change) {
  const wakeUpHour = emailTime === undefined ? member.wakeUpHour : parseHour(emailTime);
  if (wakeUpHour === null || (wakeUpHour !== member.wakeUpHour && !ctx.config.wakeUpHours.includes(wakeUpHour))) {
    throw invalid("Choose one of the available hours.", { emailTime: "Choose one of the available hours." });
  }
  const zone = timezone ?? member.timezone;
  if (zone !== member.timezone && !ctx.config.wakeUpZones.some((option) => option.id === zone)) {
    throw invalid("Choose one of the available time zones.", {
      timezone: "Choose one of the available time zones.",
    });
  }
  return { wakeUpHour: emailTime === undefined ? undefined : wakeUpHour, timezone };
}

/** Emails resume at the start of the day in the member's zone. A running pause keeps its day when the zone changes. */
function chosenPause(ctx: Ctx, member: Member, { pausedUntil: date, timezone: zone = member.timezone }: Change) {
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

function mailChanges(ctx: Ctx, member: Member, change: Change) {
  const changes: { action: AuditAction; details?: Record<string, unknown> }[] = [];
  const before = { emailTime: formatHour(member.wakeUpHour), timezone: member.timezone };
  const { emailTime = before.emailTime, timezone = before.timezone, emailEnabled } = change;
  if (emailTime !== before.emailTime || timezone !== before.timezone) {
    changes.push({ action: "mails.time", details: { emailTime, timezone } });
  }
  if (emailEnabled !== undefined && emailEnabled !== member.emailEnabled) {
    changes.push({ action: emailEnabled ? "mails.on" : "mails.off" });
  }
  const paused = pauseOf(member, ctx.now);
  const { pausedUntil = paused } = change;
  if (pausedUntil !== paused) {
    changes.push(
      pausedUntil === null ? { action: "mails.resume" } : { action: "mails.pause", details: { pausedUntil } },
    );
  }
  return changes;
}

/** Each writes up to three audit entries. */
const CHANGES_AN_HOUR = 60;

/** A new hour or zone, or emails switched on, apply from their next slot. @throws AppError `validation`, `rate_limited` */
export async function updateProfile(ctx: Ctx, { caller, change }: Update): Promise<ProfileResponse> {
  const member = await caller.member;
  const { emailEnabled, playbackSpeed } = change;
  // Writes only what was asked for: an unsubscribe link may have switched emails off since the look-up.
  const pausedUntil = chosenPause(ctx, member, change);
  const chosen = { ...chosenWakeUp(ctx, member, change), emailEnabled, playbackSpeed, pausedUntil };
  const actor = { actor: `member:${member.id}`, subject: member.id };
  const changes = mailChanges(ctx, member, change);
  const isMoved = changes.some(({ action }) => action === "mails.time");
  const messageOf = (when: string) => `You've made a lot of changes in the past hour. Try again in ${when}.`;
  const limit = { kind: "profile-changes", member: member.id, max: CHANGES_AN_HOUR, messageOf } as const;
  const [skipped] = await Promise.all([
    isMoved ? noteSkippedMornings(ctx, member, chosen, actor.actor) : [],
    changes.length > 0 ? requireWithinHour(ctx, limit) : undefined,
  ]);
  const [dates, fallbacks, decided, [changed]] = await ctx.db.batch([
    ...selectComing(ctx),
    changeProfile(ctx.db, member.id, chosen, ctx.now),
    ...changes.map((entry) => auditChange(ctx, { ...actor, ...entry })),
    // Must come last: each is written only if the statement before it wrote.
    ...skipped,
  ]);
  if (!changed) throw unauthorized();
  return toProfile(ctx, changed, [dates, fallbacks, decided]);
}
