import type { Morning, MorningsResponse } from "#domain/contract/profile.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt, isoOrNull } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import type { DeliveryState, MorningState } from "#domain/rules/mail-states.ts";
import type { Member } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { selectMornings } from "../content/fallbacks.queries.ts";
import { wakingDates } from "../content/fallbacks.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { attemptLimit, endOfQuotaDay, requireAttempt } from "../kernel/limits/attempt-limit.ts";
import { senderAddress } from "../kernel/resend/mailer.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { selectDeliveriesOf } from "../wake-up/deliveries/deliveries.queries.ts";
import { selectSkippedDates } from "../wake-up/skipped-morning.queries.ts";
import { CUT_OFF_MS } from "../wake-up/slots/slots.ts";

const MORNINGS = 7;
const TEST_MAILS_PER_DAY = 3;
const ENOUGH = `You've sent yourself ${TEST_MAILS_PER_DAY} test emails today. Try again tomorrow.`;
const CAME_BACK = "We've stopped emailing this address. The note on this page says why.";

const WORDS: Record<DeliveryState, MorningState> = {
  claimed: "sending",
  sent: "sent",
  failed: "failed",
  missed: "missed",
  unknown: "unknown",
  delivered: "sent",
  bounced: "failed",
  complained: "sent",
};

/** Returns the results of a member's last seven mornings, newest first; days before they joined are left out. */
export async function readMornings(ctx: Ctx, { caller }: { caller: Caller }): Promise<MorningsResponse> {
  // The zone is known only once the member is read, in parallel: it may already be tomorrow there, or still yesterday.
  const tomorrow = addDays(dateIn("UTC", ctx.now), 1);
  const dates = Array.from({ length: MORNINGS + 2 }, (_, index) => addDays(tomorrow, -index));
  const [member, [deliveries, skipped, ...waking]] = await Promise.all([
    caller.member,
    ctx.db.batch([
      selectDeliveriesOf(ctx.db, caller.memberId, dates),
      selectSkippedDates(ctx.db, caller.memberId, ctx.now - (MORNINGS + 2) * DAY_MS),
      ...selectMornings(ctx.db, addDays(tomorrow, -2), tomorrow),
    ]),
  ]);
  const today = dateIn(member.timezone, ctx.now);
  const wakesToday = wakingDates(waking, today, today).has(today);
  const joined = dateIn(member.timezone, member.createdAt);
  const own = dates.filter((date) => date <= today && date > addDays(today, -MORNINGS) && date >= joined);
  const mornings = own.map((date): Morning => {
    const delivery = deliveries.find(({ localDate }) => localDate === date);
    if (delivery) return { date, state: WORDS[delivery.state], at: isoOrNull(delivery.sentAt) };
    const isDue = date === today && wakesToday;
    const state = isDue ? stateOfToday(member, today, ctx.now) : "none";
    // If they moved again to an hour that's still to come, the email does arrive.
    const isMoved = state === "none" && skipped.some((one) => one.date === date);
    return { date, state: isMoved ? "moved" : state, at: null };
  });
  return { sender: senderAddress(ctx.config), mornings };
}

function stateOfToday(member: Member, today: string, now: number): MorningState {
  const slot = instantAt(today, member.wakeUpHour, member.timezone);
  if (now > slot + CUT_OFF_MS || mailBlocker(member, slot, now) !== null) return "none";
  return slot > now ? "coming" : "late";
}

/** Marks it as a test and records no delivery. @throws AppError `rate_limited` after three a UTC day, `conflict` for a suppressed address */
export async function sendTestMail(ctx: Ctx, { caller }: { caller: Caller }): Promise<void> {
  const member = await caller.member;
  if (member.suppressedAt !== null) throw conflict(CAME_BACK);
  const limit = attemptLimit(ctx, {
    kind: "test-mail-account",
    value: member.id,
    max: TEST_MAILS_PER_DAY,
    windowEndsAt: endOfQuotaDay(ctx.now),
  });
  await requireAttempt(ctx, [limit], { message: ENOUGH });
  const mail = queueMail(ctx, { kind: "test-mail", memberId: member.id, to: member.email, parameters: {} });
  const entry = { actor: `member:${member.id}`, action: "mails.test", subject: member.id } as const;
  await ctx.db.batch([mail.insert, auditChange(ctx, entry)]);
  ctx.defer(sendTransactionalMail(ctx, { id: mail.id }));
}
