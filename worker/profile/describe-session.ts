import type { SessionUser } from "#domain/contract/account.ts";
import { hasEarlyAccess } from "#domain/rules/access.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import { selectInvitation } from "../account/invitations/invitations.queries.ts";
import { identityOf } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { selectNewestLiveDates } from "../content/content.queries.ts";
import type { Ctx } from "../kernel/context.ts";

/** Returns who is logged in and their dashboard's first month: the latest one, up to their today, with live content. */
export async function describeSession(ctx: Ctx, { caller }: { caller: Caller }): Promise<SessionUser> {
  const [member, newest, [invitation]] = await Promise.all([
    caller.member,
    selectNewestLiveDates(ctx.db, ctx.now),
    selectInvitation(ctx.db, caller.memberId),
  ]);
  const today = dateIn(member.timezone, ctx.now);
  const identity = identityOf(member, ctx.now);
  return {
    ...identity,
    hasEarlyAccess: hasEarlyAccess(member.highestPlan),
    isInGrace: identity.hasAccess && (member.subscriptionEndsAt ?? ctx.now) < ctx.now,
    today,
    memberSince: dateIn(member.timezone, invitation?.acceptedAt ?? member.createdAt),
    defaultMonth: monthOf(newest.find((row) => row.date <= today)?.date ?? LAUNCH_DATE),
  };
}
