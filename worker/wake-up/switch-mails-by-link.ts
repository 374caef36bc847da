import type { UnsubscribeLink, UnsubscribeResponse } from "#domain/contract/unsubscribe.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { invalid } from "../errors.ts";
import { switchMails } from "../members/members.queries.ts";
import { isUnsubscribeKey } from "./unsubscribe-key.ts";

type Input = { link: UnsubscribeLink; emailEnabled: boolean };

/**
 * Switches a member's wake-up mails off, or on again, by the link in a mail: no session needed, any number of times.
 * @throws AppError `validation` for a link that is not ours
 */
export async function switchMailsByLink(ctx: Ctx, { link, emailEnabled }: Input): Promise<UnsubscribeResponse> {
  const isOurs = isUnsubscribeKey(ctx.config, link.member, link.key);
  if (!isOurs) throw invalid("This unsubscribe link is not valid. Please use the link from your latest mail.");
  const [updated] = await ctx.db.batch([
    switchMails(ctx.db, link.member, emailEnabled, ctx.now),
    auditChange(ctx, {
      actor: `member:${link.member}`,
      action: emailEnabled ? "mails.on" : "mails.off",
      subject: link.member,
    }),
  ]);
  if (updated.length === 0) throw invalid("This unsubscribe link belongs to an account that no longer exists.");
  return { emailEnabled };
}
