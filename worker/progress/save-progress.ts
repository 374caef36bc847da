import type { ProgressResponse, SaveProgressRequest } from "#domain/contract/progress.ts";
import { mergeProgress, NO_PROGRESS, type Progress } from "#domain/rules/completion.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { videoOf } from "../content/content-row.ts";
import type { Ctx } from "../context.ts";
import type { Caller } from "../members/caller.ts";
import { findProgress, raiseProgress } from "./progress.queries.ts";
import { requireOpenItem } from "./require-open-item.ts";
import { toProgress } from "./to-progress.ts";

type Input = { caller: Caller; ref: string; report: SaveProgressRequest };

/** Merges a player's report. A session counts for the member's own day on which it became complete. */
export async function saveProgress(ctx: Ctx, { caller, ref, report }: Input): Promise<ProgressResponse> {
  const [{ member, item }, stored] = await Promise.all([
    requireOpenItem(ctx, { caller, ref }),
    findProgress(ctx.db, caller.memberId, ref),
  ]);
  const media = { hasAudio: item.audioKey !== null, hasVideo: videoOf(item) !== null };
  const raise = (progress: Progress) =>
    raiseProgress(ctx.db, {
      memberId: member.id,
      contentId: item.id,
      ...progress,
      completedAt: progress.totalWatched ? ctx.now : null,
      completedDate: progress.totalWatched ? dateIn(member.timezone, ctx.now) : null,
      updatedAt: ctx.now,
    });
  const saved = await raise(mergeProgress(stored ?? NO_PROGRESS, report, media));
  // A report of the other medium may have been written meanwhile; the two together complete the session.
  const together = mergeProgress(saved, {}, media);
  const isNowComplete = together.totalWatched && !saved.totalWatched;
  return toProgress(item, isNowComplete ? await raise(together) : saved);
}
