import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { closeLatePages } from "./close-late-pages.ts";
import { dispatchStrike } from "./dispatch-strike.ts";
import { requeuePages } from "./requeue-pages.ts";
import { beat, insertMissedStrikes, readDispatcherState, selectSettledStrikes } from "./strikes.queries.ts";
import { strikesBetween } from "./strikes.ts";
import { CUT_OFF_MS, MISSED_LOOK_BACK_MS } from "./timing.ts";
import { wakeUpChoices } from "./wake-up-choices.ts";

/**
 * One tick of the wake-up mail (DESIGN.md section 5). `tickAt` decides which instants struck; `ctx.now`, the earlier of it
 * and the real clock, decides everything that writes off or waits, so that a tick sent ahead of time spoils nothing.
 */
export async function dispatchWakeUps(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const choices = wakeUpChoices(ctx.config);
  const struck = strikesBetween(tickAt - CUT_OFF_MS - 1, tickAt, choices);
  const { heartbeatAt, breaker } = await readDispatcherState(ctx.db);
  const cutOff = ctx.now - CUT_OFF_MS;
  // What the last tick could still have dispatched was its own to settle; what came after it and is now too late was missed.
  const lookBack = Math.max((heartbeatAt ?? ctx.now) - CUT_OFF_MS, cutOff - MISSED_LOOK_BACK_MS);
  const late = strikesBetween(lookBack - 1, cutOff - 1, choices);

  const isBlocked = breaker !== null && breaker.until > ctx.now;
  const candidates = [...struck, ...late];
  if (candidates.length > 0) {
    const settled = new Set((await selectSettledStrikes(ctx.db, candidates)).map((row) => row.strikeAt));
    const missed = late.filter((strikeAt) => !settled.has(strikeAt) && !struck.includes(strikeAt));
    if (missed.length > 0) {
      await insertMissedStrikes(ctx.db, missed, ctx.now);
      log("error", "strikes_missed", { strikes: missed.map((strikeAt) => new Date(strikeAt).toISOString()) });
    }
    for (const strikeAt of struck.filter((instant) => !settled.has(instant))) {
      await dispatchStrike(ctx, { strikeAt, tickAt, mayQueue: breaker === null });
    }
  }
  await closeLatePages(ctx);
  if (!isBlocked) {
    // After a block a single page goes first; only when it gets through does the breaker row go, and then the others.
    await requeuePages(ctx, breaker === null ? {} : { limit: 1 });
  }
  await beat(ctx.db, ctx.now);
}
