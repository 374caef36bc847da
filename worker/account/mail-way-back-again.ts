import { dateIn, longDateIn } from "#domain/rules/local-time.ts";
import type { Ctx } from "../kernel/context.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import { selectLinkLeft } from "./auth-tokens.queries.ts";
import type { Member } from "./member/member.ts";

/** Resends the link that restores a closed account, at most once a day (UTC). Does nothing once the link is spent or expired. */
export async function mailWayBackAgain(ctx: Ctx, member: Member): Promise<void> {
  const [link] = await selectLinkLeft(ctx.db, member.id, "keep-account", ctx.now);
  if (!link) return;
  const mail = queueMailOnce(ctx, {
    kind: "account-closed",
    id: `account-closed:${member.id}:${dateIn("UTC", ctx.now)}`,
    memberId: member.id,
    to: member.email,
    parameters: { dateText: longDateIn(member.timezone, link.expiresAt) },
    link,
  });
  await mail.insert;
  ctx.defer(sendTransactionalMail(ctx, mail));
}
