import type { InvitationsResponse } from "#domain/contract/imports.ts";
import { paceOn } from "#domain/rules/invitations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { endPauseOf } from "../mail/dispatcher.queries.ts";
import { askPurge, selectPace, startPace, takeBackUnsent } from "./invitation-pace.queries.ts";
import { countInvitations } from "./invited-people.queries.ts";
import { SUBJECT, stopping } from "./send-invitations.ts";

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
    ...{ waiting, open, accepted },
    ...{ sentToday: sent, mostToday: most },
    isPurging: (pace?.purgeAskedAt ?? null) !== null,
  };
}

/** Starts, or continues after a stop, with all accounts imported so far. */
export async function startInvitations(ctx: Ctx): Promise<InvitationsResponse> {
  await ctx.db.batch([
    endPauseOf(ctx.db, "invitation", ctx.now),
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
