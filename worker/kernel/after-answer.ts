import type { Ctx } from "./context.ts";

/** Use `afterMs` for work that only some callers cause: work that starts immediately delays the response, which would give it away. */
export function afterAnswer(ctx: Pick<Ctx, "defer">, work: () => Promise<unknown>, { afterMs = 0 } = {}): void {
  ctx.defer(scheduler.wait(afterMs).then(work));
}
