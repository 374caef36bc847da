import type { ChangeAddressRequest, DoneResponse } from "#domain/contract/members.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { selectInvitation } from "../invitation/invitations.queries.ts";
import { inviteOne } from "../invitation/invite.ts";
import { selectMember } from "../member/members.queries.ts";
import { unmailable } from "../member/require-mailable.ts";
import { changeUnaccepted, spendLinksOfUnaccepted } from "./change-address.queries.ts";

export const TAKEN = "This email belongs to another account.";
const ACCEPTED = "They just accepted their invitation. Try again.";

/**
 * An imported account's address changes without a confirmation: no one has accepted it. Links to the old one end, and
 * who was invited is invited at the new one. @throws AppError `conflict` if it's taken
 */
export async function changeAddressOfUnaccepted(
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
