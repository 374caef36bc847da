import { formatDateTime } from "#domain/formats.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { unavailable } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import type { Mail } from "../kernel/resend/mailer.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { decideAttempt } from "./decide-attempt.ts";
import { slowDownFor, startWithin, waitUntil } from "./pace.ts";
import { pauseSending } from "./pause-sending.ts";
import { selectPauses } from "./pauses.queries.ts";
import { pauseOf } from "./sending-state.ts";

/** A person waits for this call. */
export const START_WITHIN_MS = 5000;
const NO_BACK_OFF = { firstMs: 0, longestMs: 0 };

const PATIENCE = "The email provider is busy right now. Try again in a moment.";
const UNCLEAR = "The email provider didn't confirm the email, so it may or may not have been sent.";
const WHY_NOT_SENT = {
  accepted_before: null,
  rate_limited: PATIENCE,
  refused: "The email provider rejected the email.",
  blocked: "The email provider isn't accepting our email right now, so all sending is paused.",
  in_flight: UNCLEAR,
  unclear: UNCLEAR,
} satisfies Record<Exclude<SendOutcome["kind"], "accepted">, string | null>;

/** Statements to run first. They can share a batch with whatever the email needs. */
export function leaveToSend(ctx: Ctx) {
  return { pauses: selectPauses(ctx.db), start: startWithin(ctx, START_WITHIN_MS) };
}
type Asked = ReturnType<typeof leaveToSend>;
type Leave = { [Key in keyof Asked]: Awaited<Asked[Key]> };

/** Makes one attempt, given fresh results of `leaveToSend`. @returns null, or a sentence saying why it wasn't sent */
export async function sendAtOnce(ctx: Ctx, mail: Mail, idempotencyKey: string, leave: Leave): Promise<string | null> {
  const [start] = leave.start;
  const pausedUntil = pauseOf(leave.pauses, "all")?.until ?? 0;
  if (pausedUntil > ctx.now) return `Sending is paused until ${formatDateTime(pausedUntil)}.`;
  if (!start) return PATIENCE;
  await waitUntil(ctx, start.startAt);
  const outcome = await ctx.mailer.sendBatch([mail], idempotencyKey);
  await slowDownFor(ctx, outcome);
  const decision = decideAttempt({ outcome, attempts: 1, isOnlyAttempt: true, now: ctx.now, backOff: NO_BACK_OFF });
  if (decision.kind === "pause") await ctx.db.batch(pauseSending(ctx, decision));
  if (outcome.kind !== "accepted") return WHY_NOT_SENT[outcome.kind];
  return outcome.rejected.length > 0 ? "The email provider rejected the address." : null;
}

type Test = { leave: Parameters<typeof sendAtOnce>[3]; subject: string };

/** Sends an email marked as a test; `subject` is the audit entry's. @throws AppError `unavailable` with the reason it wasn't sent */
export async function sendTestMail(ctx: Ctx, mail: Mail, { leave, subject }: Test): Promise<void> {
  const marked = { ...mail, subject: `[Test] ${mail.subject}`, tags: [{ name: "kind", value: "test-email" }] };
  const problem = await sendAtOnce(ctx, marked, `test-email/${crypto.randomUUID()}`, leave);
  if (problem !== null) throw unavailable(problem);
  // Any address may be typed here, so only a short hash is kept: it can confirm a known address without revealing one.
  const to = addressHash(ctx.config, emailKeyOf(mail.to)).slice(0, 16);
  await auditEvent(ctx, { actor: "admin", action: "test-email.send", subject, details: { to } });
}
