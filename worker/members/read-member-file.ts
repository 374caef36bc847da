import * as z from "zod";
import type { MemberEvent, MemberFile, MemberGrant, WakeUpDelivery } from "#domain/contract/members.ts";
import { hasEarlyAccess } from "#domain/rules/access.ts";
import { addDays, addMonths, monthOf } from "#domain/rules/calendar-days.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import { isCharged, memberStatus, shownEnd } from "#domain/rules/member-status.ts";
import { timesOf } from "#domain/rules/week-hours.ts";
import { type AccessGrant, selectGrantsOf } from "../access/access-grants.queries.ts";
import { selectLinkLeft } from "../account/auth-tokens.queries.ts";
import { selectConsentsOf } from "../account/consents/consents.queries.ts";
import { selectInvitation } from "../account/invitations/invitations.queries.ts";
import { identityOf, type Member } from "../account/member/member.ts";
import { selectUnpurgedMember } from "../account/member/members.queries.ts";
import { selectNamedFeeds } from "../account/sessions/kept-feeds.queries.ts";
import { selectSessionsOf } from "../account/sessions/sessions.queries.ts";
import { moveProgress } from "../content/move-progress.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { suppressionOfMember } from "../mail-responses/events/lift-suppression.ts";
import { selectOfMember } from "../mail-responses/inbound/inbound.queries.ts";
import { toInboundMail } from "../mail-responses/inbound/list-inbound.ts";
import { type OwnedSubscription, selectSubscriptionsOf } from "../money/subscriptions/subscriptions.queries.ts";
import { DAYS_OF_DELIVERIES } from "../wake-up/deliveries/purge-wake-ups.ts";
import { nextMailAt, selectComing } from "../wake-up/mornings/coming-mornings.ts";
import {
  selectHistory,
  selectLabelsOf,
  selectLastCompleted,
  selectNotes,
  selectWakeUpMonths,
  selectWakeUps,
} from "./member-file.queries.ts";

const MONTHS_OF_WAKE_UPS = 12;
const MOST = { completed: 10, sessions: 50, history: 100, consents: 50, inbound: 50 };

type WakeUpRow = Awaited<ReturnType<typeof selectWakeUps>>[number];
type Invitation = Awaited<ReturnType<typeof selectInvitation>>[number];
type HistoryRow = Awaited<ReturnType<typeof selectHistory>>[number];

const iso = (instant: number): string => new Date(instant).toISOString();

/** Returns the dates whose emails may still be kept, whatever the member's zone. */
function datesOfWakeUps(now: number): string[] {
  const last = addDays(dateIn("UTC", now), 1);
  return Array.from({ length: DAYS_OF_DELIVERIES + 2 }, (_, day) => addDays(last, -day));
}

function monthsOfWakeUps(now: number): string[] {
  const month = monthOf(dateIn("UTC", now));
  return Array.from({ length: MONTHS_OF_WAKE_UPS }, (_, back) => addMonths(month, -back));
}

function toGrant({ startsAt, until, endedAt, createdAt, ...grant }: AccessGrant, now: number): MemberGrant {
  const end = Math.min(until, endedAt ?? until);
  const state = end <= now || startsAt >= end ? "over" : startsAt > now ? "coming" : "running";
  const { id, source, plan, endReason } = grant;
  const times = { startsAt: iso(startsAt), until: iso(until), endedAt: isoOrNull(endedAt), createdAt: iso(createdAt) };
  return { id, source, plan, endReason, ...times, state };
}

function toWakeUp({ claimedAt, sentAt, localDate, ...row }: WakeUpRow): WakeUpDelivery {
  const { subject, state, address, reason } = row;
  return { date: localDate, subject, state, address, claimedAt: iso(claimedAt), sentAt: isoOrNull(sentAt), reason };
}

const eventDetails = z.object({ grantId: z.string().nullish(), reason: z.string().nullish() });

function toEvent({ at, actor, action, details }: HistoryRow): MemberEvent {
  const parsed = eventDetails.safeParse(JSON.parse(details ?? "{}"));
  const { grantId = null, reason = null } = parsed.success ? parsed.data : {};
  return { at: iso(at), actor, action, grantId, reason };
}

function toInvitation(invitation: Invitation | undefined, isPaying: boolean): MemberFile["profile"]["invitation"] {
  if (!invitation) return null;
  const { invitedAt, acceptedAt, isUnsubscribed } = invitation;
  return { isUnsubscribed, invitedAt: isoOrNull(invitedAt), acceptedAt: isoOrNull(acceptedAt), isPaying };
}

type Found = { owned: OwnedSubscription[]; invitation: Invitation[] };

function toProfile(member: Member, { owned, invitation }: Found, now: number): MemberFile["profile"] {
  const subscriptions = owned.map(({ subscription }) => subscription);
  return {
    ...identityOf(member, now),
    status: memberStatus(member, subscriptions, now),
    giftGiverName: member.giftGiverName,
    subscriptionEndDate: isoOrNull(shownEnd(member.subscriptionEndsAt, subscriptions, now)),
    accessEndsAt: isoOrNull(member.accessEndsAt),
    hasEarlyAccess: hasEarlyAccess(member.highestPlan),
    isSetUp: member.passwordHash !== null,
    ...timesOf(member),
    createdAt: iso(member.createdAt),
    joinedAt: iso(member.memberSince),
    invitation: toInvitation(invitation[0], member.isUnaccepted && subscriptions.some(isCharged)),
  };
}

function toPurge({ purgeAt, deletedAt }: Member, history: HistoryRow[]): MemberFile["purge"] {
  if (purgeAt === null) return null;
  const last = history.find(({ action }) => action === "member.delete" || action === "trial.delete");
  const isDeleted = deletedAt !== null && last?.action === "member.delete";
  const byMember = isDeleted && !last.actor.startsWith("admin");
  return { at: iso(purgeAt), closedAt: isoOrNull(deletedAt), byMember };
}

/** Returns everything known about a member, even of a closed account, in one D1 call once their progress is moved. @throws AppError `not_found` */
export async function readMemberFile(ctx: Ctx, { id }: { id: string }): Promise<MemberFile> {
  const { db, now } = ctx;
  const file = await batchOf(db, {
    member: selectUnpurgedMember(db, id),
    grants: selectGrantsOf(db, id),
    wakeUps: selectWakeUps(db, id, datesOfWakeUps(now)),
    completed: selectLastCompleted(db, id, MOST.completed),
    sessions: selectSessionsOf(db, id, null, MOST.sessions),
    feeds: selectNamedFeeds(db, id),
    notes: selectNotes(db, id),
    labels: selectLabelsOf(db, id),
    history: selectHistory(db, id, MOST.history),
    owned: selectSubscriptionsOf(db, id),
    invitation: selectInvitation(db, id),
    pending: selectLinkLeft(db, id, "address", now),
    consents: selectConsentsOf(db, id, MOST.consents),
    inbound: selectOfMember(db, id, MOST.inbound),
    months: selectWakeUpMonths(db, id, monthsOfWakeUps(now)),
    ...selectComing(ctx),
  });
  const [member] = file.member;
  if (!member) throw notFound("Member");
  if (member.hasOldProgress) {
    await moveProgress(ctx, [id]);
    return readMemberFile(ctx, { id });
  }
  const [waiting] = file.pending;
  const history = file.history.toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, MOST.history);
  return {
    profile: toProfile(member, file, now),
    mail: {
      emailEnabled: member.emailEnabled,
      blocker: member.isUnaccepted && member.deletedAt === null ? "not_accepted" : mailBlocker(member, now),
      nextAt: isoOrNull(nextMailAt(ctx, member, file)),
      suppression: suppressionOfMember(member),
      pausedUntil: member.pausedUntil !== null && member.pausedUntil > now ? iso(member.pausedUntil) : null,
      pendingAddress: waiting?.email ? { email: waiting.email, expiresAt: iso(waiting.expiresAt) } : null,
    },
    purge: toPurge(member, history),
    progress: {
      itemsCompleted: member.itemsCompleted,
      currentStreak: member.currentStreak,
      lastCompletedDate: member.lastCompletedDate,
      recent: file.completed,
    },
    grants: file.grants.map((grant) => toGrant(grant, now)),
    wakeUps: file.wakeUps.map(toWakeUp),
    wakeUpMonths: file.months,
    inbound: file.inbound.map(toInboundMail),
    sessions: file.sessions.map(({ id: session, createdAt, lastUsedAt, userAgent }) => ({
      id: session,
      createdAt: iso(createdAt),
      lastUsedAt: iso(lastUsedAt),
      userAgent,
    })),
    feeds: file.feeds,
    consents: file.consents.map(({ at, ...consent }) => ({ ...consent, at: iso(at) })),
    notes: file.notes.map(({ id: note, text, createdAt, author }) => ({
      id: note,
      text,
      createdAt: iso(createdAt),
      author,
    })),
    labels: file.labels.map(({ label }) => label),
    history: history.map(toEvent),
  };
}
