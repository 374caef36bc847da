import type { InvitationsResponse } from "#domain/contract/imports.ts";
import { BOUNCES, type InvitationStop, paceOn } from "#domain/rules/invitations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { endPauseOf, selectPauses } from "../../mail/pauses.queries.ts";
import { isPaused } from "../../mail/sending-state.ts";
import {
  askPurge,
  countBounced,
  countSent,
  selectPace,
  startPace,
  stopPace,
  takeBackUnsent,
} from "./invitation-pace.queries.ts";
import { type Invited, invite } from "./invite.ts";
import { countInvitations, selectToInvite, selectToRemind } from "./invited-people.queries.ts";

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

/** Writes the invitations that are due now, and reminders, within the day's pace. A repeat finds them written. */
export async function sendInvitations(ctx: Ctx): Promise<void> {
  const [pace] = await selectPace(ctx.db);
  if (!pace || pace.startedAt === null || pace.stoppedAt !== null) return;
  const pauses = await selectPauses(ctx.db);
  const stop = (reason: InvitationStop) => ctx.db.batch(stopping(ctx, reason, "system"));
  if (isPaused(pauses, "invitation", ctx.now)) return void (await stop("complaints"));
  const today = dateIn("UTC", ctx.now);
  const { most, sent } = paceOn(today, pace, ctx.config.invitationPace);
  const left = Math.min(SLICE, most - sent);
  if (isPaused(pauses, "all", ctx.now) || left <= 0) return;
  const reminded = await selectToRemind(ctx.db, ctx.now, left);
  const invited = reminded.length < left ? await selectToInvite(ctx.db, left - reminded.length) : [];
  if (reminded.length + invited.length === 0) return;
  if (await haveManyBounced(ctx, pace.bouncesFrom)) return void (await stop("bounces"));
  await write(ctx, reminded, "invitation-reminder", today);
  await write(ctx, invited, "invitation", today);
}

async function write(ctx: Ctx, people: Invited[], kind: "invitation" | "invitation-reminder", today: string) {
  if (people.length === 0) return;
  const [record, ...rest] = invite(ctx, people, kind);
  await ctx.db.batch([record, countSent(ctx.db, today), ...rest]);
}

type Pace = Awaited<ReturnType<typeof selectPace>>[number];

function stateOf(pace: Pace | undefined, started: number): InvitationsResponse["state"] {
  if (pace?.stoppedAt != null) return "stopped";
  return started > 0 ? "sending" : "idle";
}

export async function readInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  const [[pace], [counts]] = await ctx.db.batch([selectPace(ctx.db), countInvitations(ctx.db)]);
  const { waiting, started, open, accepted } = counts ?? { waiting: 0, started: 0, open: 0, accepted: 0 };
  const day = pace ?? { date: null, daysBefore: 0, sentToday: 0 };
  const { most, sent } = paceOn(dateIn("UTC", ctx.now), day, ctx.config.invitationPace);
  return {
    state: stateOf(pace, started),
    stopReason: pace?.stopReason ?? null,
    notStarted: waiting - started,
    waiting,
    open,
    accepted,
    sentToday: sent,
    mostToday: most,
    isPurging: (pace?.purgeAskedAt ?? null) !== null,
  };
}

/** Starts, or continues after a stop, with all accounts imported so far. */
export async function startInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  await ctx.db.batch([
    ...endPauseOf(ctx.db, "invitation", ctx.now),
    // What a tick wrote just after the stop, or the provider sent back, takes its turn at the pace, too.
    ...takeBackUnsent(ctx.db),
    startPace(ctx.db, ctx.now),
    auditChange(ctx, { actor: "admin", action: "invitations.start", subject: SUBJECT }),
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
