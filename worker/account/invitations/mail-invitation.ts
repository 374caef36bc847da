import type { Ctx } from "../../kernel/context.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import type { Member } from "../member/member.ts";
import { inviteOne } from "./invite.ts";

/** To someone who asked to log in and has nothing to log in with yet: it doesn't wait for its turn. Returns the link's ID. */
export async function mailInvitation(ctx: Ctx, member: Member): Promise<string> {
  const id = crypto.randomUUID();
  const { statements, linkId } = inviteOne(ctx, member, { id });
  await ctx.db.batch(statements);
  ctx.defer(sendTransactionalMail(ctx, { id }));
  return linkId;
}
