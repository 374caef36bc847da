import type { DoneResponse, EndGrantRequest, GrantAccessRequest, WithId } from "#domain/contract/members.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { dateIn, longDateIn } from "#domain/rules/local-time.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound } from "../kernel/errors.ts";
import {
  type AccessGrant,
  endGrant,
  insertAdministratorGrant,
  recomputeAccess,
  selectAdministratorGrant,
  selectGrantsOf,
  selectOpenGrants,
} from "./access-grants.queries.ts";

const PAST = "That day has passed. Choose today or a later day.";

/** Months are added after existing access; a last day counts from now. */
function stretchOf({ months = 1, untilDate }: GrantAccessRequest, { timezone }: Member, lastEnd: number, now: number) {
  if (untilDate !== undefined) return { startsAt: now, until: instantAt(addDays(untilDate, 1), 0, timezone) };
  return { startsAt: lastEnd, until: addMonths(lastEnd, months, timezone) };
}

/**
 * Grants access by the administrator. A repeated request changes nothing.
 * @throws AppError `not_found`, `validation` for a past day, `conflict` for an ID that another grant has used
 */
export async function grantAccess(ctx: Ctx, { id, ...input }: WithId<GrantAccessRequest>): Promise<DoneResponse> {
  const [[member], [earlier], [last]] = await ctx.db.batch([
    selectMember(ctx.db, id),
    selectAdministratorGrant(ctx.db, input.requestId),
    selectOpenGrants(ctx.db, { id }, ctx.now),
  ]);
  if (!member) throw notFound("Member");
  if (earlier) return repeatedAnswer(earlier, member, input);
  const { startsAt, until } = stretchOf(input, member, last?.endsAt ?? ctx.now, ctx.now);
  if (until <= ctx.now) throw invalid(PAST, { untilDate: PAST });
  const grant = { id: crypto.randomUUID(), memberId: id, sourceId: input.requestId, plan: input.plan, startsAt, until };
  const lastDay = dateIn(member.timezone, until - 1);
  const details = { grantId: grant.id, plan: input.plan, lastDay, reason: input.reason };
  const [granted] = await ctx.db.batch([
    insertAdministratorGrant(ctx.db, grant, ctx.now),
    auditChange(ctx, { actor: "admin", action: "grant.create", subject: id, details }),
    recomputeAccess(ctx.db, [id], { now: ctx.now }),
  ]);
  if (granted.length > 0) return answerTo(member, until);
  const [other] = await selectAdministratorGrant(ctx.db, input.requestId);
  if (!other) throw notFound("Member");
  return repeatedAnswer(other, member, input);
}

type Earlier = Pick<AccessGrant, "memberId" | "plan" | "until">;

function repeatedAnswer(earlier: Earlier, member: Member, { plan }: GrantAccessRequest): DoneResponse {
  if (earlier.memberId !== member.id || earlier.plan !== plan)
    throw conflict("This request was already used for another grant. Fill in the form again.");
  return answerTo(member, earlier.until);
}

function answerTo(member: Member, until: number): DoneResponse {
  return { message: `${member.email} has access through ${longDateIn(member.timezone, until - 1)}.` };
}

type Ending = WithId<EndGrantRequest> & { grantId: string };

/** Ends one grant now; others continue. A repeat changes nothing. @throws AppError `not_found`, `conflict` for a subscription's grant */
export async function endAccess(ctx: Ctx, { id, grantId, reason }: Ending): Promise<DoneResponse> {
  const [ended] = await ctx.db.batch([
    endGrant(ctx.db, { id: grantId, memberId: id }, ctx.now),
    auditChange(ctx, { actor: "admin", action: "grant.end", subject: id, details: { grantId, reason } }),
    recomputeAccess(ctx.db, [id], { now: ctx.now }),
  ]);
  if (ended.length === 0) {
    const grant = (await selectGrantsOf(ctx.db, id)).find((one) => one.id === grantId);
    if (!grant) throw notFound("Grant");
    if (grant.endedAt === null && grant.source === "subscription")
      throw conflict("This access comes from a subscription. To end it, cancel the subscription.");
  }
  return { message: "Access ended." };
}
