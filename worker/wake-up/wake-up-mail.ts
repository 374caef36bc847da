import type { EmailPreviewRequest, EmailPreviewResponse } from "#domain/contract/admin.ts";
import { APP_PAGES, contentPath } from "#domain/paths.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { selectContent } from "../content/content.queries.ts";
import { type ContentRow, videoOf } from "../content/content-item.ts";
import type { Ctx } from "../context.ts";
import type { Config } from "../env.ts";
import { notFound } from "../errors.ts";
import type { Mail } from "../mail/mailer.ts";
import { fillMail, type MailBody, renderMail } from "../mail/templates.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "../unsubscribe-key.ts";
import type { Recipient } from "./batches.queries.ts";

const TEASER_LENGTH = 220;
/** Whom previews and tests are made for: nobody, so its links change nothing. */
export const SAMPLE = { memberId: "preview", address: "preview@example.com", firstName: "Alex" };

export type WakeUpMail = MailBody & { localDate: string };

/** The beginning of a description, cut at a word. */
function teaserOf(description: string): string {
  const flat = description.replace(/\s+/g, " ").trim();
  if (flat.length <= TEASER_LENGTH) return flat;
  const cut = flat.slice(0, TEASER_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : TEASER_LENGTH)}…`;
}

function mediaLine(item: ContentRow): string {
  const media = [item.audioKey === null ? [] : ["Audio"], videoOf(item) === null ? [] : ["Video"]].flat();
  return media.join(" · ") || "Today's words";
}

/** The mail of a day with everything that is the same for all its recipients. */
export function renderWakeUpMail(config: Config, item: ContentRow): WakeUpMail {
  const body = renderMail("wake-up", {
    longDate: formatLongDate(item.date),
    title: item.title,
    teaser: teaserOf(item.description),
    mediaLine: mediaLine(item),
    artwork: `${config.appUrl}${artworkOf(item.date, item.artworkKey)}`,
    sessionUrl: `${config.appUrl}${contentPath(item.date)}`,
    profileUrl: `${config.appUrl}${APP_PAGES.profile}`,
  });
  return { ...body, localDate: item.date };
}

export function greetingOf(firstName: string | null): string {
  return firstName ? `Good morning, ${firstName}` : "Good morning";
}

/** One recipient's copy: filled, not rendered, and the same to the byte whenever it is made. */
export function personaliseWakeUpMail(config: Config, mail: WakeUpMail, recipient: Recipient): Mail {
  const { subject, html, text } = fillMail(mail, {
    greeting: greetingOf(recipient.firstName),
    unsubscribeUrl: unsubscribeUrl(config, recipient.memberId),
  });
  return {
    to: recipient.address,
    subject,
    html,
    text,
    headers: unsubscribeHeaders(config, recipient.memberId),
    tags: [
      { name: "member", value: recipient.memberId },
      { name: "date", value: mail.localDate },
    ],
  };
}

/** The mail of an item as a member would get it. */
export function sampleWakeUpMail(config: Config, item: ContentRow): Mail {
  return personaliseWakeUpMail(config, renderWakeUpMail(config, item), SAMPLE);
}

/** The HTML of an item's sample mail. @throws AppError `not_found` */
export async function previewWakeUp(ctx: Ctx, { contentId }: EmailPreviewRequest): Promise<EmailPreviewResponse> {
  const item = await selectContent(ctx.db, contentId).get();
  if (!item) throw notFound("Content");
  const { html } = sampleWakeUpMail(ctx.config, item);
  return { html: { html } };
}
