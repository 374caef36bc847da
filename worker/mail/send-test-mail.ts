import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { unavailable } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import type { Mail } from "../kernel/resend/mailer.ts";
import { sendAtOnce } from "./send-at-once.ts";

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
