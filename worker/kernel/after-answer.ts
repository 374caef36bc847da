import type { Ctx } from "./context.ts";

/** By then the response has left. Work that starts sooner delays it, which would reveal that an address is known. */
export const ANSWER_LEAVES_WITHIN_MS = 100;

/** Use `afterMs` for work that only some callers cause: work that starts immediately delays the response, which would give it away. */
export function afterAnswer(ctx: Pick<Ctx, "defer">, work: () => Promise<unknown>, { afterMs = 0 } = {}): void {
  ctx.defer(scheduler.wait(afterMs).then(work));
}
