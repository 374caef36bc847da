import type { CreateTrialRequest, CreateTrialResponse } from "#domain/contract/trials.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { insertLink } from "../auth/auth.queries.ts";
import { newLink } from "../auth/single-use-link.ts";
import type { Ctx } from "../context.ts";
import { conflict } from "../errors.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { emailKeyOf, type Member } from "../members/member.ts";
import { findMemberByEmail, insertMember, updateMember } from "../members/members.queries.ts";
import { splitName, trialColumns, trialEnd } from "./trial-period.ts";

function requireTrialCandidate(member: Member | undefined, now: number): void {
  const isPaying = member && member.subscriptionType !== "trial" && hasAccess(member, now);
  if (isPaying)
    throw conflict(`${member.email} has an active ${member.subscriptionType} subscription. No trial was created.`);
}

/** What to write for the person: a new account, or the trial on the one they have. */
function membershipStatement(ctx: Ctx, input: CreateTrialRequest, member: Member | undefined, endsAt: number) {
  const columns = trialColumns(member, endsAt, ctx.now);
  if (member) return { memberId: member.id, statement: updateMember(ctx.db, member.id, columns) };
  const memberId = crypto.randomUUID();
  const statement = insertMember(ctx.db, {
    id: memberId,
    email: input.email,
    emailKey: emailKeyOf(input.email),
    ...splitName(input.name),
    subscriptionType: "trial",
    subscriptionStatus: "trial",
    wakeUpSince: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    ...columns,
  });
  return { memberId, statement };
}

/**
 * Grants a trial: a new account, a longer one, or a new one on an ended membership; the invitation goes out by mail.
 * @throws AppError `conflict` for someone who is paying, or who is being given a trial at this moment
 */
export async function createTrial(ctx: Ctx, input: CreateTrialRequest): Promise<CreateTrialResponse> {
  const member = await findMemberByEmail(ctx.db, input.email);
  requireTrialCandidate(member, ctx.now);
  const endsAt = trialEnd(member, { trialMonths: input.trialMonths, now: ctx.now });
  const { memberId, statement } = membershipStatement(ctx, input, member, endsAt);
  const durationText = input.trialMonths === 1 ? "1 month" : `${input.trialMonths} months`;
  const endDateText = formatLongDate(dateIn(member?.timezone ?? DEFAULT_ZONE, endsAt));
  const parameters = { name: splitName(input.name).firstName, durationText, endDateText };
  const to = member?.email ?? input.email;
  const link = newLink(ctx.config, memberId, "setup", ctx.now);
  const mail = member?.passwordHash
    ? queueMail(ctx, { kind: "trial-granted", memberId, to, parameters })
    : queueMail(ctx, { kind: "trial-welcome", memberId, to, parameters, link });
  const written = ctx.db.batch([
    statement,
    auditChange(ctx, {
      actor: "admin",
      action: "trial.grant",
      subject: memberId,
      details: { trialMonths: input.trialMonths },
    }),
    ...(member?.passwordHash ? [] : [insertLink(ctx.db, link)]),
    mail.insert,
  ]);
  await written.catch(async (error: unknown) => {
    // Addresses are unique: of two grants for a new one at the same time, the second fails as a whole.
    const isTaken = member === undefined && (await findMemberByEmail(ctx.db, input.email)) !== undefined;
    throw isTaken ? conflict(`${to} was given a trial a moment ago.`) : error;
  });
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  const wasRunning = member !== undefined && hasAccess(member, ctx.now);
  const verb = member ? (wasRunning ? "extended" : "started again") : "created";
  return {
    message: `Free trial ${verb} for ${to} (${durationText}, until ${endDateText}). The invitation is on its way.`,
  };
}
