import type { ProgressResponse, SaveProgressRequest } from "#domain/contract/progress.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { mergeProgress, NO_PROGRESS, type Progress } from "#domain/rules/completion.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isLive } from "#domain/rules/release.ts";
import type { Caller } from "../auth/sessions.ts";
import { selectContent } from "../content/content.queries.ts";
import { type ContentRow, releasedThroughFor, videoOf } from "../content/content-item.ts";
import type { Ctx } from "../context.ts";
import { noAccess, notFound } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { raiseProgress, selectProgress } from "./progress.queries.ts";

type Input = { caller: Caller; ref: string };
type Open = { member: Member; item: ContentRow; stored: Progress | undefined };

/** The member, the released item a call is about, and what is stored of it. @throws AppError `no_access` or `not_found` */
async function openItem(ctx: Ctx, { caller, ref }: Input): Promise<Open> {
  const [member, item, stored] = await Promise.all([
    caller.member,
    selectContent(ctx.db, ref).get(),
    selectProgress(ctx.db, caller.memberId, ref).get(),
  ]);
  if (!hasAccess(member, ctx.now)) throw noAccess();
  if (!item || !isLive(item, releasedThroughFor(member, ctx.now))) throw notFound("Content");
  return { member, item, stored };
}

function toProgress({ id, date }: ContentRow, stored: Progress): ProgressResponse {
  const { audioCompleted, videoCompleted, totalWatched, audioProgress, videoProgress } = stored;
  return { id, date, audioCompleted, videoCompleted, totalWatched, audioProgress, videoProgress };
}

/** @throws AppError `no_access` or `not_found` */
export async function readProgress(ctx: Ctx, input: Input): Promise<ProgressResponse> {
  const { item, stored } = await openItem(ctx, input);
  return toProgress(item, stored ?? NO_PROGRESS);
}

/**
 * Merges a player's report. An item counts for the member's own day on which it became complete.
 * @throws AppError `no_access` or `not_found`
 */
export async function saveProgress(
  ctx: Ctx,
  { report, ...input }: Input & { report: SaveProgressRequest },
): Promise<ProgressResponse> {
  const { member, item, stored } = await openItem(ctx, input);
  const media = { hasAudio: item.audioKey !== null, hasVideo: videoOf(item) !== null };
  const raise = (progress: Progress) =>
    raiseProgress(ctx.db, {
      memberId: member.id,
      contentId: item.id,
      ...progress,
      completedAt: progress.totalWatched ? ctx.now : null,
      completedDate: progress.totalWatched ? dateIn(member.timezone, ctx.now) : null,
      updatedAt: ctx.now,
    }).get();
  const saved = await raise(mergeProgress(stored ?? NO_PROGRESS, report, media));
  // A report of the other medium may have been written meanwhile; the two together complete the item.
  const together = mergeProgress(saved, {}, media);
  const isNowComplete = together.totalWatched && !saved.totalWatched;
  return toProgress(item, isNowComplete ? await raise(together) : saved);
}
