import type { SendWakeUpRequest, SendWakeUpResponse } from "#domain/contract/admin.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isLive } from "#domain/rules/release.ts";
import { selectContent } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { sendCopy } from "./send-copy.ts";
import { sendTodaysMail } from "./send-todays-mail.ts";

function reasonNotDue(member: Member, now: number): string | null {
  if (!member.emailEnabled) return "has switched wake-up mails off";
  if (member.suppressedAt !== null) return "has an address that is suppressed";
  if (member.pausedUntil !== null && member.pausedUntil > now) return "has paused wake-up mails";
  return hasAccess(member, now) ? null : "has no access";
}

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
  const reason = reasonNotDue(member, ctx.now);
  if (reason) return { outcome: "not_due", message: `${member.email} ${reason}.` };
  return again ? sendCopy(ctx, { member, item }) : sendTodaysMail(ctx, { member, item });
}
