import * as z from "zod";
import { paragraphsOf } from "#domain/rules/broadcasts.ts";
import { splitAtLinks } from "#domain/rules/described-links.ts";
import type { MailKind } from "#domain/words.ts";
import { calendarUrl } from "../../kernel/links/calendar-key.ts";
import { unsubscribeUrl } from "../../kernel/links/unsubscribe-key.ts";
import { senderAddress } from "../../kernel/resend/mailer.ts";
import { type MailTemplate, templateOf } from "../templates.ts";
import { ownWords } from "../wake-up-words.ts";
import { getsMails, isInvited, isMessaged } from "./causes.queries.ts";
import { fields, like, text } from "./fields.ts";
import { type Kind, kind, type MailContent } from "./kind.ts";

const greeted = fields("greetingText");

const welcome = {
  parameters: greeted,
  unsubscribe: true,
  values: ({ config }: MailContent<typeof greeted>) => ({ sender: senderAddress(config) }),
  stillTrue: getsMails,
} as const;

/** A morning's email as it was sent, plus the member's own values. */
const wakeUpCopy = z.object({
  greeting: text("Good morning, Ana"),
  // Older rows lack the fields with a default, and their emails don't use them.
  date: like("2026-11-25", z.string().default("")),
  fallbackId: z.string().nullable().default(null),
  hour: z.number().default(0),
  streak: z.number().default(0),
  subject: text("Wake up: Rise"),
  html: text('<p>{{greeting}}</p><a href="{{sessionUrl}}">Start</a>'),
  text: text("{{greeting}} {{sessionUrl}}"),
});

const numbered = (part: number) => `part${part}`;
const partsOf = (line: string) => splitAtLinks(line).map((text, nth) => ({ text, isLink: nth % 2 === 1 }));

/** Outlook ignores line breaks in text, so each line of a message gets placeholders of its own: for its text, and for its links. */
function inParagraphs({ html, text }: MailTemplate, body: string): MailTemplate {
  let part = 0;
  const placeOf = ({ isLink }: { isLink: boolean }) => {
    const value = `{{${numbered(part++)}}}`;
    return isLink ? `<a href="${value}" style="color:inherit">${value}</a>` : value;
  };
  const paragraphs = paragraphsOf(body).map((lines) =>
    lines.map((line) => partsOf(line).map(placeOf).join("")).join("<br>"),
  );
  const place = html.indexOf("{{body}}");
  const [from, to] = [html.lastIndexOf("<p ", place), html.indexOf("</p>", place) + "</p>".length];
  const made = paragraphs.map((words) => html.slice(from, to).replace("{{body}}", words));
  return { html: html.slice(0, from) + made.join("") + html.slice(to), text };
}

export const memberKinds = {
  "welcome-day-1": kind({ ...welcome, subject: "How tomorrow morning works" }),
  "welcome-day-3": kind({ ...welcome, subject: "Your streak, and how to keep it" }),
  "live-event": kind({
    subject: "Starting soon: {{title}}",
    parameters: fields("eventId", "reminder", "title", "url", "note", "whenText"),
    unsubscribe: true,
    values: ({ config, parameters: { eventId, url, note } }) => ({
      calendarUrl: calendarUrl(config, eventId),
      joinUrl: url,
      noteText: note || "Just bring yourself. There's nothing to prepare.",
    }),
    variant: ({ reminder }) =>
      reminder === "week" ? { subject: "Save the date: {{title}}", template: "live-event-week" } : {},
    stillTrue: isInvited,
    again: "never",
  }),
  // Its text is in its broadcast, once for all recipients.
  "service-message": kind({
    subject: "{{title}}",
    parameters: fields("broadcastId", "title", "body"),
    values({ parameters: { body } }) {
      const lines = paragraphsOf(body).flat();
      const parts = lines.flatMap(partsOf).map(({ text }, part) => [numbered(part), text]);
      return { ...Object.fromEntries(parts), line0: lines[0] ?? "" };
    },
    variant: ({ body }) => ({ template: inParagraphs(templateOf("service-message"), body) }),
    stillTrue: isMessaged,
    pausedAs: "message",
  }),
  // The subject and body come from its row.
  "wake-up-copy": kind({
    subject: "",
    parameters: wakeUpCopy,
    unsubscribe: true,
    values({ config, parameters: { greeting, streak, ...morning }, subscriber }) {
      const own = { member: subscriber.id, greeting, streak };
      return ownWords(config, morning)({ ...own, unsubscribeUrl: unsubscribeUrl(config, subscriber) });
    },
    variant: ({ subject, html, text }) => ({ subject, template: { html, text } }),
  }),
} satisfies Partial<Record<MailKind, Kind>>;
