import * as z from "zod";
import { APP_PAGES, giftOrderPath, giftPath, PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import type { Config } from "../kernel/env.ts";
import { giftKey, giftOrderKey } from "../kernel/links/gift-key.ts";
import { setupPasswordLink } from "./setup-password-link.ts";
import { storedAs, storedWithLink } from "./stored-mail.ts";
import { type MailBody, renderMail } from "./templates.ts";

/** Where a buyer changes what PayPal charges: their automatic payments. */
const PAYPAL_AUTOMATIC_PAYMENTS = "https://www.paypal.com/myaccount/autopay/";

/** What a new member may open, at once or with the first payment. */
export const OPEN_NOW =
  "Everything is open to you now: today's session, the archive, and your mornings from tomorrow on.";
export const OPENS_PAID =
  "Your membership opens as soon as PayPal confirms your first payment, usually within a few minutes, because an earlier plan approved with this PayPal account was never paid.";

const text = z.string();
const charge = { amountText: text, taxText: text.nullable() };
/** A failed charge; the mail is closed once `failedAt` is no longer that of the subscription. */
const failure = z.object({
  amountText: text,
  planText: text,
  /** The last day with access if nothing changes. */
  accessEndText: text,
  /** When PayPal tries again, as a sentence; may be empty. */
  retryText: text,
  subscriptionId: text,
  failedAt: z.number(),
  /** Whether nothing was ever paid: then there is no grace. Rows of before do not say. */
  isFirst: z.boolean().optional(),
});
/** The end that the words are of; the mail is closed once the member's trial ends at another instant or is none. */
const trialEnd = z.object({ name: text, leftText: text, endDateText: text, endsAt: z.number() });
const ofGift = { giftId: text, giverName: text, recipientName: text, lengthText: text };
/** To the recipient. The link's key is made of gift and address version at each attempt. */
const forRecipient = z.object({ ...ofGift, addressVersion: z.number(), expiresText: text });
const begun = z.object({ ...ofGift, startText: text, endText: text });

/**
 * The mails about money, each with what its row stores. Texts are finished sentences, dates and amounts; ids and instants say
 * what has to be still so for the mail to go out (`transactional-mails.queries.ts`).
 */
export const paymentMails = [
  // Rows of before say nothing of what is open.
  storedWithLink("welcome-setup", z.object({ planText: text, openText: text.default(OPEN_NOW) })),
  storedAs("welcome", z.object({ name: text, planText: text })),
  storedAs(
    "payment-receipt",
    z.object({ number: text, dateText: text, planText: text, periodText: text, nextText: text, ...charge }),
  ),
  storedAs("payment-failed", failure),
  storedAs("payment-failed-again", failure),
  storedAs("payment-failed-last", failure),
  storedAs("payment-recovered", z.object({ amountText: text, planText: text, nextText: text })),
  storedAs("payment-refunded", z.object({ number: text, dateText: text, amountText: text, accessText: text })),
  storedAs("subscription-cancelled", z.object({ planText: text, dateText: text, endText: text })),
  storedAs("subscription-ended", z.object({ planText: text, endText: text, reasonText: text })),
  storedAs("plan-changed", z.object({ fromText: text, toText: text, startText: text, priceText: text })),
  storedAs("trial-ends-week", trialEnd),
  storedAs("trial-ends-day", trialEnd),
  storedAs(
    "renewal-ahead",
    z.object({ planText: text, priceText: text, dateText: text, subscriptionId: text, renewsAt: z.number() }),
  ),
  storedAs("gift", forRecipient.extend({ message: text })),
  storedAs("gift-reminder", forRecipient),
  storedAs("gift-reminder-last", forRecipient),
  storedAs(
    "gift-receipt",
    z.object({
      ...ofGift,
      recipientEmail: text,
      number: text,
      dateText: text,
      planText: text,
      deliverText: text,
      ...charge,
    }),
  ),
  storedAs("gift-bounced", z.object({ ...ofGift, recipientEmail: text })),
  storedAs("gift-delayed", z.object({ ...ofGift, recipientEmail: text })),
  storedAs("gift-redeemed", z.object({ ...ofGift, dateText: text })),
  storedAs("gift-waits", z.object(ofGift)),
  storedAs("gift-started", begun),
  storedWithLink("gift-started-setup", begun),
  storedAs("gift-refunded", z.object({ ...ofGift, dateText: text, amountText: text })),
] as const;

type PaymentMail = z.infer<(typeof paymentMails)[number]>;
export type PaymentMailKind = PaymentMail["kind"];

const KINDS = new Set<string>(paymentMails.map((mail) => mail.shape.kind.value));

export function isPaymentMail<M extends { kind: string }>(mail: M): mail is Extract<M, PaymentMail> {
  return KINDS.has(mail.kind);
}

function amountWithTax({ amountText, taxText }: { amountText: string; taxText: string | null }): string {
  return taxText === null ? amountText : `${amountText}, ${taxText} of it tax`;
}

const { from, to } = SERVICE_TERMS.refundProcessingBusinessDays;

/** What a mail's links lead to. Those that its template does not know are left out by it. */
function urlsOf(config: Config, mail: PaymentMail, address: string): Record<string, string> {
  const { parameters } = mail;
  const { appUrl } = config;
  return {
    dashboardUrl: `${appUrl}${APP_PAGES.dashboard}`,
    profileUrl: `${appUrl}${APP_PAGES.profile}`,
    resetPageUrl: `${appUrl}${APP_PAGES.resetPassword}`,
    subscribeUrl: `${appUrl}${PUBLIC_PAGES.subscribe}`,
    payPalUrl: PAYPAL_AUTOMATIC_PAYMENTS,
    ...("linkId" in mail ? { setupUrl: setupPasswordLink(config, mail.linkId, address) } : {}),
    ...("giftId" in parameters
      ? { orderUrl: `${appUrl}${giftOrderPath(giftOrderKey(config, parameters.giftId))}` }
      : {}),
    ...("addressVersion" in parameters ? { giftUrl: `${appUrl}${giftPath(giftKey(config, parameters))}` } : {}),
  };
}

function templateOf(mail: PaymentMail) {
  if (mail.kind === "gift" && mail.parameters.message !== "") return "gift-with-words";
  if (mail.kind === "payment-failed" && mail.parameters.isFirst) return "payment-failed-first";
  return mail.kind;
}

/** The body of a mail about money to an address. */
export function paymentMailBody(config: Config, mail: PaymentMail, address: string): MailBody {
  const { parameters } = mail;
  const words = Object.entries(parameters).map(([name, value]) => [name, String(value ?? "")] as const);
  const template = templateOf(mail);
  return renderMail(template, {
    ...Object.fromEntries(words),
    ...("taxText" in parameters ? { totalText: amountWithTax(parameters) } : {}),
    daysText: `${from} to ${to} business days`,
    ...urlsOf(config, mail, address),
  });
}
