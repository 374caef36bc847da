import type { Ctx } from "./context.ts";

/**
 * Work that begins when the answer has been made. `afterMs` is for what only some callers cause: what begins at once may take the thread
 * before the answer is written out, and then its time tells.
 */
export function afterAnswer(
  ctx: Pick<Ctx, "defer">,
  work: () => Promise<unknown>,
  { afterMs = 0 }: { afterMs?: number } = {},
): void {
  ctx.defer(scheduler.wait(afterMs).then(work));
}
