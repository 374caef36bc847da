import type { ProgressResponse, SaveProgressRequest } from "#domain/contract/progress.ts";
import { mergeProgress, NO_PROGRESS } from "#domain/rules/completion.ts";
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
  const merged = mergeProgress(stored ?? NO_PROGRESS, report, {
    hasAudio: item.audioKey !== null,
    hasVideo: videoOf(item) !== null,
  });
  const saved = await raiseProgress(ctx.db, {
    memberId: member.id,
    contentId: item.id,
    ...merged,
    completedAt: merged.totalWatched ? ctx.now : null,
    completedDate: merged.totalWatched ? dateIn(member.timezone, ctx.now) : null,
    updatedAt: ctx.now,
  });
  return toProgress(item, saved);
}
