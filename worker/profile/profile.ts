import type { ProfileResponse, UpdateProfileRequest } from "#domain/contract/profile.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { dateIn, localTimeIn } from "#domain/rules/local-time.ts";
import { mailBlocker, morningBlocker } from "#domain/rules/mail-blocker.ts";
import { openDates } from "#domain/rules/open-dates.ts";
import { timesOf } from "#domain/rules/week-hours.ts";
import { wakeUpOptionsOf } from "../account/member/first-wake-up.ts";
import { identityOf, type Member } from "../account/member/member.ts";
import { changeProfile } from "../account/member/members.queries.ts";
import { needsNoProof } from "../account/proof/first-proof.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Mornings } from "../content/fallbacks.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { unauthorized } from "../kernel/errors.ts";
import { requireWithinHour } from "../kernel/limits/attempt-limit.ts";
import { suppressionOfMember } from "../mail-responses/events/lift-suppression.ts";
import { selectAnyDevice } from "../push/devices.queries.ts";
import { nextMailAt, selectComing } from "../wake-up/mornings/coming-mornings.ts";
import { noteSkippedMornings } from "../wake-up/note-skipped-mornings.ts";
import { CUT_OFF_MS } from "../wake-up/slots/slots.ts";
import { takePlanOver } from "../wake-up/take-plans-over.ts";
import { auditedChanges, chosenName, chosenPause, chosenWakeUp, pauseOf } from "./profile-change.ts";

/** Returns the end of the paid time while there is access, and afterward the end of access, which grace may have extended. */
function shownEnd({ subscriptionEndsAt, accessEndsAt }: Member, now: number): number | null {
  if (subscriptionEndsAt === null || accessEndsAt === null || accessEndsAt > now) return subscriptionEndsAt;
  return Math.max(subscriptionEndsAt, accessEndsAt);
}

/** Whether a plan follows the trial, so the trial's end ends nothing. */
function goesOn({ subscriptionType, accessEndsAt }: Member, end: number): boolean {
  return subscriptionType === "trial" && (accessEndsAt ?? 0) > end;
}

type Read = { member: Member; coming: Mornings & { devices: unknown[] } };

async function toProfile(ctx: Ctx, caller: Caller, { member, coming }: Read): Promise<ProfileResponse> {
  const { config, now } = ctx;
  const end = shownEnd(member, now);
  const hasDevices = coming.devices.length > 0;
  const wakeUpAt = nextMailAt(ctx, member, coming, hasDevices ? morningBlocker : mailBlocker);
  return {
    ...identityOf(member, now),
    subscriptionEndDate: isoOrNull(end),
    subscriptionEndDay: end === null || goesOn(member, end) ? null : dateIn(member.timezone, end),
    isSetUp: member.passwordHash !== null,
    asksCode: member.passwordHash === null && !(await needsNoProof(caller)),
    canCorrectAddress: member.mailboxProvedAt === null && member.passwordHash === null,
    isGiftSubscription: member.subscriptionType === "gift",
    giftGiverName: member.giftGiverName,
    ...timesOf(member),
    emailEnabled: member.emailEnabled,
    hasDevices,
    playbackSpeed: member.playbackSpeed,
    phoneNumber: member.phoneNumber,
    smsEnabled: member.smsEnabled,
    createdAt: new Date(member.memberSince).toISOString(),
    suppression: suppressionOfMember(member),
    pausedUntil: pauseOf(member, now),
    nextWakeUpAt: isoOrNull(wakeUpAt),
    nextWakeUpLocal: wakeUpAt === null ? null : localTimeIn(member.timezone, wakeUpAt),
    wakeUpOptions: wakeUpOptionsOf(config),
  };
}

export async function readProfile(ctx: Ctx, { caller }: { caller: Caller }): Promise<ProfileResponse> {
  const [member, coming] = await Promise.all([
    caller.member,
    batchOf(ctx.db, { ...selectComing(ctx), devices: selectAnyDevice(ctx.db, caller.memberId) }),
  ]);
  return toProfile(ctx, caller, { member, coming });
}

type Update = { caller: Caller; change: UpdateProfileRequest };

/** Each writes up to four audit entries. */
const CHANGES_AN_HOUR = 60;

/** A new hour or zone, or emails switched on, apply from their next slot. @throws AppError `validation`, `rate_limited` */
export async function updateProfile(ctx: Ctx, { caller, change }: Update): Promise<ProfileResponse> {
  const member = await caller.member;
  const { emailEnabled, playbackSpeed } = change;
  // Writes only what was asked for: an unsubscribe link may have switched emails off since the lookup.
  const pausedUntil = chosenPause(ctx, member, change);
  const wakeUp = chosenWakeUp(ctx, member, change);
  const chosen = { ...wakeUp, ...chosenName(change), emailEnabled, playbackSpeed, pausedUntil };
  const actor = { actor: `member:${member.id}`, subject: member.id };
  const changes = auditedChanges(ctx, member, change);
  const isMoved = changes.some(({ action }) => action === "mails.time");
  const messageOf = (when: string) => `You've made a lot of changes in the past hour. Try again in ${when}.`;
  const limit = { kind: "profile-changes", member: member.id, max: CHANGES_AN_HOUR, messageOf } as const;
  const [skipped] = await Promise.all([
    isMoved ? noteSkippedMornings(ctx, member, wakeUp, actor.actor) : [],
    changes.length > 0 ? requireWithinHour(ctx, limit) : undefined,
    isMoved ? takePlanOver(ctx, member.id) : undefined,
  ]);
  const open = openDates(member.timezone, { now: ctx.now, cutOffMs: CUT_OFF_MS });
  const written = await batchOf(ctx.db, {
    ...selectComing(ctx),
    devices: selectAnyDevice(ctx.db, member.id),
    changed: changeProfile(ctx.db, member.id, { ...chosen, openDates: open }, ctx.now),
    audited: changes.map((entry) => auditChange(ctx, { ...actor, ...entry })),
    // Must follow: each is written only if the statement before it wrote.
    skipped,
  });
  const [changed] = written.changed;
  if (!changed) throw unauthorized();
  return toProfile(ctx, caller, { member: changed, coming: written });
}
