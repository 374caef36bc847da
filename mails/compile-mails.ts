import { render, toPlainText } from "@react-email/render";
import { createElement } from "react";
import { AddressChanged, AddressConfirm, addressChangedSubject, addressConfirmSubject } from "./address-mails.tsx";
import { PasswordChanged, PasswordReset, passwordChangedSubject, passwordResetSubject } from "./password-mails.tsx";
import { TestMail, testMailSubject } from "./test-mail.tsx";
import {
  TrialExtended,
  TrialExtendedSetup,
  TrialGranted,
  TrialWelcome,
  trialExtendedSubject,
  trialGrantedSubject,
  trialWelcomeSubject,
} from "./trial-mails.tsx";
import { WakeUp, wakeUpSubject } from "./wake-up.tsx";

const MAILS = {
  "wake-up": { subject: wakeUpSubject, component: WakeUp },
  "trial-welcome": { subject: trialWelcomeSubject, component: TrialWelcome },
  "trial-granted": { subject: trialGrantedSubject, component: TrialGranted },
  "trial-extended": { subject: trialExtendedSubject, component: TrialExtended },
  "trial-extended-setup": { subject: trialExtendedSubject, component: TrialExtendedSetup },
  "address-confirm": { subject: addressConfirmSubject, component: AddressConfirm },
  "address-changed": { subject: addressChangedSubject, component: AddressChanged },
  "password-reset": { subject: passwordResetSubject, component: PasswordReset },
  "password-changed": { subject: passwordChangedSubject, component: PasswordChanged },
  "test-mail": { subject: testMailSubject, component: TestMail },
} as const;

type MailName = keyof typeof MAILS;

type MailTemplate = { subject: string; html: string; text: string; placeholders: string[] };

function placeholdersIn(...texts: string[]): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name));
  return [...new Set(names)].sort();
}

async function compile({ subject, component }: (typeof MAILS)[MailName]): Promise<MailTemplate> {
  const html = await render(createElement(component));
  const text = plainTextOf(html);
  return { subject, html, text, placeholders: placeholdersIn(subject, html, text) };
}

/** React runs here, at build time; the Worker gets text with `{{name}}` placeholders and fills them. */
export async function compileMails(): Promise<Record<MailName, MailTemplate>> {
  const entries = Object.entries(MAILS).map(async ([name, mail]) => [name, await compile(mail)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<MailName, MailTemplate>;
}

type Link = { attribs: { href: string }; children: { data?: string }[] };
type Builder = { addInline: (text: string, options: { noWordTransform: true }) => void; addLineBreak: () => void };

/** Mail programs make a link of an address only when it stands alone, so each gets a line of its own under its words. */
const TEXT_OPTIONS = {
  formatters: {
    linkOnItsOwnLine: (link: Link, walk: (nodes: Link["children"], builder: Builder) => void, builder: Builder) => {
      const { href } = link.attribs;
      walk(link.children, builder);
      if (href === `mailto:${link.children[0]?.data}`) return;
      builder.addInline(":", { noWordTransform: true });
      builder.addLineBreak();
      builder.addInline(href, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: "a", format: "linkOnItsOwnLine" },
    { selector: "img", format: "skip" },
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
