import type { CreateTrialRequest } from "#domain/contract/access.ts";
import type { DoneResponse } from "#domain/contract/members.ts";
import { formatCount } from "#domain/formats.ts";
import { typeOfGrant } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { recordInvited } from "../account/invitations/invitations.queries.ts";
import { newsOf } from "../account/invitations/invite.ts";
import { type Member, newAccount } from "../account/member/member.ts";
import { selectMemberByEmail, updateMember } from "../account/member/members.queries.ts";
import { unmailable } from "../account/member/require-mailable.ts";
import { splitName } from "../account/member/split-name.ts";
import { newLink } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import {
  type GrantedTrial,
  insertMember,
  insertTrialGrant,
  recomputeAccess,
  selectOpenGrants,
  selectTrialBySource,
} from "./access-grants.queries.ts";
import { extensionOf, monthsOf, trialNews } from "./change-trial.ts";
import { selectAwaitedPlan } from "./subscription-grants.queries.ts";

/** What the decision to grant a trial was based on. A grant is only written while none of this has changed. */
type Situation = { member: Member | undefined; lastEnd: number | null };

function describeEnd(endsAt: number, member: Member | undefined): string {
  return longDateIn(member?.timezone ?? DEFAULT_ZONE, endsAt);
}

function answerTo(trial: GrantedTrial): DoneResponse {
  const { startsAt, until, grantedAt, memberSince, email, timezone, suppressedAt } = trial;
  const fresh = memberSince === grantedAt ? "created" : "restarted";
  const verb = startsAt > grantedAt ? "extended" : fresh;
  const period = `${formatCount(monthsOf(trial), "month")}, until ${longDateIn(timezone, until)}`;
  const news = verb === "extended" ? "An email with the new end date is on its way." : "The invitation is on its way.";
  const mail = suppressedAt === null ? news : unmailable(email);
  return { message: `Free trial ${verb} for ${email} (${period}). ${mail}` };
}

/** The first answer to a repeated request. @throws AppError `conflict` if it now asks for something else */
function repeatedAnswer(input: CreateTrialRequest, earlier: GrantedTrial): DoneResponse {
  const isSame = earlier.emailKey === emailKeyOf(input.email) && monthsOf(earlier) === input.trialMonths;
  if (!isSame || earlier.deletedAt !== null)
    throw conflict("This request was already used for another trial. Fill in the form again.");
  return answerTo(earlier);
}

/** @throws AppError `conflict` for someone with current or future access other than trials */
async function readSituation(ctx: Ctx, input: CreateTrialRequest, sourceId: string) {
  const emailKey = emailKeyOf(input.email);
  const { open, ...found } = await batchOf(ctx.db, {
    earlier: selectTrialBySource(ctx.db, sourceId),
    member: selectMemberByEmail(ctx.db, input.email),
    open: selectOpenGrants(ctx.db, { emailKey }, ctx.now),
    awaited: selectAwaitedPlan(ctx.db, emailKey, ctx.now),
  });
  const [earlier] = found.earlier;
  const [member] = found.member;
  const [awaited] = found.awaited;
  const other =
    open.find((grant) => grant.source !== "trial") ?? (awaited && ({ ...awaited, source: "subscription" } as const));
  if (member && other && !earlier) {
    throw conflict(
      `${member.email} already has other access or will get it (${typeOfGrant(other)}). No trial was created.`,
    );
  }
  return { earlier, member, lastEnd: open[0]?.endsAt ?? null };
}

type Invitation = {
  account: { id: string; email: string };
  member: Member | undefined;
  parameters: { name: string; durationText: string; endDateText: string };
};

/** The email about a new trial, with a setup link for members without a password. */
function invitationOf(ctx: Ctx, { account, member, parameters }: Invitation) {
  const addressee = { memberId: account.id, to: account.email };
  if (member?.isUnaccepted) return newsOf(ctx, member, trialNews(parameters));
  if (member?.passwordHash) return { kind: "trial-granted", ...addressee, parameters } as const;
  const link = newLink(ctx.config, account, "setup", ctx.now);
  return { kind: "trial-welcome", ...addressee, parameters, link } as const;
}

/** Writes account, grant, link, and email together, or nothing if the situation has changed. */
async function writeTrial(ctx: Ctx, input: CreateTrialRequest, sourceId: string, { member, lastEnd }: Situation) {
  const startsAt = lastEnd ?? ctx.now;
  const until = addMonths(startsAt, input.trialMonths, member?.timezone ?? DEFAULT_ZONE);
  const name = splitName(input.name);
  const account = member ?? newAccount(ctx, { email: input.email, ...name });
  const parameters = {
    name: name.firstName,
    durationText: formatCount(input.trialMonths, "month"),
    endDateText: describeEnd(until, member),
  };
  const content =
    member && lastEnd !== null ? extensionOf(ctx, member, until) : invitationOf(ctx, { account, member, parameters });
  const mail = queueMail(ctx, content);
  const grant = { id: crypto.randomUUID(), memberId: account.id, sourceId, plan: "monthly", startsAt, until } as const;
  const details = { trialMonths: input.trialMonths };
  const written = await batchOf(ctx.db, {
    account: member
      ? updateMember(ctx.db, member.id, { updatedAt: ctx.now })
      : insertMember(ctx.db, account, addressHash(ctx.config, account.emailKey)),
    grant: insertTrialGrant(ctx.db, { ...grant, paidUntil: until, lastEnd, now: ctx.now }),
    audited: auditChange(ctx, { actor: "admin", action: "trial.grant", subject: account.id, details }),
    access: recomputeAccess(ctx.db, [account.id], { now: ctx.now }),
    invited: "link" in content ? recordInvited(ctx.db, "invitedAt", [account.id], ctx.now) : [],
    // Even a new account's address may have been suppressed under an earlier one.
    granted: selectTrialBySource(ctx.db, sourceId),
    link: "link" in content ? [insertLink(ctx.db, content.link)] : [],
    mailed: mail.insert,
  });
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  const [granted] = written.granted;
  if (!granted) throw new Error("The trial was granted, but its row is missing.");
  return granted;
}

/**
 * Grants a trial to a new, current, or former member and emails an invitation. A repeated request returns its first answer.
 * @throws AppError `conflict` for someone with other access, or who was given another trial meanwhile
 */
export async function grantTrial(ctx: Ctx, input: CreateTrialRequest): Promise<DoneResponse> {
  const sourceId = input.requestId ?? crypto.randomUUID();
  const before = await readSituation(ctx, input, sourceId);
  if (before.earlier) return repeatedAnswer(input, before.earlier);
  try {
    return answerTo(await writeTrial(ctx, input, sourceId, before));
  } catch (error) {
    const after = await readSituation(ctx, input, sourceId);
    if (after.earlier) return repeatedAnswer(input, after.earlier);
    if (after.member?.id === before.member?.id && after.lastEnd === before.lastEnd) throw error;
    const end = after.lastEnd === null ? "" : `, until ${describeEnd(after.lastEnd, after.member)}`;
    const more = formatCount(input.trialMonths, "month");
    throw conflict(`${input.email} just got a trial${end}. Nothing was added. Submit again to add ${more}.`);
  }
}
