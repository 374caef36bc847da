import { forgetOverAttempts } from "./auth/attempt-counters.queries.ts";
import { purgeSessions } from "./auth/sessions.ts";
import { publishBegunContent } from "./content/content.queries.ts";
import type { Ctx } from "./context.ts";
import { errorFields, log } from "./log.ts";
import { sendDueMails } from "./mail/send-transactional-mails.ts";
import { turnAccess } from "./membership/turn-access.ts";
import { dispatchWakeUps } from "./wake-up/dispatch-wake-ups.ts";

/**
 * What happens each minute. The parts are independent: one that fails is logged and does not hold up the others, and the
 * tick fails as a whole so that the platform shows it.
 */
export async function tick(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const parts = {
    // First, so that whose access begins with a slot is woken by it.
    turnAccess: () => turnAccess(ctx, { tickAt }),
    dispatchWakeUps: () => dispatchWakeUps(ctx, { tickAt }),
    publishBegunContent: () => publishBegunContent(ctx.db, ctx.now).execute(),
    forgetOverAttempts: () => forgetOverAttempts(ctx.db, ctx.now).execute(),
    purgeSessions: () => purgeSessions(ctx),
    // Last: wake-up mails go before all others.
    sendDueMails: () => sendDueMails(ctx),
  };
  const failed: string[] = [];
  for (const [name, run] of Object.entries(parts)) {
    try {
      await run();
    } catch (error) {
      failed.push(name);
      log("error", "tick_part_failed", { part: name, tickAt, ...errorFields(error) });
    }
  }
  if (failed.length > 0) throw new Error(`The tick failed in: ${failed.join(", ")}`);
}
