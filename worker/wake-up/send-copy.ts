import type { SendWakeUpResponse } from "#domain/contract/admin.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { ContentRow } from "../content/content-item.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { personaliseWakeUpMail, renderWakeUpMail } from "./wake-up-mail.ts";

type Input = { member: Member; item: ContentRow };

/** Sends a copy of a day's mail outside the deliveries: it neither asks nor tells whether the morning's own has gone out. */
export async function sendCopy(ctx: Ctx, { member, item }: Input): Promise<SendWakeUpResponse> {
  const recipient = { memberId: member.id, address: member.email, firstName: member.firstName };
  const mail = personaliseWakeUpMail(ctx.config, renderWakeUpMail(ctx.config, item), recipient);
  const outcome = await ctx.mailer.send(mail, `wake-up-copy/${crypto.randomUUID()}`);
  if (outcome.kind !== "accepted") {
    return { outcome: "failed", message: `The copy was not accepted (${outcome.kind}).` };
  }
  await auditEvent(ctx, { actor: "admin", action: "wake-up.copy", subject: member.id, details: { date: item.date } });
  return { outcome: "copy_sent", message: `Sent a copy of "${item.title}" (${item.date}) to ${member.email}.` };
}
