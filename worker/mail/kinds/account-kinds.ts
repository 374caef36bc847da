import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import type { MailKind } from "#domain/words.ts";
import { senderAddress } from "../../kernel/resend/mailer.ts";
import { isToBePurged } from "./causes.queries.ts";
import { FIELDS } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

const nothing = z.object({});

/** Mails about an account, and about a member's data. */
export const accountKinds = {
  "password-reset": kind({
    subject: `Set a new ${BRAND.name} password`,
    parameters: nothing,
    link: "reset",
    again: "always",
  }),
  "password-changed": kind({
    subject: `Your ${BRAND.name} password was changed`,
    parameters: FIELDS.pick({ changedText: true }),
    again: "always",
  }),
  "address-confirm": kind({
    subject: `Confirm your new address for ${BRAND.name}`,
    parameters: nothing,
    link: "address",
    values: ({ to }) => ({ address: to }),
    again: "never",
  }),
  "address-changed": kind({
    subject: `The address of your ${BRAND.name} account was changed`,
    parameters: FIELDS.pick({ changedText: true }),
    again: "never",
  }),
  "test-mail": kind({
    subject: `Test mail from ${BRAND.name}`,
    parameters: nothing,
    values: ({ config }) => ({ sender: senderAddress(config) }),
  }),
  "purge-ahead": kind({
    subject: `Your ${BRAND.name} account goes on {{dateText}}`,
    parameters: FIELDS.pick({ greetingText: true, dateText: true, purgeAt: true }),
    stillTrue: isToBePurged,
    again: "never",
    retention: "with_cause",
  }),
  "account-closed": kind({
    subject: `Your ${BRAND.name} account is closed`,
    parameters: FIELDS.pick({ dateText: true }),
    link: "keep-account",
    again: "never",
    toClosed: true,
  }),
  "data-export": kind({
    subject: `Your data from ${BRAND.name}`,
    parameters: nothing,
    link: "export",
    again: "never",
  }),
} satisfies Partial<Record<MailKind, Kind>>;
