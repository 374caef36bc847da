import { renderToStaticMarkup } from "react-dom/server";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { BROWSER_STORAGE } from "#domain/rules/browser-storage.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import type { Operator } from "#domain/rules/operator.ts";
import { annualComparison, formatPrice, PLANS, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";

const { home: _, ...LINKED_PAGES } = PUBLIC_PAGES;

/** What the texts name in braces, as Markdown: words, numbers and addresses, and three blocks. */
export function placeholders(operator: Operator): Record<string, string> {
  const { name, legalName, governingLaw, supportEmail } = operator;
  const { centsPerMonth, savedPercent } = annualComparison();
  const words = {
    name,
    operatorName: legalName || `the operator of ${name}`,
    governingLaw,
    supportEmail,
    ...LINKED_PAGES,
    profile: APP_PAGES.profile,
    resetPassword: APP_PAGES.resetPassword,
    ...Object.fromEntries(Object.entries(SERVICE_TERMS).flatMap(([term, value]) => numbersOf(term, value))),
    completionThreshold: COMPLETION_THRESHOLD,
    monthlyPrice: formatPrice(PLANS.monthly.price.cents),
    annualPrice: formatPrice(PLANS.annual.price.cents),
    annualPricePerMonth: formatPrice(centsPerMonth),
    annualSavedPercent: savedPercent,
    trialMonths: new Intl.ListFormat("en-US", { type: "disjunction" }).format(TRIAL_MONTHS.map(String)),
  };
  return {
    ...Object.fromEntries(Object.entries(words).map(([word, value]) => [word, escapeMarkdown(String(value))])),
    contact: renderToStaticMarkup(<Contact {...operator} />),
    plans: Object.values(PLANS).map(planTerms).join("\n\n"),
    browserStorage: BROWSER_STORAGE.map(storedItem).join("\n\n"),
  };
}

/** A range is two placeholders, such as supportReplyHours.from and supportReplyHours.to. */
function numbersOf(term: string, value: number | { from: number; to: number }): [string, number][] {
  if (typeof value === "number") return [[term, value]];
  return Object.entries(value).map(([end, number]) => [`${term}.${end}`, number]);
}

/** Nothing in a value is markup: in Markdown a backslash takes that from any punctuation mark. */
function escapeMarkdown(value: string): string {
  return value.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** How to reach the operator; the address follows once it is filled in. */
function Contact({ name, legalName, postalAddress, supportEmail }: Operator) {
  return (
    <address>
      {legalName || name}
      <br />
      {postalAddress && (
        <>
          {postalAddress}
          <br />
        </>
      )}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </address>
  );
}

function planTerms({ name, price, benefits }: (typeof PLANS)[keyof typeof PLANS]): string {
  const items = benefits.map((benefit) => `<li>${escapeMarkdown(benefit)}</li>`);
  return `${escapeMarkdown(`${name}: ${formatPrice(price.cents)} per ${price.per}`)}\n: <ul>${items.join("")}</ul>`;
}

const PLACES = {
  cookie: "cookie",
  "local storage": "local storage",
  "session storage": "session storage, which ends with the tab",
  cache: "browser cache",
  database: "browser database",
} as const;

function storedItem({ names, place, purpose }: (typeof BROWSER_STORAGE)[number]): string {
  return `${names.map((name) => `\`${name}\``).join(", ")} (${PLACES[place]})\n: ${escapeMarkdown(purpose)}`;
}
