import { BRAND } from "#domain/brand.ts";
import type { MailKind } from "#domain/words.ts";
import { doesRenew, hasFailed, hasNoAccess } from "./causes.queries.ts";
import { FIELDS } from "./fields.ts";
import { type Kind, kind } from "./kind.ts";

const failure = FIELDS.pick({
  amountText: true,
  planText: true,
  accessEndText: true,
  retryText: true,
  subscriptionId: true,
  failedAt: true,
  isFirst: true,
});

export function totalText({ amountText, taxText }: { amountText: string; taxText: string | null }) {
  return { totalText: taxText === null ? amountText : `${amountText}, ${taxText} of it tax` };
}

export const paymentKinds = {
  "welcome-setup": kind({
    subject: `Welcome to ${BRAND.name}: set up your password`,
    parameters: FIELDS.pick({ planText: true, openText: true }),
    link: "setup",
    again: "always",
  }),
  welcome: kind({
    subject: `Your ${BRAND.name} membership has begun`,
    parameters: FIELDS.pick({ name: true, planText: true }),
    again: "always",
  }),
  "payment-receipt": kind({
    subject: `Receipt: {{amountText}} for ${BRAND.name}`,
    parameters: FIELDS.pick({
      number: true,
      dateText: true,
      planText: true,
      periodText: true,
      nextText: true,
      amountText: true,
      taxText: true,
    }),
    values: ({ parameters }) => totalText(parameters),
    again: "always",
    retention: "with_cause",
  }),
  "payment-failed": kind({
    subject: `Your payment for ${BRAND.name} did not go through`,
    parameters: failure,
    variant: ({ isFirst }) =>
      isFirst
        ? { subject: `Your first payment for ${BRAND.name} did not go through`, template: "payment-failed-first" }
        : {},
    stillTrue: hasFailed,
  }),
  "payment-failed-again": kind({
    subject: `Still open: your payment for ${BRAND.name}`,
    parameters: failure,
    stillTrue: hasFailed,
  }),
  "payment-failed-last": kind({
    subject: `Your ${BRAND.name} access ends on {{accessEndText}}`,
    parameters: failure,
    stillTrue: hasFailed,
  }),
  "payment-recovered": kind({
    subject: "All good again: your payment went through",
    parameters: FIELDS.pick({ amountText: true, planText: true, nextText: true }),
  }),
  "payment-refunded": kind({
    subject: "Refunded: {{amountText}}",
    parameters: FIELDS.pick({ number: true, dateText: true, amountText: true, accessText: true }),
    again: "always",
    toClosed: true,
    retention: "with_cause",
  }),
  "subscription-cancelled": kind({
    subject: `Cancelled: your ${BRAND.name} membership ends on {{endText}}`,
    parameters: FIELDS.pick({ planText: true, dateText: true, endText: true }),
    again: "always",
  }),
  "subscription-ended": kind({
    subject: `Your ${BRAND.name} membership has ended`,
    parameters: FIELDS.pick({ planText: true, endText: true, reasonText: true }),
    stillTrue: hasNoAccess,
  }),
  "plan-changed": kind({
    subject: `Your ${BRAND.name} plan changes to {{toText}}`,
    parameters: FIELDS.pick({ fromText: true, toText: true, startText: true, priceText: true }),
    again: "always",
  }),
  "renewal-ahead": kind({
    subject: `Your ${BRAND.name} year renews on {{dateText}}`,
    parameters: FIELDS.pick({ planText: true, priceText: true, dateText: true, subscriptionId: true, renewsAt: true }),
    stillTrue: doesRenew,
  }),
} satisfies Partial<Record<MailKind, Kind>>;
