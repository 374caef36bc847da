import type { SendWakeUpResponse } from "#domain/contract/admin.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { ContentRow } from "../content/content-row.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { composeIssue } from "./issue-mail.ts";
import { findLedgerRow, insertPage, type LedgerRow } from "./pages.queries.ts";
import { sendPage } from "./send-page.ts";
import { insertIssue } from "./strikes.queries.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";

type Input = { member: Member; item: ContentRow };

/** What an earlier row for the morning means for someone who asks to send it now. */
function describeEarlier({ member, item }: Input, { state, reason }: LedgerRow): SendWakeUpResponse {
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

/** A page of one, for a strike of its own at this instant, through the same claim as every other. */
export async function sendThroughLedger(ctx: Ctx, { member, item }: Input): Promise<SendWakeUpResponse> {
  const earlier = await findLedgerRow(ctx.db, item.date, member.id);
  if (earlier) return describeEarlier({ member, item }, earlier);
  const pageId = `now.${item.date}.${member.id}.${ctx.now}`;
  const common = { strikeAt: ctx.now, localDate: item.date, createdAt: ctx.now };
  await ctx.db.batch([
    insertIssue(ctx.db, { ...composeIssue(ctx.config, item), ...common, contentId: item.id }),
    insertPage(ctx.db, {
      id: pageId,
      ...common,
      timezone: member.timezone,
      hour: member.wakeUpHour,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: ctx.now + REQUEUE_AFTER_MS,
    }),
    auditChange(ctx, { actor: "admin", action: "wake-up.send", subject: member.id, details: { date: item.date } }),
  ]);
  await sendPage(ctx, { pageId, tickAt: ctx.now });

  const row = await findLedgerRow(ctx.db, item.date, member.id);
  if (row && row.pageId !== pageId) return describeEarlier({ member, item }, row);
  if (row?.state === "sent")
    return { outcome: "sent", message: `Sent "${item.title}" (${item.date}) to ${member.email}.` };
  const reason =
    row?.state === "failed" ? `was refused: ${row.reason}` : "was not accepted yet; the dispatcher tries again";
  return { outcome: "failed", message: `The mail of ${item.date} to ${member.email} ${reason}.` };
}
