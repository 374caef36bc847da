import type { TestEmailRequest } from "#domain/contract/wake-up.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent } from "../../audit/audit.queries.ts";
import { selectContent, selectDayAfter } from "../../content/content.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound, unavailable } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { leaveToSend, sendAtOnce } from "../../mail/send-at-once.ts";
import { sampleWakeUpMail } from "../slots/wake-up-mail.ts";
import { defaultTestContent } from "./send-again.queries.ts";

async function prepare(ctx: Ctx, contentId: string | undefined) {
  const ref = contentId ?? defaultTestContent(dateIn(DEFAULT_ZONE, ctx.now));
  const [[item], [tomorrow], ...leave] = await ctx.db.batch([
    selectContent(ctx.db, ref),
    selectDayAfter(ctx.db, ref),
    ...leaveToSend(ctx),
  ]);
  if (!item) throw notFound("Content");
  return { item, tomorrow, leave };
}

/** @throws AppError `not_found`, or `unavailable` with the reason it wasn't sent */
export async function sendTestEmail(ctx: Ctx, { email, contentId }: TestEmailRequest): Promise<void> {
  const { item, tomorrow, leave } = await prepare(ctx, contentId);
  const mail = { ...sampleWakeUpMail(ctx.config, item, tomorrow), to: email };
  const marked = { ...mail, subject: `[Test] ${mail.subject}`, tags: [{ name: "kind", value: "test-email" }] };
  const problem = await sendAtOnce(ctx, marked, `test-email/${crypto.randomUUID()}`, leave);
  if (problem !== null) throw unavailable(problem);
  // Any address may be typed here, so only a short hash is kept: it can confirm a known address without revealing one.
  const to = addressHash(ctx.config, emailKeyOf(email)).slice(0, 16);
  await auditEvent(ctx, { actor: "admin", action: "test-email.send", subject: item.date, details: { to } });
}
