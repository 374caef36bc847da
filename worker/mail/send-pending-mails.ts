import type { Ctx } from "../context.ts";
import { sendTransactionalMail } from "./send-transactional-mail.ts";
import { listDueTransactionalMails } from "./transactional-mails.queries.ts";

/** Mails one tick takes up; the rest follows with the next. */
const MAILS_PER_TICK = 20;

/** Sends what the request that caused it could not. One after another, out of respect for the provider's rate. */
export async function sendPendingMails(ctx: Ctx): Promise<void> {
  for (const id of await listDueTransactionalMails(ctx.db, ctx.now, MAILS_PER_TICK))
    await sendTransactionalMail(ctx, { id });
}
