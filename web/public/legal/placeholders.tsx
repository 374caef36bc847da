import { renderToStaticMarkup } from "react-dom/server";
import { formatList } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { BROWSER_STORAGE } from "#domain/rules/browser-storage.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import type { Operator } from "#domain/rules/operator.ts";
import { annualComparison, formatPrice, PLANS, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";

const { home: _, ...LINKED_PAGES } = PUBLIC_PAGES;
const { supportReplyHours, refundProcessingBusinessDays, ...TERMS } = SERVICE_TERMS;

/** Values for the names in braces, as Markdown: words, numbers, addresses, and three blocks. */
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
    ...TERMS,
    "supportReplyHours.from": supportReplyHours.from,
    "supportReplyHours.to": supportReplyHours.to,
    "refundProcessingBusinessDays.from": refundProcessingBusinessDays.from,
    "refundProcessingBusinessDays.to": refundProcessingBusinessDays.to,
    completionThreshold: COMPLETION_THRESHOLD,
    monthlyPrice: formatPrice(PLANS.monthly.price.cents),
    annualPrice: formatPrice(PLANS.annual.price.cents),
    annualPricePerMonth: formatPrice(centsPerMonth),
    annualSavedPercent: savedPercent,
    trialMonths: formatList(TRIAL_MONTHS.map(String), "or"),
  };
  return {
    ...Object.fromEntries(Object.entries(words).map(([word, value]) => [word, escapeMarkdown(String(value))])),
    contact: renderToStaticMarkup(<Contact {...operator} />),
    plans: Object.values(PLANS).map(planTerms).join("\n\n"),
    browserStorage: BROWSER_STORAGE.map(storedItem).join("\n\n"),
  };
}

/** Values are never markup; in Markdown, a backslash escapes any punctuation mark. */
function escapeMarkdown(value: string): string {
  return value.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}

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

const PLACES: Partial<Record<(typeof BROWSER_STORAGE)[number]["place"], string>> = {
  "session storage": "session storage, deleted when you close the tab",
  cache: "browser cache",
  database: "browser database",
};

function storedItem({ names, place, purpose }: (typeof BROWSER_STORAGE)[number]): string {
  return `${names.map((name) => `\`${name}\``).join(", ")} (${PLACES[place] ?? place})\n: ${escapeMarkdown(purpose)}`;
}
