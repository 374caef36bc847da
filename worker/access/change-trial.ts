import type { ChangeTrialEndRequest } from "#domain/contract/access.ts";
import type { DoneResponse, PasswordMailRequest, WithId } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import { daysBetween } from "#domain/rules/calendar-days.ts";
import { addDaysAt } from "#domain/rules/instants.ts";
import { dateIn, longDateIn } from "#domain/rules/local-time.ts";
import { insertLink, spendLinksFor } from "../account/auth-tokens.queries.ts";
import { newsOf } from "../account/invitations/invite.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { requireMailable } from "../account/member/require-mailable.ts";
import { newLink } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound } from "../kernel/errors.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail, queueNotice } from "../mail/transactional-mail.ts";
import { selectTransactionalMail } from "../mail/transactional-mails.queries.ts";
import { type AccessGrant, moveTrialEnd, recomputeAccess, selectGrantsOf } from "./access-grants.queries.ts";

const MEAN_MONTH_MS = 30.4375 * DAY_MS;

/** A member's current and future trials, the last to end first. */
function openTrials(grants: AccessGrant[], now: number): AccessGrant[] {
  const open = grants.filter(({ source, endedAt, until }) => source === "trial" && endedAt === null && until > now);
  return open.toSorted((a, b) => b.until - a.until);
}

/** @throws AppError `not_found`, or `conflict` for someone without a running trial */
async function readTrial(ctx: Ctx, id: string) {
  const [[member], grants] = await ctx.db.batch([selectMember(ctx.db, id), selectGrantsOf(ctx.db, id)]);
  if (!member) throw notFound("Trial user");
  const trials = openTrials(grants, ctx.now);
  const [last] = trials;
  if (!last) throw conflict(`${member.email} isn't on a trial.`);
  return { member, last, startsAt: Math.min(...trials.map((trial) => trial.startsAt)) };
}

function nameOf({ firstName, email }: Pick<Member, "firstName" | "email">): string {
  return firstName || email;
}

/** The months of a trial, whatever the time zone and month lengths. */
export function monthsOf({ startsAt, until }: Pick<AccessGrant, "startsAt" | "until">): number {
  return Math.round((until - startsAt) / MEAN_MONTH_MS);
}

/** A trial's length from its first grant: "30 days", or whole months if it's at least one. */
function lengthOf(trial: Pick<AccessGrant, "startsAt" | "until">): string {
  const months = monthsOf(trial);
  if (months >= 1) return formatCount(months, "month");
  return formatCount(Math.max(1, Math.round((trial.until - trial.startsAt) / DAY_MS)), "day");
}

/** For an imported person who hasn't accepted: the invitation says it, and a trial doesn't accept for them. */
export const trialNews = ({ durationText, endDateText }: { durationText: string; endDateText: string }) =>
  `You've been given a free trial of ${durationText}. It ends on ${endDateText}.`;

/**
 * Emails another invitation to a member without a password and ends earlier links. A repeated request does nothing more.
 * @throws AppError `not_found`, `conflict` if it was used, the trial is over, or the address is suppressed
 */
export async function inviteAgain(ctx: Ctx, { id, requestId }: WithId<PasswordMailRequest>): Promise<DoneResponse> {
  const [{ member, last, startsAt }, [earlier]] = await Promise.all([
    readTrial(ctx, id),
    selectTransactionalMail(ctx.db, requestId),
  ]);
  const answer = { message: `A new invitation is on its way to ${member.email}.` };
  if (earlier?.memberId === id) return answer;
  if (member.passwordHash !== null)
    throw conflict(`${member.email} has already set a password, so they don't need another invitation.`);
  requireMailable(member);
  const parameters = {
    name: nameOf(member),
    durationText: lengthOf({ startsAt, until: last.until }),
    endDateText: longDateIn(member.timezone, last.until),
  };
  const content = member.isUnaccepted
    ? newsOf(ctx, member, trialNews(parameters))
    : {
        ...{ kind: "trial-welcome" as const, memberId: id, to: member.email, parameters },
        link: newLink(ctx.config, member, "setup", ctx.now),
      };
  const mail = queueMail(ctx, { ...content, id: requestId });
  await ctx.db.batch([
    spendLinksFor(ctx.db, id, "setup", ctx.now),
    insertLink(ctx.db, content.link),
    auditChange(ctx, { actor: "admin", action: "trial.invite-again", subject: id }),
    mail.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return answer;
}

/** The email about a later end, with a setup link for members without a password. */
export function extensionOf(ctx: Ctx, member: Member, endsAt: number) {
  const addressee = { memberId: member.id, to: member.email };
  const parameters = { name: nameOf(member), endDateText: longDateIn(member.timezone, endsAt) };
  if (member.isUnaccepted) return newsOf(ctx, member, `Your free trial now ends on ${parameters.endDateText}.`);
  if (member.passwordHash !== null) return { kind: "trial-extended", ...addressee, parameters } as const;
  const link = newLink(ctx.config, member, "setup", ctx.now);
  return { kind: "trial-extended-setup", ...addressee, parameters, link } as const;
}

/**
 * Moves a running trial's end to another day, at the same time of day. Only a later end is emailed.
 * @throws AppError `not_found`, `validation` for a past day, `conflict` without a running trial or if it changed meanwhile
 */
export async function changeTrialEnd(ctx: Ctx, input: WithId<ChangeTrialEndRequest>): Promise<DoneResponse> {
  const { member, last } = await readTrial(ctx, input.id);
  const days = daysBetween(dateIn(member.timezone, last.until), input.endDate);
  const to = addDaysAt(last.until, days, member.timezone);
  if (to <= ctx.now) throw invalid("Choose a future date.", { endDate: "Choose a future date." });
  const answer = { message: `The trial for ${member.email} ends on ${longDateIn(member.timezone, to)}.` };
  if (days === 0) return answer;
  const extension = days > 0 ? extensionOf(ctx, member, to) : null;
  const notice = extension && queueNotice(ctx, extension);
  const details = { endDate: input.endDate };
  const { moved } = await batchOf(ctx.db, {
    moved: moveTrialEnd(ctx.db, member.id, { from: last.until, to }, ctx.now),
    audited: auditChange(ctx, { actor: "admin", action: "trial.change-end", subject: member.id, details }),
    mailed: notice ? [notice.insert] : [],
    access: recomputeAccess(ctx.db, [member.id], { now: ctx.now }),
    // Useless without the email that carries it.
    link: extension && "link" in extension ? [insertLink(ctx.db, extension.link)] : [],
  });
  if (moved.length === 0) {
    const again = await readTrial(ctx, input.id);
    if (again.last.until !== to) throw conflict("This trial was just changed. Reload the page and try again.");
    return answer;
  }
  if (notice) ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return answer;
}
