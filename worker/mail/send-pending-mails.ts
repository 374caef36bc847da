import type { Ctx } from "../context.ts";
import { listDueOutgoingMails } from "./outgoing-mails.queries.ts";
import { sendOutgoingMail } from "./send-outgoing-mail.ts";

/** Mails one tick takes up; the rest follows with the next. */
const MAILS_PER_TICK = 20;

/** Sends what the request that caused it could not. One after another, out of respect for the provider's rate. */
export async function sendPendingMails(ctx: Ctx): Promise<void> {
  for (const id of await listDueOutgoingMails(ctx.db, ctx.now, MAILS_PER_TICK)) await sendOutgoingMail(ctx, { id });
}
