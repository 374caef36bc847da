import { BOUNCES, type InvitationStop, paceOn } from "#domain/rules/invitations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { type Invited, invite } from "../account/invitation/invite.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { selectDispatcher } from "../mail/dispatcher.queries.ts";
import { countBounced, countSent, selectPace, stopPace, takeBackUnsent } from "./invitation-pace.queries.ts";
import { selectToInvite, selectToRemind } from "./invited-people.queries.ts";

/** Per tick: one call to the provider. */
const SLICE = 100;
export const SUBJECT = "invitations";

/** Statements that stop invitations until an administrator continues. */
export function stopping(ctx: Ctx, reason: InvitationStop, actor: "admin" | "system") {
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
  const [dispatcher] = await selectDispatcher(ctx.db);
  const stop = (reason: InvitationStop) => ctx.db.batch(stopping(ctx, reason, "system"));
  if ((dispatcher?.invitationsPausedUntil ?? 0) > ctx.now) return void (await stop("complaints"));
  const today = dateIn("UTC", ctx.now);
  const { most, sent } = paceOn(today, pace, ctx.config.invitationPace);
  const left = Math.min(SLICE, most - sent);
  if ((dispatcher?.pausedUntil ?? 0) > ctx.now || left <= 0) return;
  const reminded = await selectToRemind(ctx.db, ctx.now, left);
  const invited = reminded.length < left ? await selectToInvite(ctx.db, left - reminded.length) : [];
  if (reminded.length + invited.length === 0) return;
  if (await haveManyBounced(ctx, pace.bouncesFrom)) return void (await stop("bounces"));
  await write(ctx, reminded, "invitation-reminder", today);
  await write(ctx, invited, "invitation", today);
}

async function write(ctx: Ctx, people: Invited[], kind: "invitation" | "invitation-reminder", today: string) {
  if (people.length === 0) return;
  const [record, ...rest] = invite(ctx, people, { kind }).statements;
  await ctx.db.batch([record, countSent(ctx.db, today), ...rest]);
}
