import type { QuickLoginRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMemberByEmail } from "../members/members.queries.ts";

/**
 * Signs in without a password, in development alone.
 * @throws AppError `not_found` everywhere else, whatever the address.
 */
export async function quickLogin(ctx: Ctx, { email }: QuickLoginRequest): Promise<Member> {
  const member = ctx.config.isDevelopment ? await findMemberByEmail(ctx.db, email) : undefined;
  if (!member) throw notFound(ctx.config.isDevelopment ? "Member" : "Page");
  return member;
}
