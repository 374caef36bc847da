import type { MorningsResponse } from "#domain/contract/profile.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { attemptLimit, endOfQuotaDay, requireAttempt } from "../kernel/limits/attempt-limit.ts";
import { senderAddress } from "../kernel/resend/mailer.ts";
import { sendTransactionalMail } from "../mail/send-transactional-mails.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { readMornings } from "../wake-up/mornings/read-mornings.ts";

const TEST_MAILS_PER_DAY = 3;
const ENOUGH = `You've sent yourself ${TEST_MAILS_PER_DAY} test emails today. Try again tomorrow.`;
const CAME_BACK = "We've stopped emailing this address. The note on this page says why.";

/** Returns a member's last mornings. Only what their own mailbox's server answered is passed on to them. */
export async function readOwnMornings(ctx: Ctx, { caller }: { caller: Caller }): Promise<MorningsResponse> {
  const mornings = await readMornings(ctx, caller);
  return {
    sender: senderAddress(ctx.config),
    mornings: mornings.map(({ reason, ...morning }) =>
      reason === undefined || morning.at === null ? morning : { ...morning, reason },
    ),
  };
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
