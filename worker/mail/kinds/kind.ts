import type * as z from "zod";
import {
  accountPath,
  confirmAddressPath,
  dataExportPath,
  invitationPath,
  keepAccountPath,
  setupPasswordPath,
  signInPath,
} from "#domain/paths.ts";
import type { PausableKind } from "#domain/rules/mail-events.ts";
import type { Config } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import type { Subscriber } from "../../kernel/links/unsubscribe-key.ts";
import type { Mail } from "../../kernel/resend/mailer.ts";
import type { MailTemplate, TemplateName } from "../templates.ts";
import type { Cause } from "./causes.queries.ts";

/** Link purposes, with the path that opens each link's token. */
const LINK_PATHS = {
  setup: setupPasswordPath,
  reset: setupPasswordPath,
  address: confirmAddressPath,
  export: dataExportPath,
  "keep-account": keepAccountPath,
  invitation: invitationPath,
  "sign-in": signInPath,
  // Its code is entered where it was requested. This leads to the account that is logged in.
  confirmation: () => accountPath("security"),
} satisfies Record<string, (token: string, address: string) => string>;
type MailedLink = keyof typeof LINK_PATHS;

/** The token is rebuilt each time from the ID of the link's row. */
export function linkUrl(config: Config, purpose: MailedLink, linkId: string, address: string): string {
  return `${config.appUrl}${LINK_PATHS[purpose](tokenOf(config, linkId), address)}`;
}

/** What varies between emails of one kind. */
export type MailContent<P extends z.ZodObject = z.ZodObject> = {
  config: Config;
  parameters: z.infer<P>;
  to: string;
  subscriber: Subscriber;
  /** ID of the link's row; empty without one, and where an administrator only looks at the email. */
  linkId: string;
};

/** A kind of email. Its template is in `mails/` under its name; its label for administrators is in `domain/words.ts`. */
export type Kind<P extends z.ZodObject = z.ZodObject, L extends MailedLink | undefined = MailedLink | undefined> = {
  subject: string;
  /** What its rows store. Previews use the examples. Texts are finished sentences, dates, and amounts. */
  parameters: P;
  /** Purpose of the email's link, `{{linkUrl}}`. */
  link?: L;
  /** Template values besides the parameters, our pages, and the link. */
  values?(mail: MailContent<P>): Record<string, string>;
  /** A different subject or template for some of its emails. */
  variant?(parameters: z.infer<P>): { subject?: string; template?: TemplateName | MailTemplate };
  headers?(mail: MailContent<P>): Record<string, string>;
  /** For email whose sender isn't `MAIL_FROM`. If the provider refuses it, that says nothing about other email. */
  sender?(config: Config): Pick<Mail, "from" | "replyTo">;
  /** Tags besides the kind. They tell us which email a provider event is about. */
  tags?(parameters: z.infer<P>): { name: string; value: string }[];
  /** Sent to members in general. One click on its link stops these emails and wake-up emails. */
  unsubscribe?: true;
  /** Condition for sending. If it no longer holds, the email is closed unsent. */
  stillTrue?: Cause;
  /** When the email can be sent again. By default only if it didn't go out. */
  again?: "never" | "always" | "while_trial_ends_then";
  /** Also goes to members who have closed their account. */
  toClosed?: true;
  /** Complaints about it pause every kind in this group. */
  pausedAs?: Exclude<PausableKind, "wake-up">;
  /** Kept as long as the payment or account it's about; all others are kept for a year. */
  retention?: "with_cause";
};

/** Infers the parameters' type and the link from these two properties alone. */
export function kind<P extends z.ZodObject, L extends MailedLink | undefined = undefined>(
  declaration: { parameters: P; link?: L } & Kind<NoInfer<P>, NoInfer<L>>,
): Kind<NoInfer<P>, NoInfer<L>> {
  return declaration;
}
