import type { ExchangeRequest } from "#domain/contract/auth.ts";
import type { Ctx } from "../context.ts";
import { gone } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMember } from "../members/members.queries.ts";
import { spendLink } from "./auth.queries.ts";
import { hashOfToken } from "./single-use-link.ts";

/**
 * The member behind a ten-minute hand-off token, once.
 * @throws AppError `gone` for a token that is unknown, spent or over.
 */
export async function exchangeToken(ctx: Ctx, { token }: ExchangeRequest): Promise<Member> {
  const memberId = await spendLink(ctx.db, hashOfToken(token), "exchange", ctx.now);
  const member = memberId === undefined ? undefined : await findMember(ctx.db, memberId);
  if (!member) throw gone("This sign-in link is no longer valid. Please sign in.");
  return member;
}
