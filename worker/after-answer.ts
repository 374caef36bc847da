import type { Ctx } from "./context.ts";

/** Work that begins when the answer is on its way, so that not even its beginning is part of the time that a caller can measure. */
export function afterAnswer(ctx: Pick<Ctx, "defer">, work: () => Promise<unknown>): void {
  ctx.defer(scheduler.wait(0).then(work));
}
