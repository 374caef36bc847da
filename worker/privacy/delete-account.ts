import type { DoneResponse } from "#domain/contract/members.ts";
import type { DeleteAccountRequest, DeleteAccountResponse } from "#domain/contract/privacy.ts";
import { formatDate } from "#domain/formats.ts";
import { DELETE_WORD } from "#domain/rules/credentials.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { afterClosing } from "../access/close-account.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { needsNoProof } from "../account/proof/first-proof.ts";
import { requireOwner } from "../account/require-owner.ts";
import type { Caller, Session } from "../account/sessions/sessions.ts";
import { newLink } from "../account/single-use-link.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, conflict, invalid, notFound, unavailable } from "../kernel/errors.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueNotice } from "../mail/transactional-mail.ts";
import { cancelMySubscription } from "../money/subscriptions/my-subscription.ts";
import { isLive } from "../money/subscriptions/subscription-states.ts";
import { selectSubscriptionsOf } from "../money/subscriptions/subscriptions.queries.ts";
import { closeAccount, insertWayBack } from "./closed-accounts.queries.ts";

const ASKED = { field: "password", missing: "Enter your password", wrong: "That's not your password." };
const ENTER_CODE = "Request a code, and enter it.";
const ASKED_CODE = { field: "code", missing: ENTER_CODE, wrong: ENTER_CODE };
const PAYPAL_AWAY =
  "PayPal isn't responding, so the account wasn't deleted: its subscription would keep charging. We'll cancel it as soon as PayPal responds. Delete the account then.";
const OVERTAKEN = "This account's email was just confirmed. Reload the page and try again.";

type Input = { caller: Caller; session: Session; confirmation: DeleteAccountRequest; network: string };

/** The word is enough where the session needs no other proof. */
async function requireConfirmation(ctx: Ctx, member: Member, input: Input): Promise<void> {
  const { caller, confirmation, session, network } = input;
  if (await needsNoProof(caller)) {
    if ("word" in confirmation) return;
    if (member.passwordHash === null) throw invalid(`Type ${DELETE_WORD} in capitals`);
  }
  const asked = member.passwordHash === null ? ASKED_CODE : ASKED;
  const password = "password" in confirmation ? confirmation.password : undefined;
  const code = "code" in confirmation ? confirmation.code : undefined;
  await requireOwner(ctx, { member, session, network, password, code, ...asked });
}

/** Runs before the account closes, so PayPal can't keep charging for an account no one can open. */
async function cancelWhatCharges(ctx: Ctx, memberId: string): Promise<void> {
  const owned = await selectSubscriptionsOf(ctx.db, memberId);
  if (!owned.some(({ subscription }) => isLive(subscription))) return;
  try {
    await cancelMySubscription(ctx, memberId, undefined);
  } catch (error) {
    throw error instanceof AppError && error.code === "unavailable" ? unavailable(PAYPAL_AWAY) : error;
  }
}

/**
 * Closes a member's own account and ends its subscriptions, emails, and sessions; a link restores it until its data is purged in 30 days.
 * @throws AppError `validation` for a wrong password, code, or word, `rate_limited`, `conflict` if the mailbox was proved meanwhile,
 * `unavailable` while PayPal is down
 */
export async function deleteAccount(ctx: Ctx, input: Input): Promise<DeleteAccountResponse> {
  const member = await input.caller.member;
  await requireConfirmation(ctx, member, input);
  return close(ctx, member, `member:${member.id}`);
}

/** Closes an account for a member who asked us to. They get the same email, with the link that restores it. @throws AppError like `deleteAccount` */
export async function closeForMember(ctx: Ctx, { id }: { id: string }): Promise<DoneResponse> {
  const member = await selectMember(ctx.db, id).get();
  if (!member) throw notFound("Member");
  const { purgeAt } = await close(ctx, member, "admin");
  return { message: `The account of ${member.email} is closed. Its data will be deleted on ${formatDate(purgeAt)}.` };
}

async function close(ctx: Ctx, member: Member, actor: string): Promise<DeleteAccountResponse> {
  await cancelWhatCharges(ctx, member.id);
  const link = newLink(ctx.config, member, "keep-account", ctx.now);
  const purgeAt = link.expiresAt;
  const parameters = { dateText: longDateIn(member.timezone, purgeAt) };
  const mail = { memberId: member.id, to: member.email, parameters, link };
  const notice = queueNotice(ctx, { kind: "account-closed", ...mail });
  const { mailboxProvedAt } = member;
  const { open } = await batchOf(ctx.db, {
    closed: closeAccount(ctx.db, member.id, { now: ctx.now, purgeAt, mailboxProvedAt }),
    audited: auditChange(ctx, { actor, action: "member.delete", subject: member.id }),
    mailed: notice.insert,
    wayBack: insertWayBack(ctx.db, notice.id, link),
    after: afterClosing(ctx, member.id),
    open: selectMember(ctx.db, member.id),
  });
  if (open.length > 0) throw conflict(OVERTAKEN);
  ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return { purgeAt: new Date(purgeAt).toISOString() };
}
