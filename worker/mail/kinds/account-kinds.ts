import type { MailKind } from "#domain/words.ts";
import { revokeFeedsUrl } from "../../kernel/links/feeds-key.ts";
import { codeOf } from "../../kernel/links/signing-keys.ts";
import { senderAddress } from "../../kernel/resend/mailer.ts";
import { isToBePurged } from "./causes.queries.ts";
import { fields } from "./fields.ts";
import { type Kind, kind, type MailContent } from "./kind.ts";

const nothing = fields();

const podcastApps = fields("eventText", "apps", "feedIds");
const toRevoke = {
  parameters: podcastApps,
  values: ({ config, subscriber: { id: member }, parameters: { feedIds } }: MailContent<typeof podcastApps>) => ({
    revokeUrl: revokeFeedsUrl(config, { member, feed: feedIds }),
  }),
  again: "never",
} as const;

const withCode = {
  parameters: nothing,
  values: ({ config, linkId }: MailContent) => ({ code: linkId === "" ? "••••••" : codeOf(config, linkId) }),
  again: "never",
} as const;

export const accountKinds = {
  "password-reset": kind({
    subject: "Set a new {{brand}} password",
    parameters: nothing,
    link: "reset",
    again: "always",
  }),
  "password-changed": kind({
    subject: "Your {{brand}} password was changed",
    parameters: fields("changedText", "isFirst"),
    variant: ({ isFirst }) =>
      isFirst ? { subject: "A password was set for your {{brand}} account", template: "password-set" } : {},
    again: "always",
  }),
  "sign-in": kind({ ...withCode, subject: "Your {{brand}} login link", link: "sign-in" }),
  "confirmation-code": kind({ ...withCode, subject: "Your {{brand}} code", link: "confirmation" }),
  "address-confirm": kind({
    subject: "Confirm your new email for {{brand}}",
    parameters: nothing,
    link: "address",
    values: ({ to }) => ({ address: to }),
    again: "never",
  }),
  "address-changed": kind({
    subject: "Your {{brand}} account's email was changed",
    parameters: fields("changedText"),
    again: "never",
  }),
  "mailbox-proved": kind({
    subject: "Your {{brand}} email is confirmed",
    parameters: fields("endedText"),
    again: "never",
  }),
  "test-mail": kind({
    subject: "Test email from {{brand}}",
    parameters: nothing,
    values: ({ config }) => ({ sender: senderAddress(config) }),
  }),
  "purge-ahead": kind({
    subject: "Your {{brand}} account will be deleted on {{dateText}}",
    parameters: fields("greetingText", "dateText", "purgeAt"),
    stillTrue: isToBePurged,
    again: "never",
    retention: "with_cause",
  }),
  "account-closed": kind({
    subject: "Your {{brand}} account is closed",
    parameters: fields("dateText"),
    link: "keep-account",
    again: "never",
    toClosed: true,
  }),
  "data-export": kind({ subject: "Your {{brand}} data is ready", parameters: nothing, link: "export", again: "never" }),
  "device-added": kind({
    subject: "Notifications are on for a new device",
    parameters: nothing,
    again: "never",
  }),
  "feed-added": kind({ ...toRevoke, subject: "A podcast app was added to {{brand}}" }),
  "feeds-kept": kind({
    ...toRevoke,
    subject: "Podcast apps can still play {{brand}}",
    variant: () => ({ template: "feed-added" }),
  }),
  "feed-limit": kind({
    subject: "Your podcast feed for {{device}} reached its limit",
    parameters: fields("device"),
    again: "never",
  }),
} satisfies Partial<Record<MailKind, Kind>>;
