import { render, toPlainText } from "@react-email/render";
import { createElement } from "react";
import { ARTWORK_SIZE } from "#domain/rules/artwork.ts";
import { AddressChanged, AddressConfirm, addressChangedSubject, addressConfirmSubject } from "./address-mails.tsx";
import * as gifts from "./gift-mails.tsx";
import {
  InboundReceived,
  InboundReceivedRefund,
  InboundReceivedStop,
  inboundReceivedRefundSubject,
  inboundReceivedStopSubject,
  inboundReceivedSubject,
} from "./inbound-mails.tsx";
import { LiveEventSoon, LiveEventWeek, liveEventSoonSubject, liveEventWeekSubject } from "./live-event-mails.tsx";
import { WIDTH, WORD_PICTURE, WORD_TABLE } from "./mail-layout.tsx";
import * as operator from "./operator-mails.tsx";
import { PasswordChanged, PasswordReset, passwordChangedSubject, passwordResetSubject } from "./password-mails.tsx";
import * as payments from "./payment-mails.tsx";
import * as privacy from "./privacy-mails.tsx";
import { TestMail, testMailSubject } from "./test-mail.tsx";
import {
  TrialEndsDay,
  TrialEndsWeek,
  TrialExtended,
  TrialExtendedSetup,
  TrialGranted,
  TrialWelcome,
  trialEndsDaySubject,
  trialEndsWeekSubject,
  trialExtendedSubject,
  trialGrantedSubject,
  trialWelcomeSubject,
} from "./trial-mails.tsx";
import { WakeUp, wakeUpSubject } from "./wake-up.tsx";
import { WelcomeDay1, WelcomeDay3, welcomeDay1Subject, welcomeDay3Subject } from "./welcome-mails.tsx";

const MAILS = {
  "wake-up": { subject: wakeUpSubject, component: WakeUp },
  "welcome-day-1": { subject: welcomeDay1Subject, component: WelcomeDay1 },
  "welcome-day-3": { subject: welcomeDay3Subject, component: WelcomeDay3 },
  "trial-welcome": { subject: trialWelcomeSubject, component: TrialWelcome },
  "trial-granted": { subject: trialGrantedSubject, component: TrialGranted },
  "trial-extended": { subject: trialExtendedSubject, component: TrialExtended },
  "trial-extended-setup": { subject: trialExtendedSubject, component: TrialExtendedSetup },
  "address-confirm": { subject: addressConfirmSubject, component: AddressConfirm },
  "address-changed": { subject: addressChangedSubject, component: AddressChanged },
  "password-reset": { subject: passwordResetSubject, component: PasswordReset },
  "password-changed": { subject: passwordChangedSubject, component: PasswordChanged },
  "test-mail": { subject: testMailSubject, component: TestMail },
  "trial-ends-week": { subject: trialEndsWeekSubject, component: TrialEndsWeek },
  "trial-ends-day": { subject: trialEndsDaySubject, component: TrialEndsDay },
  "welcome-setup": { subject: payments.welcomeSetupSubject, component: payments.WelcomeSetup },
  welcome: { subject: payments.welcomeSubject, component: payments.Welcome },
  "payment-receipt": { subject: payments.paymentReceiptSubject, component: payments.PaymentReceipt },
  "payment-failed": { subject: payments.paymentFailedSubject, component: payments.PaymentFailed },
  "payment-failed-first": { subject: payments.paymentFailedFirstSubject, component: payments.PaymentFailedFirst },
  "payment-failed-again": { subject: payments.paymentFailedAgainSubject, component: payments.PaymentFailedAgain },
  "payment-failed-last": { subject: payments.paymentFailedLastSubject, component: payments.PaymentFailedLast },
  "payment-recovered": { subject: payments.paymentRecoveredSubject, component: payments.PaymentRecovered },
  "payment-refunded": { subject: payments.paymentRefundedSubject, component: payments.PaymentRefunded },
  "subscription-cancelled": {
    subject: payments.subscriptionCancelledSubject,
    component: payments.SubscriptionCancelled,
  },
  "subscription-ended": { subject: payments.subscriptionEndedSubject, component: payments.SubscriptionEnded },
  "plan-changed": { subject: payments.planChangedSubject, component: payments.PlanChanged },
  "renewal-ahead": { subject: payments.renewalAheadSubject, component: payments.RenewalAhead },
  "difference-report": { subject: operator.differenceReportSubject, component: operator.DifferenceReport },
  "complaints-alarm": { subject: operator.complaintsAlarmSubject, component: operator.ComplaintsAlarm },
  "incident-begun": { subject: operator.incidentBegunSubject, component: operator.IncidentBegun },
  "incident-over": { subject: operator.incidentOverSubject, component: operator.IncidentOver },
  "empty-morning": { subject: operator.emptyMorningSubject, component: operator.EmptyMorning },
  gift: { subject: gifts.giftSubject, component: gifts.Gift },
  "gift-with-words": { subject: gifts.giftSubject, component: gifts.GiftWithWords },
  "gift-reminder": { subject: gifts.giftReminderSubject, component: gifts.GiftReminder },
  "gift-reminder-last": { subject: gifts.giftReminderLastSubject, component: gifts.GiftReminderLast },
  "gift-receipt": { subject: gifts.giftReceiptSubject, component: gifts.GiftReceipt },
  "gift-bounced": { subject: gifts.giftBouncedSubject, component: gifts.GiftBounced },
  "gift-delayed": { subject: gifts.giftDelayedSubject, component: gifts.GiftDelayed },
  "gift-redeemed": { subject: gifts.giftRedeemedSubject, component: gifts.GiftRedeemed },
  "gift-waits": { subject: gifts.giftWaitsSubject, component: gifts.GiftWaits },
  "gift-started": { subject: gifts.giftStartedSubject, component: gifts.GiftStarted },
  "gift-started-setup": { subject: gifts.giftStartedSetupSubject, component: gifts.GiftStartedSetup },
  "gift-refunded": { subject: gifts.giftRefundedSubject, component: gifts.GiftRefunded },
  "inbound-received": { subject: inboundReceivedSubject, component: InboundReceived },
  "inbound-received-refund": { subject: inboundReceivedRefundSubject, component: InboundReceivedRefund },
  "inbound-received-stop": { subject: inboundReceivedStopSubject, component: InboundReceivedStop },
  "live-event-week": { subject: liveEventWeekSubject, component: LiveEventWeek },
  "live-event-soon": { subject: liveEventSoonSubject, component: LiveEventSoon },
  "purge-ahead": { subject: privacy.purgeAheadSubject, component: privacy.PurgeAhead },
  "account-closed": { subject: privacy.accountClosedSubject, component: privacy.AccountClosed },
  "data-export": { subject: privacy.dataExportSubject, component: privacy.DataExport },
} as const;

type MailName = keyof typeof MAILS;

/** Of no use to a mail program: the mark of what the text leaves out, tags that HTML leaves to its reader, and XHTML's names. */
const NEEDLESS = / data-skip-in-text="true"|<\/?tbody>|(?<=<!DOCTYPE html)[^>]+/g;

type MailTemplate = { subject: string; html: string; text: string };

/** The names of what the Worker fills in. */
export function placeholdersIn({ subject, html, text }: MailTemplate): string[] {
  const names = [subject, html, text].flatMap((part) =>
    [...part.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].sort();
}

async function compile({ subject, component }: (typeof MAILS)[MailName]): Promise<MailTemplate> {
  const html = inLatin1(withWordsOwn(withoutComments(await render(createElement(component)))));
  return { subject, html: html.replaceAll(NEEDLESS, ""), text: plainTextOf(html) };
}

/** React marks its boundaries by comments that nobody reads. */
function withoutComments(html: string): string {
  return html.replace(/<!--.*?-->/gs, "");
}

/** A single character beyond Latin-1 makes V8 keep the whole mail in two bytes a character. */
function inLatin1(html: string): string {
  return html.replace(/[^\0-\xff]/gu, (character) => `&#${character.codePointAt(0)};`);
}

const forWord = (html: string) => `<!--[if mso]>${html}<![endif]-->`;
const forOthers = (html: string) => `<!--[if !mso]><!-->${html}<!--<![endif]-->`;

/** What Word is given of its own: the table and the picture of a fixed width. */
function withWordsOwn(html: string): string {
  const table = `<table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>`;
  const height = Math.round((WIDTH * ARTWORK_SIZE.height) / ARTWORK_SIZE.width);
  const picture = new RegExp(`${WORD_PICTURE.opens}(<img src="([^"]+)"[^>]*>)${WORD_PICTURE.closes}`);
  return html
    .replace(WORD_TABLE.opens, forWord(table))
    .replace(WORD_TABLE.closes, forWord("</td></tr></table>"))
    .replace(
      picture,
      (_, others, src) => forWord(`<img src="${src}" alt="" width="${WIDTH}" height="${height}">`) + forOthers(others),
    );
}

/** React runs here, at build time; the Worker gets text with `{{name}}` placeholders and fills them. */
export async function compileMails(): Promise<Record<MailName, MailTemplate>> {
  const entries = Object.entries(MAILS).map(async ([name, mail]) => [name, await compile(mail)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<MailName, MailTemplate>;
}

type Node = { data?: string; children?: Node[] };
type Link = { attribs: { href: string }; children: Node[] };
type Builder = { addInline: (text: string, options: { noWordTransform: true }) => void; addLineBreak: () => void };

function textOf(nodes: Node[]): string {
  return nodes.map(({ data = "", children = [] }) => data + textOf(children)).join("");
}

/** Mail programs make a link of an address only when it stands alone, so each gets a line of its own under its words. */
const TEXT_OPTIONS = {
  formatters: {
    linkOnItsOwnLine: (link: Link, walk: (nodes: Link["children"], builder: Builder) => void, builder: Builder) => {
      const { href } = link.attribs;
      walk(link.children, builder);
      if (href === `mailto:${textOf(link.children)}`) return;
      builder.addInline(":", { noWordTransform: true });
      builder.addLineBreak();
      builder.addInline(href, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: "a", format: "linkOnItsOwnLine" },
    { selector: "img", format: "skip" },
    { selector: "div.rows", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "table.row", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "h1", options: { uppercase: false } },
    { selector: "ul", options: { itemPrefix: "- " } },
  ],
};

function plainTextOf(html: string): string {
  return `${toPlainText(html, TEXT_OPTIONS)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
