import type { SendWakeUpRequest, SendWakeUpResponse } from "#domain/contract/admin.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isLive } from "#domain/rules/release.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { findContent } from "../content/content.queries.ts";
import type { ContentRow } from "../content/content-row.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMemberByEmail } from "../members/members.queries.ts";
import { addressIssue, composeIssue } from "./issue-mail.ts";
import { findLedgerRow, insertPage } from "./pages.queries.ts";
import { sendPage } from "./send-page.ts";
import { insertIssue } from "./strikes.queries.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";

function reasonNotDue(member: Member, now: number): string | null {
  if (!member.emailEnabled) return "has switched wake-up mails off";
  if (member.suppressedAt !== null) return "has an address that is suppressed";
  if (member.pausedUntil !== null && member.pausedUntil > now) return "has paused wake-up mails";
  return hasAccess(member, now) ? null : "has no access";
}

/** A page of one, for a strike of its own at this instant, through the same claim as every other. */
async function sendThroughLedger(ctx: Ctx, member: Member, item: ContentRow): Promise<SendWakeUpResponse> {
  const issue = composeIssue(ctx.config, item);
  const pageId = `now.${item.date}.${member.id}.${ctx.now}`;
  await ctx.db.batch([
    insertIssue(ctx.db, { ...issue, strikeAt: ctx.now, contentId: item.id, snapshot: "{}", createdAt: ctx.now }),
    insertPage(ctx.db, {
      id: pageId,
      strikeAt: ctx.now,
      timezone: member.timezone,
      hour: member.wakeUpHour,
      localDate: item.date,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: ctx.now + REQUEUE_AFTER_MS,
      createdAt: ctx.now,
    }),
    auditChange(ctx, { actor: "admin", action: "wake-up.send", subject: member.id, details: { date: item.date } }),
  ]);
  await sendPage(ctx, { pageId, tickAt: ctx.now });
  const row = await findLedgerRow(ctx.db, item.date, member.id);
  if (row?.pageId === pageId && row.state === "sent") {
    return { outcome: "sent", message: `Sent "${item.title}" (${item.date}) to ${member.email}.` };
  }
  if (row && row.pageId !== pageId && row.state === "sent") {
    return {
      outcome: "already_sent",
      message: `${member.email} already has the mail of ${item.date}. Use --again for a copy.`,
    };
  }
  const state = row?.state === "failed" ? `refused: ${row.reason}` : "not accepted yet; the dispatcher goes on trying";
  return { outcome: "failed", message: `The mail of ${item.date} to ${member.email} was ${state}.` };
}

async function sendCopy(ctx: Ctx, member: Member, item: ContentRow): Promise<SendWakeUpResponse> {
  const recipient = { memberId: member.id, address: member.email, firstName: member.firstName };
  const mail = addressIssue(ctx.config, composeIssue(ctx.config, item), recipient);
  const outcome = await ctx.mailer.send(mail, `wake-up-copy/${crypto.randomUUID()}`);
  if (outcome.kind === "accepted") {
    return { outcome: "copy_sent", message: `Sent a copy of "${item.title}" (${item.date}) to ${member.email}.` };
  }
  return { outcome: "failed", message: `The copy was not accepted (${outcome.kind}).` };
}

/**
 * Sends a member today's mail now. It counts: the strike that follows finds the row. `again` sends a copy that does not.
 * @throws AppError `not_found` for an unknown address
 */
export async function sendWakeUpNow(ctx: Ctx, { email, again }: SendWakeUpRequest): Promise<SendWakeUpResponse> {
  const member = await findMemberByEmail(ctx.db, email);
  if (!member) throw notFound("Member");
  const today = dateIn(member.timezone, ctx.now);
  const item = await findContent(ctx.db, today);
  if (!item || !isLive(item, today))
    return { outcome: "no_content", message: `There is no live content for ${today}.` };
  const reason = reasonNotDue(member, ctx.now);
  if (reason) return { outcome: "not_due", message: `${member.email} ${reason}.` };
  return again ? sendCopy(ctx, member, item) : sendThroughLedger(ctx, member, item);
}
