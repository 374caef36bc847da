import { MINUTE_MS } from "#domain/durations.ts";
import { type Ctx, createContext } from "#worker/kernel/context.ts";
import { startResending, stopResending } from "#worker/wake-up/send-again/resends.ts";
import type { Invocations } from "./invocations.ts";
import type { Stage } from "./stage.ts";

/** An administrator resends the day and stops it, as the scenario says. Each press is an invocation that can die. */
export function simulateResends({ scenario, dates, presses, time, note }: Stage, { invoke }: Invocations): void {
  const [, date = ""] = dates;

  function press(at: number, what: string, run: (ctx: Ctx) => Promise<unknown>): void {
    time.at(at, () => {
      note(`the administrator ${what}`);
      void invoke(what, (env, { waitUntil: defer }) =>
        run(createContext(env, { now: Date.now(), requestId: what, defer })),
      );
    });
  }

  for (const [index, { mayRepeat, isDoubled, stoppedAfter }] of scenario.resends.entries()) {
    const at = presses[index] ?? 0;
    for (const _ of isDoubled ? ["one browser", "another"] : ["one browser"])
      press(at, `resends the day${mayRepeat ? ", second copies included" : ""}`, (ctx) =>
        startResending(ctx, { date, mayRepeat }),
      );
    if (stoppedAfter !== null)
      press(at + stoppedAfter * MINUTE_MS + MINUTE_MS / 2, "stops the resend", (ctx) => stopResending(ctx, { date }));
  }
}
