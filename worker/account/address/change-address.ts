import type { AddressResponse, LinkRequest } from "#domain/contract/account.ts";
import type { ChangeAddressRequest, DoneResponse, WithId } from "#domain/contract/members.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid, notFound } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { refuseLink } from "../../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMail, queueNotice } from "../../mail/transactional-mail.ts";
import { selectTransactionalMail } from "../../mail/transactional-mails.queries.ts";
import { insertLink, selectLink, spendLinksFor } from "../auth-tokens.queries.ts";
import { selectInvitation } from "../invitations/invitations.queries.ts";
import { inviteOne } from "../invitations/invite.ts";
import { selectMember, selectMemberByEmail } from "../member/members.queries.ts";
import { unmailable } from "../member/require-mailable.ts";
import { hashOfToken, newLink } from "../single-use-link.ts";
import {
  changeAddressByLink,
  changeUnaccepted,
  deleteSessionsAfterChange,
  spendLinksAfterChange,
  spendLinksOfUnaccepted,
} from "./change-address.queries.ts";

const TAKEN = "This email belongs to another account.";
const ACCEPTED = "They just accepted their invitation. Try again.";

/**
 * An imported account's address changes without a confirmation: no one has accepted it. Links to the old one end, and
 * who was invited is invited at the new one. @throws AppError `conflict` if it's taken
 */
async function changeAddressOfUnaccepted(
  ctx: Ctx,
  { id, email, requestId, isRepeated }: ChangeAddressRequest & { id: string; isRepeated: boolean },
): Promise<DoneResponse> {
  const emailKey = emailKeyOf(email);
  const address = { email, emailKey, addressHash: addressHash(ctx.config, emailKey), now: ctx.now };
  const [, , , [member], [invitation]] = await ctx.db.batch([
    changeUnaccepted(ctx.db, id, address),
    auditChange(ctx, { actor: "admin", action: "member.address", subject: id, details: { fields: ["email"] } }),
    spendLinksOfUnaccepted(ctx.db, id, ctx.now),
    selectMember(ctx.db, id),
    selectInvitation(ctx.db, id),
  ]);
  if (member?.emailKey !== emailKey) throw conflict(member?.isUnaccepted ? TAKEN : ACCEPTED);
  const changed = `The email is now ${email}`;
  if (member.suppressedAt !== null) return { message: `${changed}. ${unmailable(email)}` };
  if (!invitation?.invitedAt) return { message: `${changed}.` };
  if (!isRepeated) await ctx.db.batch(inviteOne(ctx, member, requestId).statements);
  ctx.defer(sendTransactionalMail(ctx, { id: requestId }));
  return { message: `${changed}, and an invitation is on its way there.` };
}

const INVALID = "This link doesn't work. Use the link in your latest email.";
const SPENT = "This link has already been used.";
const EXPIRED = "This link has expired. Ask us for a new one.";

/** Emails a link to the new address; earlier ones stop working. An imported account that isn't accepted needs none. @throws AppError `not_found`, `conflict` if it's taken or theirs already */
export async function askForAddress(ctx: Ctx, { id, ...input }: WithId<ChangeAddressRequest>): Promise<DoneResponse> {
  const [[member], [owner], [earlier]] = await ctx.db.batch([
    selectMember(ctx.db, id),
    selectMemberByEmail(ctx.db, input.email),
    selectTransactionalMail(ctx.db, input.requestId),
  ]);
  if (member?.isUnaccepted && (!owner || owner.id === id))
    return changeAddressOfUnaccepted(ctx, { id, ...input, isRepeated: earlier !== undefined });
  const answer = {
    message: `A link is on its way to ${input.email}. The email changes once they confirm it. The link expires in 24 hours.`,
  };
  if (earlier?.memberId === id) return answer;
  if (!member) throw notFound("Member");
  if (owner) throw conflict(owner.id === id ? "That's already their email." : TAKEN);
  const link = { ...newLink(ctx.config, id, "address", ctx.now), newEmail: input.email };
  const mail = queueMail(ctx, {
    kind: "address-confirm",
    id: input.requestId,
    memberId: id,
    to: input.email,
    parameters: {},
    link,
  });
  await ctx.db.batch([
    spendLinksFor(ctx.db, id, "address", ctx.now),
    insertLink(ctx.db, link),
    auditChange(ctx, { actor: "admin", action: "member.address-asked", subject: id, details: { fields: ["email"] } }),
    mail.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
  return answer;
}

/** A used link is still good if it made the change. @throws AppError `validation` or `gone` for the link, `rate_limited` */
async function requireLink(ctx: Ctx, token: string) {
  const tokenHash = await hashOfToken(ctx, token);
  const [found] = await selectLink(ctx.db, tokenHash, ["address"]);
  const email = found?.link.newEmail;
  if (!found || !email) return refuseLink(ctx, invalid(INVALID));
  const { member, link } = found;
  const good = { tokenHash, email, member };
  if (link.usedAt !== null && member.emailKey === emailKeyOf(email)) return { ...good, isDone: true };
  if (link.usedAt !== null) return refuseLink(ctx, gone(SPENT));
  if (link.expiresAt <= ctx.now) return refuseLink(ctx, gone(EXPIRED));
  return { ...good, isDone: false };
}

/** Reads only. @throws AppError as `requireLink` */
export async function checkAddressLink(ctx: Ctx, input: LinkRequest): Promise<AddressResponse> {
  const { email } = await requireLink(ctx, input.token);
  return { email };
}

/** Doesn't carry over a suppression. @throws AppError as `requireLink`, and `conflict` if the address was taken */
export async function confirmAddress(ctx: Ctx, { token }: LinkRequest): Promise<AddressResponse> {
  const { tokenHash, email, member, isDone } = await requireLink(ctx, token);
  if (isDone) return { email };
  const changedText = longDateIn(member.timezone, ctx.now);
  const notice = queueNotice(ctx, {
    kind: "address-changed",
    memberId: member.id,
    to: member.email,
    parameters: { changedText },
  });
  const emailKey = emailKeyOf(email);
  const change = { tokenHash, email, emailKey, addressHash: addressHash(ctx.config, emailKey), now: ctx.now };
  const [changed] = await ctx.db.batch([
    changeAddressByLink(ctx.db, change),
    auditChange(ctx, {
      actor: `member:${member.id}`,
      action: "member.address",
      subject: member.id,
      details: { fields: ["email"] },
    }),
    ...(member.suppressedAt === null ? [notice.insert] : []),
    deleteSessionsAfterChange(ctx.db, change),
    // Must be last: the statements before it find the owner through the valid link.
    spendLinksAfterChange(ctx.db, change),
  ]);
  if (changed.length === 0) throw conflict(TAKEN);
  if (member.suppressedAt === null) ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return { email };
}
