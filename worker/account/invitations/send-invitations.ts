import type { InvitationsResponse, StartInvitationsRequest } from "#domain/contract/imports.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { BOUNCES, type InvitationStop, paceOn } from "#domain/rules/invitations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { segmentText } from "#domain/rules/segment.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { endPauseOf, selectPauses } from "../../mail/pauses.queries.ts";
import { isPaused, pauseOf } from "../../mail/sending-state.ts";
import {
  askPurge,
  countBounced,
  countSent,
  endAllAgreed,
  selectPace,
  setAgreed,
  startPace,
  stopPace,
  takeBackUnsent,
} from "./invitation-pace.queries.ts";
import { type Invited, invite, type PacedKind } from "./invite.ts";
import {
  chooseInvited,
  countInvitations,
  endChoice,
  selectChosen,
  selectToInvite,
  selectToRemind,
} from "./invited-people.queries.ts";

/** Per tick: one call to the provider. */
const SLICE = 100;
const SUBJECT = "invitations";

/** Statements that stop invitations until an administrator continues. */
function stopping(ctx: Ctx, reason: InvitationStop, actor: "admin" | "system") {
  return [
    stopPace(ctx.db, reason, ctx.now),
    auditChange(ctx, { actor, action: "invitations.stop", subject: SUBJECT, details: { reason } }),
    ...takeBackUnsent(ctx.db),
  ] as const;
}

async function haveManyBounced(ctx: Ctx, since: number): Promise<boolean> {
  const [counted] = await countBounced(ctx.db, since);
  return (counted?.bounced ?? 0) >= BOUNCES.of * BOUNCES.share;
}

/** After complaints about them, no one without access is invited until an administrator says again that an import's people agreed. */
function stoppingOffers(ctx: Ctx) {
  const details = { reason: "complaints", kind: "offer" };
  return [
    endAllAgreed(ctx.db),
    auditChange(ctx, { actor: "system", action: "invitations.stop", subject: SUBJECT, details }),
    ...takeBackUnsent(ctx.db, "invitation-offer"),
  ] as const;
}

/** Writes the reminders and invitations that are due now, within the day's pace. A repeat finds them written. */
export async function sendInvitations(ctx: Ctx): Promise<void> {
  const [pace] = await selectPace(ctx.db);
  if (!pace || pace.startedAt === null || pace.stoppedAt !== null) return;
  const pauses = await selectPauses(ctx.db);
  const stop = (reason: InvitationStop) => ctx.db.batch(stopping(ctx, reason, "system"));
  if (isPaused(pauses, "invitation", ctx.now)) return void (await stop("complaints"));
  if (isPaused(pauses, "offer", ctx.now)) await ctx.db.batch(stoppingOffers(ctx));
  const today = dateIn("UTC", ctx.now);
  const { most, sent } = paceOn(today, pace, ctx.config.invitationPace);
  const room = Math.min(SLICE, most - sent);
  if (isPaused(pauses, "all", ctx.now) || room <= 0) return;
  let isWatched = false;
  const write = async (people: Invited[], kind: PacedKind) => {
    if (people.length === 0) return true;
    isWatched ||= !(await haveManyBounced(ctx, pace.bouncesFrom));
    if (!isWatched) return void (await stop("bounces"));
    const [record, ...rest] = invite(ctx, people, kind);
    await ctx.db.batch([record, countSent(ctx.db, today), ...rest]);
    return true;
  };
  const reminded = await selectToRemind(ctx.db, ctx.now, room);
  if (await write(reminded, "invitation-reminder")) await inviteChosen(ctx, room - reminded.length, write);
}

const KINDS = { members: "invitation", agreed: "invitation-offer" } as const;

/** People with access come first. Once no one is left, the choice has ended. */
async function inviteChosen(ctx: Ctx, most: number, write: (people: Invited[], kind: PacedKind) => Promise<unknown>) {
  if (most <= 0 || (await selectChosen(ctx.db)).length === 0) return;
  let room = most;
  for (const who of ["members", "agreed"] as const) {
    if (room <= 0) return;
    const people = await selectToInvite(ctx.db, { now: ctx.now, limit: room, who });
    if (!(await write(people, KINDS[who]))) return;
    room -= people.length;
  }
  // Someone may be choosing others at this moment.
  if (room > 0) await endChoice(ctx.db, ctx.now - MINUTE_MS);
}

type Pace = Awaited<ReturnType<typeof selectPace>>[number];

function stateOf(pace: Pace | undefined, chosen: unknown[]): InvitationsResponse["state"] {
  if (pace?.stoppedAt != null) return "stopped";
  return chosen.length > 0 ? "sending" : "idle";
}

export async function readInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  const [[pace], [counts], chosen, pauses] = await ctx.db.batch([
    selectPace(ctx.db),
    countInvitations(ctx.db),
    selectChosen(ctx.db),
    selectPauses(ctx.db),
  ]);
  const { waiting, open, accepted } = counts ?? { waiting: 0, open: 0, accepted: 0 };
  const day = pace ?? { date: null, daysBefore: 0, sentToday: 0 };
  const { most, sent } = paceOn(dateIn("UTC", ctx.now), day, ctx.config.invitationPace);
  return {
    state: stateOf(pace, chosen),
    stopReason: pace?.stopReason ?? null,
    areOffersStopped: pauseOf(pauses, "offer") !== undefined,
    waiting,
    open,
    accepted,
    sentToday: sent,
    mostToday: most,
    isPurging: (pace?.purgeAskedAt ?? null) !== null,
  };
}

/** Starts with the people that the administrator chose, or continues after a stop. A repeated request changes nothing more. */
export async function startInvitations(ctx: Ctx, { to }: StartInvitationsRequest): Promise<InvitationsResponse> {
  const importId = to?.segment.importId;
  const isAgreed = importId === undefined ? undefined : to?.isAgreed;
  await ctx.db.batch([
    ...endPauseOf(ctx.db, "invitation", ctx.now),
    // What a tick wrote just after the stop, or the provider sent back, takes its turn at the pace, too.
    ...takeBackUnsent(ctx.db),
    ...(importId && isAgreed !== undefined ? [setAgreed(ctx.db, importId, isAgreed, ctx.now)] : []),
    ...(isAgreed ? endPauseOf(ctx.db, "offer", ctx.now) : []),
    ...(to ? [chooseInvited(ctx.db, to.segment, ctx.now)] : []),
    startPace(ctx.db, ctx.now),
    auditChange(ctx, {
      actor: "admin",
      action: "invitations.start",
      subject: SUBJECT,
      ...(to ? { details: { segment: segmentText(to.segment), importId: to.segment.importId, isAgreed } } : {}),
    }),
  ]);
  return readInvitations(ctx);
}

export async function stopInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  await ctx.db.batch(stopping(ctx, "administrator", "admin"));
  return readInvitations(ctx);
}

/** Asks for the deletion of all accounts that haven't been accepted; the tick deletes them. */
export async function purgeInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  await ctx.db.batch([
    askPurge(ctx.db, ctx.now),
    auditChange(ctx, { actor: "admin", action: "invitations.purge", subject: SUBJECT }),
  ]);
  return readInvitations(ctx);
}
