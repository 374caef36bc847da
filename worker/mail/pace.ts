import type { Ctx } from "../kernel/context.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { LONGEST_SLOWING_SECONDS } from "./decide-attempt.ts";
import { slowDown, takeStart } from "./starts.queries.ts";

/**
 * Between two starts lies a little more time than the rate asks for: a call that is late by as much as all of it in a second still
 * falls into none with too many.
 */
const SLACK = 1.04;

/** Milliseconds from one start of a call to the next (docs/design.md, "Pace"). */
export function startEvery({ config }: Pick<Ctx, "config">): number {
  return Math.ceil((1000 * SLACK) / config.resendRate);
}

/**
 * Milliseconds by which a call may begin after its start: half of what a second's starts leave over, the other half being for its
 * way to the provider.
 */
export function latestAfterStart(ctx: Pick<Ctx, "config">): number {
  return (startEvery(ctx) * ctx.config.resendRate - 1000) / 2;
}

/** Waits until the real clock, as far as it has run since `ctx.now`, has come to an instant. */
export async function waitUntil(ctx: Ctx, instant: number): Promise<void> {
  const ms = instant - ctx.clock();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The statement that takes a start for one call; it answers no row when the start would not come within this time. */
export function startWithin(ctx: Ctx, withinMs: number) {
  const now = ctx.clock();
  return takeStart(ctx.db, { now, every: startEvery(ctx), latest: now + withinMs });
}

/** Takes a start for one call and waits for it. @returns false, at once, when it would not come within this time */
export async function awaitStart(ctx: Ctx, { withinMs }: { withinMs: number }): Promise<boolean> {
  const [taken] = await startWithin(ctx, withinMs);
  if (!taken) return false;
  await waitUntil(ctx, taken.startAt);
  return true;
}

/** Moves all starts by what an answer asks for, where it does; for a long wait all sending pauses instead (`decideAttempt`). */
export async function slowDownFor(ctx: Ctx, outcome: SendOutcome): Promise<void> {
  if (outcome.kind !== "rate_limited" || outcome.retryAfterSeconds > LONGEST_SLOWING_SECONDS) return;
  await slowDown(ctx.db, { now: ctx.clock(), waitMs: outcome.retryAfterSeconds * 1000 });
}
