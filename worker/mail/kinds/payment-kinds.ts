import type { MailKind } from "#domain/words.ts";
import { doesRenew, hasFailed, hasNoAccess } from "./causes.queries.ts";
import { fields } from "./fields.ts";
import { type Kind, kind, linkUrl } from "./kind.ts";

const failure = fields("amountText", "planText", "accessEndText", "retryText", "subscriptionId", "failedAt", "isFirst");

export function totalText({ amountText, taxText }: { amountText: string; taxText: string | null }) {
  return { totalText: taxText === null ? amountText : `${amountText}, including ${taxText} in tax` };
}

export const paymentKinds = {
  "welcome-setup": kind({
    subject: "Welcome to {{brand}}",
    parameters: fields("planText", "openText", "hourText"),
    link: "setup",
    // The same link, on the page that asks for no password.
    values: ({ config, linkId, to }) => ({ confirmUrl: linkUrl(config, "address", linkId, to) }),
    again: "always",
  }),
  welcome: kind({
    subject: "Your {{brand}} membership has started",
    parameters: fields("name", "planText", "hourText"),
    again: "always",
  }),
  "payment-receipt": kind({
    subject: "Receipt: {{amountText}} for {{brand}}",
    parameters: fields("number", "dateText", "planText", "periodText", "nextText", "amountText", "taxText"),
    values: ({ parameters }) => totalText(parameters),
    again: "always",
    retention: "with_cause",
  }),
  "payment-failed": kind({
    subject: "Your {{brand}} payment didn't go through",
    parameters: failure,
    variant: ({ isFirst }) =>
      isFirst ? { subject: "Your first {{brand}} payment didn't go through", template: "payment-failed-first" } : {},
    stillTrue: hasFailed,
  }),
  "payment-failed-again": kind({
    subject: "Your {{brand}} payment still hasn't gone through",
    parameters: failure,
    stillTrue: hasFailed,
  }),
  "payment-failed-last": kind({
    subject: "Your {{brand}} access ends on {{accessEndText}}",
    parameters: failure,
    stillTrue: hasFailed,
  }),
  "payment-recovered": kind({
    subject: "Your {{brand}} payment went through",
    parameters: fields("amountText", "planText", "nextText"),
  }),
  "payment-refunded": kind({
    subject: "We refunded {{amountText}}",
    parameters: fields("number", "dateText", "amountText", "accessText"),
    again: "always",
    toClosed: true,
    retention: "with_cause",
  }),
  "subscription-cancelled": kind({
    subject: "Cancelled: your {{brand}} membership ends on {{endText}}",
    parameters: fields("planText", "dateText", "endText"),
    variant: ({ endText }) =>
      endText === ""
        ? { subject: "Your {{brand}} subscription is cancelled", template: "subscription-cancelled-unpaid" }
        : {},
    again: "always",
  }),
  "subscription-ended": kind({
    subject: "Your {{brand}} membership has ended",
    parameters: fields("planText", "endText", "reasonText"),
    stillTrue: hasNoAccess,
  }),
  "import-ended": kind({
    subject: "Your {{brand}} membership has ended",
    parameters: fields("endText"),
    stillTrue: hasNoAccess,
  }),
  "plan-changed": kind({
    subject: "Your {{brand}} plan is changing to {{toText}}",
    parameters: fields("fromText", "toText", "startText", "priceText"),
    again: "always",
  }),
  "renewal-ahead": kind({
    subject: "Your annual {{brand}} plan renews on {{dateText}}",
    parameters: fields("planText", "priceText", "dateText", "subscriptionId", "renewsAt"),
    stillTrue: doesRenew,
  }),
} satisfies Partial<Record<MailKind, Kind>>;
