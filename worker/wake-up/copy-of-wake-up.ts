import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import type { MailBody } from "../mail/templates.ts";
import type { Member } from "../members/member.ts";
import { greetingOf } from "../wake-up-words.ts";
import { selectMailOfDelivery } from "./deliveries.queries.ts";

type Copy = MailBody & { greeting: string; date: string; hour: number; itemsCompleted: number };

/** A morning's mail as a member was to get it, word for word. @throws AppError `not_found` when there was none, or it is kept no longer */
export async function copyOfWakeUp(ctx: Ctx, { member, date }: { member: Member; date: string }): Promise<Copy> {
  const [mail] = await selectMailOfDelivery(ctx.db, date, member.id);
  if (!mail) throw notFound("The mail of this day");
  const itemsCompleted = mail.itemsCompleted ?? member.itemsCompleted;
  return { ...mail, date, itemsCompleted, greeting: greetingOf(member.firstName) };
}
