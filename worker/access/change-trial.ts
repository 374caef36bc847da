import type { ChangeTrialEndRequest } from "#domain/contract/access.ts";
import type { DoneResponse } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import { daysBetween } from "#domain/rules/calendar-days.ts";
import { addDaysAt } from "#domain/rules/instants.ts";
import { dateIn, dateTextOf } from "#domain/rules/local-time.ts";
import { insertLink, spendSetupLinks } from "../account/auth-tokens.queries.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { requireMailable } from "../account/member/require-mailable.ts";
import { newLink } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound } from "../kernel/errors.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail, queueNotice } from "../mail/transactional-mail.ts";
import { selectTransactionalMail } from "../mail/transactional-mails.queries.ts";
import { type AccessGrant, moveTrialEnd, recomputeAccess, selectGrantsOf } from "./access-grants.queries.ts";

/** A member's trials that run or are still to come, the last to end first. */
function openTrials(grants: AccessGrant[], now: number): AccessGrant[] {
  const open = grants.filter(({ source, endedAt, until }) => source === "trial" && endedAt === null && until > now);
  return open.toSorted((a, b) => b.until - a.until);
}

/** @throws AppError `not_found`, or `conflict` for someone on no trial */
async function readTrial(ctx: Ctx, id: string) {
  const [[member], grants] = await ctx.db.batch([selectMember(ctx.db, id), selectGrantsOf(ctx.db, id)]);
  if (!member) throw notFound("Trial user");
  const trials = openTrials(grants, ctx.now);
  const [last] = trials;
  if (!last) throw conflict(`${member.email} is on no trial that still runs.`);
  return { member, last, startsAt: Math.min(...trials.map((trial) => trial.startsAt)) };
}

function nameOf({ firstName, email }: Pick<Member, "firstName" | "email">): string {
  return firstName || email;
}

/** "30 days" of a trial from its first grant on, in whole months where it is that. */
function lengthOf(from: number, until: number): string {
  const months = Math.round((until - from) / (30.4375 * DAY_MS));
  if (months >= 1) return formatCount(months, "month");
  return formatCount(Math.max(1, Math.round((until - from) / DAY_MS)), "day");
}

/**
 * Mails the invitation once more to someone who has not set a password yet; links of earlier ones are worthless from then on. A
 * request that is repeated under its id does nothing more.
 * @throws AppError `not_found`, or `conflict` for someone who has used it, whose trial is over or whose address is suppressed
 */
export async function inviteAgain(
  ctx: Ctx,
  { id, requestId }: { id: string; requestId: string },
): Promise<DoneResponse> {
  const [{ member, last, startsAt }, [earlier]] = await Promise.all([
    readTrial(ctx, id),
    selectTransactionalMail(ctx.db, requestId),
  ]);
  const answer = { message: `A new invitation is on its way to ${member.email}.` };
  if (earlier?.memberId === id) return answer;
  if (member.passwordHash !== null) throw conflict(`${member.email} has set a password: the invitation was used.`);
  requireMailable(member);
  const link = newLink(ctx.config, id, "setup", ctx.now);
  const parameters = {
    name: nameOf(member),
    durationText: lengthOf(startsAt, last.until),
    endDateText: dateTextOf(member, last.until),
  };
  const mail = queueMail(ctx, {
    kind: "trial-welcome",
    id: requestId,
    memberId: id,
    to: member.email,
    parameters,
    link,
  });
  await ctx.db.batch([
    spendSetupLinks(ctx.db, id, ctx.now),
    insertLink(ctx.db, link),
    auditChange(ctx, { actor: "admin", action: "trial.invite-again", subject: id }),
    mail.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return answer;
}

/** What tells of a later end; whoever has no password yet gets a link to set one with it. */
export function extensionOf(
  ctx: Ctx,
  member: Pick<Member, "id" | "email" | "firstName" | "passwordHash" | "timezone">,
  endsAt: number,
) {
  const addressee = { memberId: member.id, to: member.email };
  const parameters = { name: nameOf(member), endDateText: dateTextOf(member, endsAt) };
  if (member.passwordHash !== null) return { kind: "trial-extended", ...addressee, parameters } as const;
  const link = newLink(ctx.config, member.id, "setup", ctx.now);
  return { kind: "trial-extended-setup", ...addressee, parameters, link } as const;
}

/**
 * Moves the end of a running trial to another day, at the same time of day. A later end is told by mail, an earlier one is not.
 * The end it has already is no change.
 * @throws AppError `not_found`, `validation` for a day that has passed, or `conflict` for someone on no trial or changed meanwhile
 */
export async function changeTrialEnd(ctx: Ctx, input: ChangeTrialEndRequest & { id: string }): Promise<DoneResponse> {
  const { member, last } = await readTrial(ctx, input.id);
  const days = daysBetween(dateIn(member.timezone, last.until), input.endDate);
  const to = addDaysAt(last.until, days, member.timezone);
  if (to <= ctx.now) throw invalid("Please choose a day to come.", { endDate: "Please choose a day to come." });
  const answer = { message: `The trial of ${member.email} ends on ${dateTextOf(member, to)}.` };
  if (days === 0) return answer;
  const extension = days > 0 ? extensionOf(ctx, member, to) : null;
  const notice = extension && queueNotice(ctx, extension);
  const details = { endDate: input.endDate };
  const [moved] = await ctx.db.batch([
    moveTrialEnd(ctx.db, member.id, { from: last.until, to }, ctx.now),
    auditChange(ctx, { actor: "admin", action: "trial.change-end", subject: member.id, details }),
    ...(notice ? [notice.insert] : []),
    recomputeAccess(ctx.db, [member.id], { now: ctx.now }),
    // Of no use to anybody without the mail that carries it.
    ...(extension?.kind === "trial-extended-setup" ? [insertLink(ctx.db, extension.link)] : []),
  ]);
  if (moved.length === 0) {
    const again = await readTrial(ctx, input.id);
    if (again.last.until !== to) throw conflict("This trial was changed a moment ago. Please look again.");
    return answer;
  }
  if (notice) ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return answer;
}
