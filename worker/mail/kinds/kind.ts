import type * as z from "zod";
import { confirmAddressPath, dataExportPath, keepAccountPath, setupPasswordPath } from "#domain/paths.ts";
import type { Config } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import type { Subscriber } from "../../kernel/links/unsubscribe-key.ts";
import type { MailTemplate, TemplateName } from "../templates.ts";
import type { Cause } from "./causes.queries.ts";

/** What a link in a mail may be spent for, and the path that its token opens. */
const LINK_PATHS = {
  setup: setupPasswordPath,
  reset: setupPasswordPath,
  address: confirmAddressPath,
  export: dataExportPath,
  "keep-account": keepAccountPath,
} satisfies Record<string, (token: string, address: string) => string>;
type MailedLink = keyof typeof LINK_PATHS;

/** The full address of a link; its token is made again from the id of the link's row each time. */
export function linkUrl(config: Config, purpose: MailedLink, linkId: string, address: string): string {
  return `${config.appUrl}${LINK_PATHS[purpose](tokenOf(config, linkId), address)}`;
}

/** What a mail is made of, beside what is the same for all of its kind. */
export type MailContent<P extends z.ZodObject = z.ZodObject> = {
  config: Config;
  parameters: z.infer<P>;
  to: string;
  subscriber: Subscriber;
};

/** One kind of mail. Its template lies in `mails/` under its name, what administrators call it in `domain/words.ts`. */
export type Kind<P extends z.ZodObject = z.ZodObject, L extends MailedLink | undefined = MailedLink | undefined> = {
  subject: string;
  /** What its rows store; a preview is made of their examples. Texts are finished sentences, dates and amounts. */
  parameters: P;
  /** What its link is spent for, where it has one: `{{linkUrl}}`. */
  link?: L;
  /** What its template names beside the parameters, the pages of ours and the link. */
  values?(mail: MailContent<P>): Record<string, string>;
  /** Another subject or template for some of its mails. */
  variant?(parameters: z.infer<P>): { subject?: string; template?: TemplateName | MailTemplate };
  headers?(mail: MailContent<P>): Record<string, string>;
  /** By these, beside the kind, the provider's events tell what a mail is of. */
  tags?(parameters: z.infer<P>): { name: string; value: string }[];
  /** To members at large, who end it with all others by one click. */
  unsubscribe?: true;
  /** What it is about is as it says. It is closed instead of sent once that is no longer so. */
  stillTrue?: Cause;
  /** Whether it can be sent once more: if it did not go out, where nothing is said here. */
  again?: "never" | "always" | "while_trial_ends_then";
  /** It goes to who has closed their account, too. */
  toClosed?: true;
  /** Complaints about it pause it and the others of the group. */
  pausedAs?: "acknowledgement" | "gift";
  /** It is kept with the payment or the account that it is about, all others for a year. */
  retention?: "with_cause";
};

/** Keeps the type of a kind's parameters, and whether it carries a link: both are inferred from these two alone. */
export function kind<P extends z.ZodObject, L extends MailedLink | undefined = undefined>(
  declaration: { parameters: P; link?: L } & Kind<NoInfer<P>, NoInfer<L>>,
): Kind<NoInfer<P>, NoInfer<L>> {
  return declaration;
}
