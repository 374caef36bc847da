import type { TestEmailRequest } from "#domain/contract/wake-up.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { selectContent, selectDayAfter } from "../../content/content.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { leaveToSend, sendTestMail } from "../../mail/send-at-once.ts";
import { sampleWakeUpMail } from "../slots/wake-up-mail.ts";
import { defaultTestContent } from "./send-again.queries.ts";

async function prepare(ctx: Ctx, contentId: string | undefined) {
  const ref = contentId ?? defaultTestContent(dateIn(DEFAULT_ZONE, ctx.now));
  const { content, after, ...leave } = await batchOf(ctx.db, {
    content: selectContent(ctx.db, ref),
    after: selectDayAfter(ctx.db, ref),
    ...leaveToSend(ctx),
  });
  const [item] = content;
  if (!item) throw notFound("Content");
  return { item, tomorrow: after[0], leave };
}

/** @throws AppError `not_found`, `forbidden`, or `unavailable` with the reason it wasn't sent */
export async function sendTestEmail(ctx: Ctx, { email, contentId }: TestEmailRequest): Promise<void> {
  const { administrator } = ctx;
  if (administrator?.role === "editor" && email.toLowerCase() !== administrator.email.toLowerCase())
    throw forbidden(`Your test emails go to ${administrator.email}.`);
  const { item, tomorrow, leave } = await prepare(ctx, contentId);
  const mail = { ...sampleWakeUpMail(ctx.config, item, tomorrow), to: email };
  await sendTestMail(ctx, mail, { leave, subject: item.date });
}
