import type { Ctx } from "../kernel/context.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { LONGEST_SLOWING_SECONDS } from "./decide-attempt.ts";
import { slowDown, takeStart } from "./starts.queries.ts";

/** Spaces starts slightly wider than the rate requires, so a call that's late by a second's slack doesn't put too many into one second. */
const SLACK = 1.04;

/** Milliseconds between call starts (docs/rules/mail.md, "Pace"). */
export function startEvery({ config }: Pick<Ctx, "config">): number {
  return Math.ceil((1000 * SLACK) / config.resendRate);
}

/** A lane's interval: milliseconds between its starts. */
export function laneStep(ctx: Pick<Ctx, "config" | "wakeUpQueues">): number {
  return startEvery(ctx) * ctx.wakeUpQueues.length;
}

/** Milliseconds that a call may begin after its start: half of a second's slack. The other half is for the time to reach the provider. */
export function latestAfterStart(ctx: Pick<Ctx, "config">): number {
  return (startEvery(ctx) * ctx.config.resendRate - 1000) / 2;
}

/** Waits by the real time elapsed since `ctx.now`. */
export async function waitUntil(ctx: Ctx, instant: number): Promise<void> {
  const ms = instant - ctx.clock();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Takes a start for one call. Returns no row if none is free within `withinMs`. */
export function startWithin(ctx: Ctx, withinMs: number) {
  const now = ctx.clock();
  return takeStart(ctx.db, { now, every: startEvery(ctx), latest: now + withinMs });
}

/** Takes a start for one call and waits for it. @returns false immediately if none is free within `withinMs` */
export async function awaitStart(ctx: Ctx, { withinMs }: { withinMs: number }): Promise<boolean> {
  const [taken] = await startWithin(ctx, withinMs);
  if (!taken) return false;
  await waitUntil(ctx, taken.startAt);
  return true;
}

/** Pushes back all starts if the provider asks for it. A long wait pauses all sending instead (`decideAttempt`). */
export async function slowDownFor(ctx: Ctx, outcome: SendOutcome): Promise<void> {
  if (outcome.kind !== "rate_limited" || outcome.retryAfterSeconds > LONGEST_SLOWING_SECONDS) return;
  await slowDown(ctx.db, { now: ctx.clock(), waitMs: outcome.retryAfterSeconds * 1000, step: laneStep(ctx) });
}
