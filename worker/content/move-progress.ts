import type { CallingMember } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import { retryWrite } from "../kernel/retry-write.ts";
import { moveRows, selectUnmoved } from "./move-progress.queries.ts";

/** About two seconds of D1's time, and far below what a statement may take. */
const ROWS_PER_SLICE = 2000;
const SLICES_PER_TICK = 20;
const WORK_MS = 20_000;

/** Moves members' progress out of 0.2.0's table, in one transaction. Moving again changes nothing. */
export async function moveProgress(ctx: Ctx, ids: string[]): Promise<number> {
  const { deleted } = await retryWrite(() => batchOf(ctx.db, moveRows(ctx.db, ids)));
  return deleted.meta.changes;
}

/** Reads a member's own rows in parallel with their lookup. If that finds some in the old table, moves them and reads again. */
export async function readOwn<T>(ctx: Ctx, caller: Caller, read: () => PromiseLike<T>): Promise<[CallingMember, T]> {
  const [member, rows] = await Promise.all([caller.member, read()]);
  if (!member.hasOldProgress) return [member, rows];
  await moveProgress(ctx, [member.id]);
  return [member, await read()];
}

/** The member of a write, whose progress is moved before it. */
export async function movedMember(ctx: Ctx, caller: Caller): Promise<CallingMember> {
  const member = await caller.member;
  if (member.hasOldProgress) await moveProgress(ctx, [member.id]);
  return member;
}

/** Moves whole members, some thousand rows a tick, until the old table is empty. */
export async function moveOldProgress(ctx: Ctx): Promise<void> {
  let moved = 0;
  for (let slice = 0; slice < SLICES_PER_TICK && ctx.clock() - ctx.now < WORK_MS; slice += 1) {
    const ids = (await selectUnmoved(ctx.db, ROWS_PER_SLICE)).map(({ id }) => id);
    if (ids.length === 0) break;
    moved += await moveProgress(ctx, ids);
  }
  if (moved > 0) log("info", "progress_moved", { rows: moved });
}
