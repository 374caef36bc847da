import type { MailKind } from "#domain/words.ts";
import { unsubscribeUrl } from "../../kernel/links/unsubscribe-key.ts";
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

export const inboundKinds = {
  "inbound-received": kind({ ...answer, subject: "We got your message to {{brand}}" }),
  "inbound-received-refund": kind({ ...answer, subject: "We got your {{brand}} refund request" }),
  "inbound-received-stop": kind({
    ...answer,
    subject: "How to turn off your {{brand}} wake-up emails",
    values: ({ config, subscriber }) => ({ unsubscribeUrl: unsubscribeUrl(config, subscriber) }),
  }),
} satisfies Partial<Record<MailKind, Kind>>;
