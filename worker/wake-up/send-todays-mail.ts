import type { SendWakeUpResponse } from "#domain/contract/admin.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { ContentRow } from "../content/content-item.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { insertBatch } from "./batches.queries.ts";
import { type DeliveryRow, selectDelivery } from "./deliveries.queries.ts";
import { sendBatch } from "./send-batch.ts";
import { insertWakeUpMail } from "./slots.queries.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";
import { renderWakeUpMail } from "./wake-up-mail.ts";

type Input = { member: Member; item: ContentRow };

/** What an earlier row for the morning means for someone who asks to send it now. */
function describeEarlier({ member, item }: Input, { state, reason }: DeliveryRow): SendWakeUpResponse {
  const mail = `The mail of ${item.date} to ${member.email}`;
  switch (state) {
    case "sent":
      return { outcome: "already_sent", message: `${mail} was already sent. Use --again for a copy.` };
    case "claimed":
      return { outcome: "failed", message: `${mail} is being sent at the moment.` };
    default:
      return { outcome: "failed", message: `${mail} is on record as ${state} (${reason}). Use --again for a copy.` };
  }
}

/** A batch of one, for a slot of its own at this instant, through the same claim as every other. */
export async function sendTodaysMail(ctx: Ctx, { member, item }: Input): Promise<SendWakeUpResponse> {
  const earlier = await selectDelivery(ctx.db, item.date, member.id).get();
  if (earlier) return describeEarlier({ member, item }, earlier);
  const batchId = `now.${item.date}.${member.id}.${ctx.now}`;
  const common = { slotAt: ctx.now, localDate: item.date, createdAt: ctx.now };
  await ctx.db.batch([
    insertWakeUpMail(ctx.db, { ...renderWakeUpMail(ctx.config, item), ...common, contentId: item.id }),
    insertBatch(ctx.db, {
      id: batchId,
      ...common,
      timezone: member.timezone,
      hour: member.wakeUpHour,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: ctx.now + REQUEUE_AFTER_MS,
    }),
    auditChange(ctx, { actor: "admin", action: "wake-up.send", subject: member.id, details: { date: item.date } }),
  ]);
  await sendBatch(ctx, { batchId, tickAt: ctx.now });

  const row = await selectDelivery(ctx.db, item.date, member.id).get();
  if (row && row.batchId !== batchId) return describeEarlier({ member, item }, row);
  if (row?.state === "sent")
    return { outcome: "sent", message: `Sent "${item.title}" (${item.date}) to ${member.email}.` };
  const reason =
    row?.state === "failed" ? `was refused: ${row.reason}` : "was not accepted yet; the dispatcher tries again";
  return { outcome: "failed", message: `The mail of ${item.date} to ${member.email} ${reason}.` };
}
