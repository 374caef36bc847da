import type { Ctx } from "./context.ts";

/**
 * Starts work once the response is ready. Use `afterMs` for work that only some callers cause: work that starts immediately can hold the
 * thread before the response is written, and that delay would give it away.
 */
export function afterAnswer(
  ctx: Pick<Ctx, "defer">,
  work: () => Promise<unknown>,
  { afterMs = 0 }: { afterMs?: number } = {},
): void {
  ctx.defer(scheduler.wait(afterMs).then(work));
}
