import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { Ctx } from "../context.ts";
import type { Caller } from "../members/caller.ts";
import { findProgress } from "./progress.queries.ts";
import { requireOpenItem } from "./require-open-item.ts";
import { toProgress } from "./to-progress.ts";

type Input = { caller: Caller; ref: string };

/** @throws AppError `no_access` or `not_found` */
export async function readProgress(ctx: Ctx, input: Input): Promise<ProgressResponse> {
  const [{ item }, stored] = await Promise.all([
    requireOpenItem(ctx, input),
    findProgress(ctx.db, input.caller.memberId, input.ref),
  ]);
  return toProgress(item, stored);
}
