import type { KeptFeeds } from "#domain/contract/feed.ts";
import type {
  DoneResponse,
  PasswordMailRequest,
  ResendMailRequest,
  SetMailsRequest,
  WithId,
} from "#domain/contract/members.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { insertLink, spendLinksFor } from "../account/auth-tokens.queries.ts";
import { inviteOne } from "../account/invitations/invite.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { requireMailable } from "../account/member/require-mailable.ts";
import { openAccount } from "../account/proof/first-proof.queries.ts";
import { endSessionsOf } from "../account/sessions/end-sessions.queries.ts";
import { endFeeds } from "../account/sessions/kept-feeds.ts";
import { newLink } from "../account/single-use-link.ts";
import { auditChange, auditEvent } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { resendingOf } from "../mail/resending.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueAgain, queueMail } from "../mail/transactional-mail.ts";
import { selectTransactionalMail, type TransactionalMailRow } from "../mail/transactional-mails.queries.ts";
import { startMails, stopMails } from "../mail-responses/unsubscribe/unsubscribe.queries.ts";
import { selectMailOfDelivery } from "../wake-up/deliveries/deliveries.queries.ts";
import { copyOfWakeUp, type MorningsMail } from "../wake-up/send-again/copy-of-wake-up.ts";

/** Returns the member and whether the request ran before: its ID is that of the email it wrote. @throws AppError `not_found` */
async function readForMail(ctx: Ctx, { id, requestId }: { id: string; requestId: string }) {
  const [[member], [earlier]] = await ctx.db.batch([
    selectMember(ctx.db, id),
    selectTransactionalMail(ctx.db, requestId),
  ]);
  if (!member) throw notFound("Member");
  return { member, isRepeated: earlier?.memberId === id };
}

/** Emails a link to set a password, or an imported person's invitation. Repeats do nothing more. @throws AppError `not_found`, or `conflict` for a suppressed address */
export async function mailPasswordLink(
  ctx: Ctx,
  { id, requestId }: WithId<PasswordMailRequest>,
): Promise<DoneResponse> {
  const { member, isRepeated } = await readForMail(ctx, { id, requestId });
  const answer = member.isUnaccepted
    ? { message: `The invitation is on its way to ${member.email}.` }
    : { message: `A password link is on its way to ${member.email}. It's valid for 1 hour.` };
  if (isRepeated) return answer;
  requireMailable(member);
  const mailed = member.isUnaccepted
    ? inviteOne(ctx, member, { id: requestId }).statements
    : passwordMail(ctx, member, requestId);
  await ctx.db.batch([auditEvent(ctx, { actor: "admin", action: "member.password-mail", subject: id }), ...mailed]);
  ctx.defer(sendTransactionalMail(ctx, { id: requestId }));
  return answer;
}

function passwordMail(ctx: Ctx, member: Member, id: string) {
  const link = newLink(ctx.config, member, "reset", ctx.now);
  const addressee = { memberId: member.id, to: member.email };
  const mail = queueMail(ctx, { kind: "password-reset", id, ...addressee, parameters: {}, link });
  return [insertLink(ctx.db, link), mail.insert];
}

/**
 * Ends a member's sessions, any emailed login, and the feeds that aren't kept; their media stay open until the media pass expires.
 * @throws AppError `not_found`
 */
export async function signOutEverywhere(ctx: Ctx, { id, keepFeeds = "" }: WithId<KeptFeeds>): Promise<DoneResponse> {
  const member = await selectMember(ctx.db, id).get();
  if (!member) throw notFound("Member");
  const eventText = "Our support team logged you out on all your devices.";
  await ctx.db.batch([
    ...endSessionsOf(ctx.db, openAccount(id)),
    auditChange(ctx, { actor: "admin", action: "member.sign-out", subject: id }),
    ...(await endFeeds(ctx, member, { keep: keepFeeds, eventText, actor: "admin" })),
    spendLinksFor(ctx.db, id, "sign-in", ctx.now),
  ]);
  return { message: `${member.email} is logged out everywhere.` };
}

/** Turns a member's wake-up emails off or on, as they asked for. @throws AppError `not_found`, `conflict` to turn them on before they accepted */
export async function setMails(ctx: Ctx, { id, isOn }: WithId<SetMailsRequest>): Promise<DoneResponse> {
  const started = [
    startMails(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "mails.on", subject: id }),
  ] as const;
  const { found } = await batchOf(ctx.db, {
    changed: isOn ? started : Object.values(stopMails(ctx, [id], { actor: "admin" })),
    found: selectMember(ctx.db, id),
  });
  const [member] = found;
  if (!member) throw notFound("Member");
  if (isOn && member.isUnaccepted) throw conflict(`${member.email} hasn't accepted the invitation yet.`);
  const rest = isOn && member.suppressedAt !== null ? ", but none go out: the address is suppressed" : "";
  return { message: `Wake-up emails to ${member.email} are ${isOn ? "on" : "off"}${rest}.` };
}

/** Stores a copy of a morning's email, or another email again. @throws AppError `not_found`, or `conflict` if it can't be sent again */
export async function resendMail(ctx: Ctx, input: WithId<ResendMailRequest>): Promise<DoneResponse> {
  const isCopy = "date" in input;
  const [{ member, isRepeated }, written] = await Promise.all([readForMail(ctx, input), readWritten(ctx, input)]);
  const what = isCopy ? `A copy of the email for ${formatLongDate(input.date)}` : "The email";
  const answer = { message: `${what} is on its way to ${member.email}.` };
  if (isRepeated) return answer;
  requireMailable(member);
  const details = isCopy ? { date: input.date } : { mailId: input.mailId };
  const { requestId } = input;
  const statements = isCopy
    ? writeCopy(ctx, member, { requestId, date: input.date, mail: written.morning })
    : writeAgain(ctx, member, { requestId, mail: written.mail });
  await ctx.db.batch([
    statements.insert,
    auditChange(ctx, { actor: "admin", action: "mail.resend", subject: input.id, details }),
    ...statements.link,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: input.requestId }));
  return answer;
}

/** Returns what is sent again: a morning's email without the member's own values, or another email's row. */
async function readWritten(ctx: Ctx, input: WithId<ResendMailRequest>) {
  const morning = "date" in input ? (await selectMailOfDelivery(ctx.db, input.date, input.id))[0] : undefined;
  const mail = "mailId" in input ? (await selectTransactionalMail(ctx.db, input.mailId))[0] : undefined;
  return { morning, mail };
}

type Copy = { requestId: string; date: string; mail: MorningsMail | undefined };

/** @throws AppError `not_found` if the day's email doesn't exist or is no longer kept, `conflict` if the member wants none */
function writeCopy(ctx: Ctx, member: Member, { requestId, date, mail }: Copy) {
  if (!member.emailEnabled) throw conflict(`${member.email} turned off wake-up emails, so we didn't send a copy.`);
  if (!mail) throw notFound("Email");
  const parameters = copyOfWakeUp(mail, { member, date });
  const addressee = { id: requestId, memberId: member.id, to: member.email };
  return { link: [], insert: queueMail(ctx, { kind: "wake-up-copy", ...addressee, parameters }).insert };
}

type Again = { requestId: string; mail: TransactionalMailRow | undefined };

/** @throws AppError `not_found`, or `conflict` for an email that is pending, tied to its occasion, or no longer true */
function writeAgain(ctx: Ctx, member: Member, { requestId, mail }: Again) {
  if (mail?.memberId !== member.id) throw notFound("Email");
  const resending = resendingOf(mail, member, ctx.now);
  if (!resending) throw conflict("This email can't be resent. It's still waiting, or it's no longer relevant.");
  const link = resending.purpose && newLink(ctx.config, member, resending.purpose, ctx.now);
  const insert = queueAgain(ctx, mail, { id: requestId, to: member.email, link });
  if (!link) return { link: [], insert };
  // Earlier links to set a first password stop working.
  const spent = resending.purpose === "setup" ? [spendLinksFor(ctx.db, member.id, "setup", ctx.now)] : [];
  return { link: [...spent, insertLink(ctx.db, link)], insert };
}
