import type { EmailPreviewRequest, EmailPreviewResponse } from "#domain/contract/wake-up.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { cutAtWord, excerpt } from "#domain/rules/excerpt.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import { isLive } from "#domain/rules/release.ts";
import { selectContent, selectDayAfter } from "../../content/content.queries.ts";
import { type ContentRow, videoOf } from "../../content/content-item.ts";
import { waysToOperator } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { notFound } from "../../kernel/errors.ts";
import { FIRST_KEY } from "../../kernel/links/signing-keys.ts";
import { unsubscribeWays } from "../../kernel/links/unsubscribe-key.ts";
import type { Mail } from "../../kernel/resend/mailer.ts";
import { type MailBody, prepareMail, renderMail } from "../../mail/templates.ts";
import { greetingOf, ownWords } from "../../mail/wake-up-words.ts";
import type { Recipient } from "../batches/batches.queries.ts";

const TEASER_LENGTH = 110;
const DESCRIPTION_LENGTH = 200;
/** The recipient of previews and tests. It isn't a real member, so its links change nothing. */
const SAMPLE = { memberId: "preview", address: "preview@example.com", firstName: "Alex", streak: 12 };
const SAMPLE_HOUR = 6;

/** `fallbackId` is the item's ID if the date has no item of its own. */
export type WakeUpMail = MailBody & { localDate: string; fallbackId: string | null };

/** What a date wakes with. `tomorrow` is the next date's item, if any. */
export type Morning = { date: string; item: ContentRow; tomorrow: ContentRow | undefined };

/** "12 min · Audio and video" */
function mediaLine(item: ContentRow): string {
  const hasVideo = videoOf(item) !== null;
  const withAudio = hasVideo ? "Audio and video" : "Audio";
  const withoutAudio = hasVideo ? "Video" : "Reading";
  const kind = item.audioKey === null ? withoutAudio : withAudio;
  if (item.durationSeconds === null) return kind;
  return `${Math.max(1, Math.round(item.durationSeconds / 60))} min · ${kind}`;
}

/** The next morning's session is announced even if it's only scheduled, as on the dashboard (domain/rules/release.ts). */
function tomorrowLine(tomorrow: ContentRow | undefined): string {
  if (!tomorrow || !isLive(tomorrow, tomorrow.date)) return "Tomorrow's session is in the works.";
  return `Tomorrow: ${tomorrow.title}`;
}

/** What inboxes show after the subject. */
function teaserOf(item: ContentRow, line: string): string {
  return cutAtWord(item.description, TEASER_LENGTH) || line;
}

export function renderWakeUpMail(config: Pick<Config, "appUrl">, { date, item, tomorrow }: Morning): WakeUpMail {
  const isFallback = item.date !== date;
  const line = isFallback ? `${mediaLine(item)} · From the library` : mediaLine(item);
  const description = excerpt(item.description, DESCRIPTION_LENGTH);
  const body = renderMail(
    { template: description === "" ? "wake-up" : "wake-up-described", subject: "Wake up: {{title}}" },
    {
      title: item.title,
      description,
      teaser: teaserOf(item, line),
      mediaLine: line,
      tomorrowLine: tomorrowLine(tomorrow),
      artwork: `${config.appUrl}${artworkOf(item.date, item.artworkKey)}`,
      pauseText: `Pause until Monday, ${formatMonthDay(pauseDayOf(date))}`,
      profileUrl: `${config.appUrl}${APP_PAGES.profile}`,
    },
  );
  return { ...body, localDate: date, fallbackId: isFallback ? item.id : null };
}

/** Copies are identical to the byte whenever they're made; what they share is computed once. */
export function wakeUpCopies(config: Config, mail: WakeUpMail, hour: number): (recipient: Recipient) => Mail {
  const fill = prepareMail(mail);
  const { localDate: date, fallbackId } = mail;
  const wordsOf = ownWords(config, { date, fallbackId, hour });
  return ({ memberId, address, firstName, unsubscribeKey = FIRST_KEY, ...counts }) => {
    const { url: unsubscribeUrl, headers } = unsubscribeWays(config, { id: memberId, unsubscribeKey });
    const own = { ...counts, member: memberId, greeting: greetingOf(firstName), unsubscribeUrl };
    return {
      to: address,
      ...fill(wordsOf(own)),
      headers,
      tags: [
        { name: "member", value: memberId },
        { name: "date", value: date },
      ],
    };
  };
}

export function sampleWakeUpMail(config: Config, item: ContentRow, tomorrow: ContentRow | undefined): Mail {
  return wakeUpCopies(config, renderWakeUpMail(config, { date: item.date, item, tomorrow }), SAMPLE_HOUR)(SAMPLE);
}

export async function previewWakeUp(ctx: Ctx, { contentId }: EmailPreviewRequest): Promise<EmailPreviewResponse> {
  const [[item], [tomorrow]] = await ctx.db.batch([
    selectContent(ctx.db, contentId),
    selectDayAfter(ctx.db, contentId),
  ]);
  if (!item) throw notFound("Content");
  const { html, subject } = sampleWakeUpMail(ctx.config, item, tomorrow);
  // An editor's tests go nowhere else.
  const own = ctx.administrator?.role === "editor" ? ctx.administrator.email : null;
  return {
    html: { html },
    subject,
    from: ctx.config.mailFrom,
    inboxLine: teaserOf(item, mediaLine(item)),
    copyTo: own ?? waysToOperator(ctx.config).address,
  };
}
