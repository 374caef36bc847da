import { publishBegunContent } from "./content/content.queries.ts";
import type { Ctx } from "./context.ts";
import { sendGiftMails } from "./gifts/send-gift-mails.ts";
import { sendDueMails } from "./mail/send-transactional-mails.ts";
import { turnAccess } from "./membership/turn-access.ts";
import { runParts } from "./run-parts.ts";
import { dispatchWakeUps } from "./wake-up/dispatch-wake-ups.ts";

/** What happens each minute. */
export async function tick(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const parts = {
    // First, so that whose access begins with a slot is woken by it.
    turnAccess: () => turnAccess(ctx, { tickAt }),
    dispatchWakeUps: () => dispatchWakeUps(ctx, { tickAt }),
    publishBegunContent: () => publishBegunContent(ctx.db, ctx.now).execute(),
    sendGiftMails: () => sendGiftMails(ctx, { tickAt }),
    // Last: wake-up mails go before all others.
    sendDueMails: () => sendDueMails(ctx),
  };
  await runParts(ctx, { name: "tick", at: tickAt }, parts);
}
