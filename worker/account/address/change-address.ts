import type { ChangeAddressRequest, DoneResponse, WithId } from "#domain/contract/members.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMail } from "../../mail/transactional-mail.ts";
import { selectTransactionalMail } from "../../mail/transactional-mails.queries.ts";
import { insertLink, spendLinksFor } from "../auth-tokens.queries.ts";
import { selectInvitation } from "../invitations/invitations.queries.ts";
import { inviteOne } from "../invitations/invite.ts";
import { selectMember, selectMemberByEmail } from "../member/members.queries.ts";
import { unmailable } from "../member/require-mailable.ts";
import { newLink } from "../single-use-link.ts";
import { changeUnaccepted } from "./change-address.queries.ts";

export const TAKEN = "This email belongs to another account.";
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
  const written = await batchOf(ctx.db, {
    changed: changeUnaccepted(ctx.db, id, address),
    audited: auditChange(ctx, {
      actor: "admin",
      action: "member.address",
      subject: id,
      details: { fields: ["email"] },
    }),
    member: selectMember(ctx.db, id),
    invitation: selectInvitation(ctx.db, id),
  });
  const [member] = written.member;
  const [invitation] = written.invitation;
  if (member?.emailKey !== emailKey) throw conflict(member?.isUnaccepted ? TAKEN : ACCEPTED);
  const changed = `The email is now ${email}`;
  if (member.suppressedAt !== null) return { message: `${changed}. ${unmailable(email)}` };
  if (!invitation?.invitedAt) return { message: `${changed}.` };
  if (!isRepeated) await ctx.db.batch(inviteOne(ctx, member, { id: requestId }).statements);
  ctx.defer(sendTransactionalMail(ctx, { id: requestId }));
  return { message: `${changed}, and an invitation is on its way there.` };
}

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
  const link = { ...newLink(ctx.config, member, "address", ctx.now), newEmail: input.email };
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
