import * as z from "zod";
import { dataExportPath, keepAccountPath, PRIVACY_PATH, PUBLIC_PAGES } from "#domain/paths.ts";
import type { Config } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { storedAs, storedWithLink } from "./stored-mail.ts";
import { type MailBody, renderMail } from "./templates.ts";

/** The mails about a member's data: that they go, that the account is closed, and where a copy is. */
export const privacyMails = [
  // Closed once `purgeAt` is no longer the member's.
  storedAs("purge-ahead", z.object({ greetingText: z.string(), dateText: z.string(), purgeAt: z.number() })),
  storedWithLink("account-closed", z.object({ dateText: z.string() })),
  storedWithLink("data-export", z.object({})),
] as const;

type PrivacyMail = z.infer<(typeof privacyMails)[number]>;

const KINDS = new Set<string>(privacyMails.map((mail) => mail.shape.kind.value));

export function isPrivacyMail<M extends { kind: string }>(mail: M): mail is Extract<M, PrivacyMail> {
  return KINDS.has(mail.kind);
}

export function privacyMailBody(config: Config, mail: PrivacyMail): MailBody {
  const { appUrl } = config;
  switch (mail.kind) {
    case "purge-ahead": {
      const { greetingText, dateText } = mail.parameters;
      const urls = { subscribeUrl: `${appUrl}${PUBLIC_PAGES.subscribe}`, privacyUrl: `${appUrl}${PRIVACY_PATH}` };
      return renderMail(mail.kind, { greetingText, dateText, ...urls });
    }
    case "account-closed": {
      const keepUrl = `${appUrl}${keepAccountPath(tokenOf(config, mail.linkId))}`;
      return renderMail(mail.kind, { ...mail.parameters, keepUrl });
    }
    case "data-export":
      return renderMail(mail.kind, { exportUrl: `${appUrl}${dataExportPath(tokenOf(config, mail.linkId))}` });
  }
}
