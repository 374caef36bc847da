import type { OwnSession, SessionsResponse } from "#domain/contract/account.ts";
import type { KeptFeeds } from "#domain/contract/feed.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { requireWithinHour } from "../../kernel/limits/attempt-limit.ts";
import { spendLinksFor } from "../auth-tokens.queries.ts";
import { openAccount } from "../proof/first-proof.queries.ts";
import { endOneSession, endSessionsOf } from "./end-sessions.queries.ts";
import { endFeeds } from "./kept-feeds.ts";
import { type SessionRow, selectSessionsOf } from "./sessions.queries.ts";
import { type Caller, type FromCaller, livingSince, type Session } from "./sessions.ts";

/** More than anyone's devices. Any that aren't listed can still be ended all at once. */
const MOST_LISTED = 50;

type Others = KeptFeeds & { session: Session };
type Asking = { caller: Caller; session: Session; now: number };

function toOwn(row: SessionRow, currentId: string): OwnSession {
  return {
    id: row.id,
    userAgent: row.userAgent,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: new Date(row.lastUsedAt).toISOString(),
    isCurrent: row.id === currentId,
  };
}

export async function listSessions(ctx: Ctx, { caller, session, now }: Asking): Promise<SessionsResponse> {
  const [rows] = await Promise.all([
    selectSessionsOf(ctx.db, caller.memberId, livingSince(now), MOST_LISTED),
    caller.member,
  ]);
  const own = rows.map((row) => toOwn(row, session.id));
  return { sessions: [...own.filter(({ isCurrent }) => isCurrent), ...own.filter(({ isCurrent }) => !isCurrent)] };
}

const ended = ({ memberId }: Caller) =>
  ({ actor: `member:${memberId}`, action: "member.sign-out", subject: memberId }) as const;

/** Does nothing if the session has ended or belongs to another member. */
export async function endSession(ctx: Ctx, { caller, id }: { caller: Caller; id: string }): Promise<void> {
  await ctx.db.batch([
    ...endOneSession(ctx.db, { id, memberId: caller.memberId }),
    auditChange(ctx, { ...ended(caller), details: { sessions: "one" } }),
  ]);
}

const ENDINGS_AN_HOUR = 30;
const tooMany = (when: string) => `You've logged out many times in the past hour. Try again in ${when}.`;

/**
 * Also ends an emailed login and the feeds that aren't kept. Media passes that the sessions got expire within the hour.
 * @throws AppError `rate_limited`
 */
export async function endOtherSessions(
  ctx: Ctx,
  { caller, session, keepFeeds = "" }: FromCaller<Others>,
): Promise<void> {
  // By session: a thief of one can't use up the owner's tries.
  const limit = { kind: "session-endings", member: session.id, max: ENDINGS_AN_HOUR, messageOf: tooMany } as const;
  await requireWithinHour(ctx, limit);
  const eventText = "Your other devices were logged out.";
  await ctx.db.batch([
    ...endSessionsOf(ctx.db, openAccount(caller.memberId), session.id),
    auditChange(ctx, { ...ended(caller), details: { sessions: "all others" } }),
    ...(await endFeeds(ctx, await caller.member, { keep: keepFeeds, eventText })),
    spendLinksFor(ctx.db, caller.memberId, "sign-in", ctx.now),
  ]);
}
