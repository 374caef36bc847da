import type { DoneResponse } from "#domain/contract/members.ts";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { MAX_FULL_BOUNCES } from "#domain/rules/mail-events.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import type { Caller } from "../../account/sessions/sessions.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound, unavailable } from "../../kernel/errors.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { liftFromAddress, liftFromMember, recordAsking } from "./suppressions.queries.ts";

/** Returns why a member's address gets no email and whether they asked to try it again; null if it gets email. */
export function suppressionOfMember(member: Member): MailSuppression | null {
  const { suppressedAt, suppressionReason, suppressionAskedAt, fullBounces } = member;
  if (suppressedAt === null)
    return fullBounces < MAX_FULL_BOUNCES ? null : { reason: "full", since: null, askedAt: null };
  return {
    reason: suppressionReason ?? "bounced",
    since: new Date(suppressedAt).toISOString(),
    askedAt: isoOrNull(suppressionAskedAt),
  };
}

/** Starts emails to a full mailbox again; else records that a member wants their address tried again, which the administrator sees. @throws AppError `conflict` */
export async function askForMails(ctx: Ctx, { caller }: { caller: Caller }): Promise<void> {
  const member = await caller.member;
  const { id } = member;
  const suppression = suppressionOfMember(member);
  if (suppression === null) throw conflict("We already send emails to your address.");
  const isFull = suppression.reason === "full";
  await ctx.db.batch([
    isFull ? liftFromMember(ctx.db, id, ctx.now) : recordAsking(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: `member:${id}`, action: isFull ? "mails.unsuppressed" : "mails.ask-again", subject: id }),
  ]);
}

/** @throws AppError `not_found`, `conflict` if the address isn't suppressed, `unavailable` if the provider fails to lift its block */
export async function liftSuppression(ctx: Ctx, { id }: { id: string }): Promise<DoneResponse> {
  const [member] = await selectMember(ctx.db, id);
  if (!member) throw notFound("Member");
  if (suppressionOfMember(member) === null) throw conflict(`We already email ${member.email}.`);
  if (member.suppressedAt !== null && !(await ctx.mailer.forgetSuppression(member.email)))
    throw unavailable("Resend didn't unblock the address. Try again.");
  await ctx.db.batch([
    liftFromAddress(ctx.db, addressHash(ctx.config, member.emailKey), ctx.now),
    liftFromMember(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "mails.unsuppressed", subject: id }),
  ]);
  return { message: `We'll email ${member.email} again.` };
}
