import { BRAND } from "#domain/brand.ts";
import type { MailKind } from "#domain/words.ts";
import { unsubscribeUrl } from "../../kernel/links/unsubscribe-key.ts";
import { senderAddress } from "../../kernel/resend/mailer.ts";
import { templateOf } from "../templates.ts";
import { fields } from "./fields.ts";
import { type Kind, kind, type MailContent } from "./kind.ts";

const parameters = fields("messageId");

const answer = {
  parameters,
  /** The headers keep other programs from replying (RFC 3834). The reference threads the answer under the original email. */
  headers({ parameters: { messageId } }: MailContent<typeof parameters>): Record<string, string> {
    const own = { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" };
    return messageId === null ? own : { ...own, "In-Reply-To": messageId, References: messageId };
  },
  again: "never",
  pausedAs: "acknowledgement",
} as const;

const LINED = ["body", "quote"] as const;

export const inboundKinds = {
  "inbound-received": kind({ ...answer, subject: "We got your message to {{brand}}" }),
  "inbound-received-refund": kind({ ...answer, subject: "We got your {{brand}} refund request" }),
  "inbound-received-stop": kind({
    ...answer,
    subject: "How to turn off your {{brand}} wake-up emails",
    values: ({ config, subscriber }) => ({ unsubscribeUrl: unsubscribeUrl(config, subscriber) }),
  }),
  // What an administrator answered. A failed answer is written again, not resent.
  "inbound-answer": kind({
    subject: "{{title}}",
    parameters: fields("inboundId", "title", "body", "quote", "messageId", "references"),
    sender: (config) => ({
      from: `${BRAND.name} Support <${senderAddress(config)}>`,
      replyTo: BRAND.supportEmail,
    }),
    headers: ({ parameters: { messageId, references } }): Record<string, string> =>
      messageId === null ? {} : { "In-Reply-To": messageId, References: references },
    // Outlook ignores line breaks in text, so each line gets a placeholder of its own.
    values: ({ parameters }) =>
      Object.fromEntries(
        LINED.flatMap((name) => parameters[name].split("\n").map((words, line) => [name + line, words])),
      ),
    variant(parameters) {
      const { html, text } = templateOf("inbound-answer");
      const lined = (made: string, name: (typeof LINED)[number]) =>
        made.replace(
          `{{${name}}}`,
          [...parameters[name].split("\n").keys()].map((line) => `{{${name}${line}}}`).join("<br>"),
        );
      return { template: { html: LINED.reduce(lined, html), text } };
    },
    again: "never",
    toClosed: true,
  }),
} satisfies Partial<Record<MailKind, Kind>>;
