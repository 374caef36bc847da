import type { EmailPreviewRequest, EmailPreviewResponse } from "#domain/contract/admin.ts";
import { selectContent } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import { personaliseWakeUpMail, renderWakeUpMail } from "./wake-up-mail.ts";

const SAMPLE = { memberId: "preview", address: "preview@example.com", firstName: "Alex" };

/** The wake-up mail of an item as a member would get it. @throws AppError `not_found` */
export async function previewWakeUp(ctx: Ctx, { contentId }: EmailPreviewRequest): Promise<EmailPreviewResponse> {
  const item = await selectContent(ctx.db, contentId).get();
  if (!item) throw notFound("Content");
  const { html } = personaliseWakeUpMail(ctx.config, renderWakeUpMail(ctx.config, item), SAMPLE);
  return { html: { html } };
}
