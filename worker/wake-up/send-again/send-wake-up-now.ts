import type { SendWakeUpRequest, SendWakeUpResponse } from "#domain/contract/wake-up.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { type MailBlocker, mailBlocker } from "#domain/rules/mail-blocker.ts";
import { hourOn } from "#domain/rules/week-hours.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import { auditChange, auditEvent } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { awaitStart } from "../../mail/pace.ts";
import { leaveToSend, START_WITHIN_MS, sendAtOnce } from "../../mail/send-at-once.ts";
import { selectStreakBefore } from "../../progress/streak-before.queries.ts";
import { insertBatch } from "../batches/batches.queries.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { selectDelivery } from "../deliveries/deliveries.queries.ts";
import { findMorning } from "../slots/find-mornings.ts";
import { REQUEUE_AFTER_MS } from "../slots/hand-out-batches.ts";
import { insertWakeUpMail } from "../slots/slots.queries.ts";
import { type Morning, renderWakeUpMail, wakeUpCopies } from "../slots/wake-up-mail.ts";

type Earlier = Awaited<ReturnType<typeof selectDelivery>>[number];
type Input = { member: Member; morning: Morning; hour: number };

const NOT_DUE: Record<MailBlocker, string> = {
  deleted: "has a deleted account",
  mails_off: "has turned off wake-up emails",
  suppressed: "has a suppressed address",
  paused: "has paused wake-ups",
  no_access: "has no access",
  not_waiting: "isn't due for an email yet",
};

/** Counts as the delivery, so the slot skips them later; `again` sends a copy that doesn't. @throws AppError `not_found` */
export async function sendWakeUpNow(ctx: Ctx, { email, again }: SendWakeUpRequest): Promise<SendWakeUpResponse> {
  const member = await selectMemberByEmail(ctx.db, email).get();
  if (!member) throw notFound(`Member ${email}`);
  const today = dateIn(member.timezone, ctx.now);
  const morning = await findMorning(ctx, today);
  if (!morning) return { outcome: "no_content", message: `There's no published session for ${formatLongDate(today)}.` };
  const blocker = mailBlocker(member, ctx.now);
  if (blocker) return { outcome: "not_due", message: `${member.email} ${NOT_DUE[blocker]}.` };
  const hour = hourOn(member, today);
  if (hour === null) return { outcome: "not_due", message: `${member.email} gets no email on weekends.` };
  return again ? sendCopy(ctx, { member, morning, hour }) : sendTodaysMail(ctx, { member, morning, hour });
}

/** Sends a batch of one in its own slot at this instant, through the same claim as every other batch. */
async function sendTodaysMail(ctx: Ctx, input: Input): Promise<SendWakeUpResponse> {
  const { member, morning, hour } = input;
  const { date, item } = morning;
  const [earlier] = await selectDelivery(ctx.db, date, member.id);
  if (earlier) return describeEarlier(input, earlier);
  // Without a start, the next tick sends it.
  const hasStart = await awaitStart(ctx, { withinMs: START_WITHIN_MS });
  const batchId = `now.${date}.${member.id}.${ctx.now}`;
  const common = { slotAt: ctx.now, localDate: date, createdAt: ctx.now };
  await ctx.db.batch([
    insertWakeUpMail(ctx.db, { ...renderWakeUpMail(ctx.config, morning), ...common, contentId: item.id }),
    insertBatch(ctx.db, {
      id: batchId,
      ...common,
      timezone: member.timezone,
      hour,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: hasStart ? ctx.now + REQUEUE_AFTER_MS : ctx.now,
    }),
    auditChange(ctx, { actor: "admin", action: "wake-up.send", subject: member.id, details: { date } }),
  ]);
  if (hasStart) await sendBatch(ctx, { batchId, tickAt: ctx.now });

  const [row] = await selectDelivery(ctx.db, date, member.id);
  if (row && row.batchId !== batchId) return describeEarlier(input, row);
  if (row?.state === "sent") return { outcome: "sent", message: `Sent "${item.title}" (${date}) to ${member.email}.` };
  const reason = row?.state === "failed" ? `was refused: ${row.reason}` : "hasn't been accepted yet; we'll try again";
  return { outcome: "failed", message: `The email for ${date} to ${member.email} ${reason}.` };
}

function describeEarlier({ member, morning }: Input, { state, reason }: Earlier): SendWakeUpResponse {
  const mail = `The email for ${morning.date} to ${member.email}`;
  switch (state) {
    case "sent":
    case "delivered":
    case "bounced":
    case "complained":
      return { outcome: "already_sent", message: `${mail} was already sent. Use --again for a copy.` };
    case "claimed":
      return { outcome: "failed", message: `${mail} is being sent right now.` };
    default:
      return { outcome: "failed", message: `${mail} is marked as ${state} (${reason}). Use --again for a copy.` };
  }
}

/** Sends a copy without a delivery record, whether or not the morning's own email went out. */
async function sendCopy(ctx: Ctx, { member, morning, hour }: Input): Promise<SendWakeUpResponse> {
  const { date, item } = morning;
  const { id: memberId, email: address, firstName, weekendHour } = member;
  const { streak, ...leave } = await batchOf(ctx.db, {
    streak: selectStreakBefore(ctx.db, memberId, date),
    ...leaveToSend(ctx),
  });
  const copyFor = wakeUpCopies(ctx.config, renderWakeUpMail(ctx.config, morning), hour);
  const mail = copyFor({ memberId, address, firstName, weekendHour, ...streak[0] });
  // Leaves out the morning's tags: events about a copy say nothing about the delivery.
  const copy = { ...mail, tags: [{ name: "kind", value: "wake-up-copy" }] };
  const problem = await sendAtOnce(ctx, copy, `wake-up-copy/${crypto.randomUUID()}`, leave);
  if (problem !== null) return { outcome: "failed", message: `No copy was sent. ${problem}` };
  await auditEvent(ctx, { actor: "admin", action: "wake-up.copy", subject: member.id, details: { date } });
  return { outcome: "copy_sent", message: `Sent a copy of "${item.title}" (${date}) to ${member.email}.` };
}
