import type { SendWakeUpRequest, SendWakeUpResponse } from "#domain/contract/admin.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { type MailBlocker, mailBlocker } from "#domain/rules/mail-blocker.ts";
import { isLive } from "#domain/rules/release.ts";
import { selectContent } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { sendCopy } from "./send-copy.ts";
import { sendTodaysMail } from "./send-todays-mail.ts";

const NOT_DUE: Record<MailBlocker, string> = {
  deleted: "has a deleted account",
  mails_off: "has switched wake-up mails off",
  suppressed: "has an address that is suppressed",
  paused: "has paused wake-up mails",
  no_access: "has no access",
  not_waiting: "was not waiting for a mail yet at this time",
};

/**
 * Sends a member today's mail now. It counts: the slot that follows finds the row. `again` sends a copy that does not.
 * @throws AppError `not_found` for an unknown address
 */
export async function sendWakeUpNow(ctx: Ctx, { email, again }: SendWakeUpRequest): Promise<SendWakeUpResponse> {
  const member = await findMemberByEmail(ctx.db, email);
  if (!member) throw notFound("Member");
  const today = dateIn(member.timezone, ctx.now);
  const item = await selectContent(ctx.db, today).get();
  if (!item || !isLive(item, today))
    return { outcome: "no_content", message: `There is no live content for ${today}.` };
  const blocker = mailBlocker(member, ctx.now);
  if (blocker) return { outcome: "not_due", message: `${member.email} ${NOT_DUE[blocker]}.` };
  return again ? sendCopy(ctx, { member, item }) : sendTodaysMail(ctx, { member, item });
}
