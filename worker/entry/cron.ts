import { turnAccess } from "../access/turn-access.ts";
import { publishBegunContent } from "../content/content.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { runParts } from "../kernel/run-parts.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { sendGiftMails } from "../money/gifts/send-gift-mails.ts";
import { dispatchWakeUps } from "../wake-up/slots/dispatch-wake-ups.ts";

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
