import { type MailLink, NOT_OUR_MAIL_LINK } from "#domain/contract/mail-responses.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import type { CallingMember, Member } from "../../account/member/member.ts";
import { selectCallingMember } from "../../account/member/members.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { gone, invalid } from "../../kernel/errors.ts";
import { isMailKey } from "../../kernel/links/mail-key.ts";

/** Returns when a link expires (epoch ms): at the end of the local day `daysAfter` days after its email's. */
export function endOfLink({ date }: MailLink, { timezone }: Pick<Member, "timezone">, daysAfter: number): number {
  return instantAt(addDays(date, daysAfter + 1), 0, timezone);
}

/** Checks the key before anything is read. @throws AppError `validation` for a key that isn't ours */
export function requireMailKey({ config }: Ctx, link: MailLink): void {
  if (!isMailKey(config, link)) throw invalid(NOT_OUR_MAIL_LINK);
}

/** @throws AppError `validation` if the link isn't ours or its member no longer exists, `gone` once it has expired */
export async function memberOfLink(ctx: Ctx, link: MailLink, daysAfter: number): Promise<CallingMember> {
  requireMailKey(ctx, link);
  const member = await selectCallingMember(ctx.db, link.member).get();
  if (!member) throw invalid(NOT_OUR_MAIL_LINK);
  if (endOfLink(link, member, daysAfter) <= ctx.now)
    throw gone("This link has expired. Use the one in your latest email.");
  return member;
}
