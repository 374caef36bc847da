import { forgetOverAttempts } from "./auth/auth.queries.ts";
import { publishBegunContent } from "./content/content.queries.ts";
import type { Ctx } from "./context.ts";
import { errorFields, log } from "./log.ts";
import { sendDueMails } from "./mail/send-transactional-mails.ts";
import { expireMemberships } from "./members/expire-memberships.ts";
import { dispatchWakeUps } from "./wake-up/dispatch-wake-ups.ts";

/**
 * What happens each minute. The parts are independent: one that fails is logged and does not hold up the others, and the
 * tick fails as a whole so that the platform shows it.
 */
export async function tick(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const parts = {
    dispatchWakeUps: () => dispatchWakeUps(ctx, { tickAt }),
    expireMemberships: () => expireMemberships(ctx, { tickAt }),
    publishBegunContent: () => publishBegunContent(ctx.db, ctx.now).execute(),
    forgetOverAttempts: () => forgetOverAttempts(ctx.db, ctx.now),
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
