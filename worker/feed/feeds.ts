import { nanoid } from "nanoid";
import type {
  EpisodeLink,
  Feed,
  FeedsLink,
  FeedsResponse,
  NewFeedRequest,
  NewFeedResponse,
} from "#domain/contract/feed.ts";
import { feedPath } from "#domain/rules/feeds.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { Caller, FromCaller, Session } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hashing.ts";
import { attemptLimit, endOfQuotaDay, requireAttempt, requireWithinHour } from "../kernel/limits/attempt-limit.ts";
import { isEpisodeKey } from "../kernel/links/episode-key.ts";
import { isFeedsKey } from "../kernel/links/feeds-key.ts";
import { queueNotice } from "../mail/transactional-mail.ts";
import { saveProgress } from "../progress/item-progress.ts";
import { deleteFeeds, type FeedRow, insertFeed, selectFeedsOf, selectMemberOfFeed } from "./feeds.queries.ts";

const TOKEN_LENGTH = 32;
const CHANGES_AN_HOUR = 30;
/** Per UTC day, since each sends an email. */
const ADDED_A_DAY = 20;
const ENOUGH_TODAY = "You've added many podcast apps today. Try again tomorrow.";
const TAKEN = "You already have a podcast app with this name. Choose another name, or revoke that one first.";
const ENOUGH = "You already have 10 podcast apps, the most allowed. Revoke one you no longer use.";

function toFeed({ id, name, createdAt, lastUsedAt, userAgent }: FeedRow): Feed {
  return { id, name, createdAt: new Date(createdAt).toISOString(), lastUsedAt: isoOrNull(lastUsedAt), userAgent };
}

/** Limited, since each change is audited. */
async function requireFewChanges(ctx: Ctx, { memberId, member }: Caller): Promise<void> {
  await member;
  const messageOf = (when: string) =>
    `You've changed your podcast apps many times in the past hour. Try again in ${when}.`;
  await requireWithinHour(ctx, { kind: "feed-changes", member: memberId, max: CHANGES_AN_HOUR, messageOf });
}

export async function listFeeds(ctx: Ctx, { caller }: { caller: Caller }): Promise<FeedsResponse> {
  const [rows] = await Promise.all([selectFeedsOf(ctx.db, caller.memberId), caller.member]);
  return { feeds: rows.map(toFeed) };
}

type Adding = FromCaller<NewFeedRequest> & { session: Session };

/** The only time that the address can be read. @throws AppError `conflict` for an eleventh podcast app or a name in use, `rate_limited` */
export async function addFeed(ctx: Ctx, { caller, session, name }: Adding): Promise<NewFeedResponse> {
  await requireFewChanges(ctx, caller);
  const { memberId } = caller;
  const ofDay = { kind: "feeds-added", value: memberId, max: ADDED_A_DAY, windowEndsAt: endOfQuotaDay(ctx.now) };
  await requireAttempt(ctx, [attemptLimit(ctx, ofDay)], { message: ENOUGH_TODAY });
  const { email: to } = await caller.member;
  const token = nanoid(TOKEN_LENGTH);
  const own = { id: crypto.randomUUID(), memberId, sessionId: session.id };
  const row = { ...own, tokenHash: sha256(token), name, createdAt: ctx.now };
  const entry = { actor: `member:${memberId}`, action: "member.feed-added", subject: memberId } as const;
  const notice = queueNotice(ctx, {
    kind: "feed-added",
    memberId,
    to,
    parameters: { eventText: "A podcast app was added.", apps: name, feedIds: row.id },
  });
  const { all } = await batchOf(ctx.db, {
    added: insertFeed(ctx.db, row),
    audited: auditChange(ctx, { ...entry, details: { device: name } }),
    mailed: notice.insert,
    all: selectFeedsOf(ctx.db, memberId),
  });
  const added = all.find(({ id }) => id === row.id);
  if (added) return { feed: toFeed(added), address: `${ctx.config.appUrl}${feedPath(token)}` };
  const message = all.some((other) => other.name === name) ? TAKEN : ENOUGH;
  throw conflict(message, { name: message });
}

/** Ends the feeds' addresses and the addresses of their episodes. Does nothing if they're revoked or another member's. */
async function revoke(ctx: Ctx, memberId: string, ids: string[]): Promise<void> {
  const entry = { actor: `member:${memberId}`, action: "member.feed-revoked", subject: memberId } as const;
  await ctx.db.batch([deleteFeeds(ctx.db, { ids, memberId }), auditChange(ctx, entry)]);
}

export async function revokeFeed(ctx: Ctx, { caller, id }: { caller: Caller; id: string }): Promise<void> {
  await requireFewChanges(ctx, caller);
  await revoke(ctx, caller.memberId, [id]);
}

/** For the link in an email about podcast apps. @throws AppError `validation` for a forged one */
export async function revokeLinked(ctx: Ctx, link: FeedsLink): Promise<void> {
  if (!isFeedsKey(ctx.config, link)) throw invalid("This link doesn't work. Use the link in your latest email.");
  await revoke(ctx, link.member, link.feed.split("."));
}

const DONE_AN_HOUR = 60;
const INVALID = "This link doesn't work. Open it again from the episode notes.";

/** For the link in an episode's notes; a revoked feed's links do nothing. @throws AppError `validation`, `not_found`, `no_access`, `rate_limited` */
export async function markDone(ctx: Ctx, link: EpisodeLink): Promise<void> {
  if (!isEpisodeKey(ctx.config, "episode-done", link)) throw invalid(INVALID);
  const { feed, item } = link;
  const found = await selectMemberOfFeed(ctx.db, feed).get();
  if (!found) throw notFound("Feed");
  const { member, hasOldProgress } = found;
  const messageOf = (when: string) => `You've marked many sessions as done in the past hour. Try again in ${when}.`;
  await requireWithinHour(ctx, { kind: "feed-done", member: member.id, max: DONE_AN_HOUR, messageOf });
  const caller = { memberId: member.id, member: Promise.resolve({ ...member, hasOldProgress }) };
  await saveProgress(ctx, { caller, ref: item, report: { totalWatched: true } });
}
