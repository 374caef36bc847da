import type { Ctx } from "../context.ts";
import { unauthorized } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMember } from "../members/members.queries.ts";
import type { Session } from "./session-token.ts";

/**
 * The member a session belongs to, read from the database on every call so that a raised version ends it at once.
 * @throws AppError `unauthorized`
 */
export async function requireSession(ctx: Ctx, session: Session): Promise<Member> {
  const member = await findMember(ctx.db, session.memberId);
  if (!member || member.sessionVersion !== session.sessionVersion)
    throw unauthorized("Your session has ended. Please sign in.");
  return member;
}
