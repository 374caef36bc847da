import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { unbroken } from "#domain/formats.ts";
import {
  checkoutConsent,
  giftConsent,
  INVITATION_CONSENT,
  redemptionConsent,
  SETUP_CONSENT,
} from "#domain/rules/consent.ts";
import type { Operator } from "#domain/rules/operator.ts";
import { TERMS_VERSION, TERMS_VERSIONS } from "#domain/rules/terms-version.ts";
import { LegalPage } from "./legal-page.tsx";
import {
  fillPlaceholders,
  LEGAL_PAGE_NAMES,
  type LegalPageName,
  type LegalText,
  legalText,
  SOURCES,
} from "./legal-texts.ts";
import { placeholders } from "./placeholders.tsx";

// A test operator: another name, address, or law doesn't change the version of the text.
const OPERATOR: Operator = {
  name: "NAME",
  legalName: "LEGAL NAME",
  postalAddress: "POSTAL ADDRESS",
  governingLaw: "GOVERNING LAW",
  supportEmail: "support@operator.dev",
  mailSender: "sender@operator.dev",
};

/** A text's letters without markup and white space, so that a new look isn't a new version. */
function lettersOf({ title, summary, facts, action, sections }: LegalText): string {
  const parts = [title, summary, ...facts.flatMap(({ figure, label }) => [figure, label]), action?.label ?? ""];
  // React wrote the first versions, and this is how it escapes an apostrophe.
  const bodies = sections.flatMap(({ heading, html }) => [
    heading,
    html.replaceAll(/<[^>]+>/g, "").replaceAll("&#39;", "&#x27;"),
  ]);
  return [...parts, ...bodies].join("\n").replaceAll(/\s/g, "");
}

const CONSENTS = [
  checkoutConsent("monthly", null),
  checkoutConsent("annual", "DAY"),
  giftConsent("annual"),
  redemptionConsent("annual"),
  SETUP_CONSENT,
  INVITATION_CONSENT,
];

test("the legal texts and consents match the version that they name", async () => {
  const texts = LEGAL_PAGE_NAMES.map((name) => `${name}:${lettersOf(legalText(name, OPERATOR))}`);
  const agreed = CONSENTS.map(({ text }) => text.replaceAll(BRAND.name, OPERATOR.name));
  const letters = [...texts, ...agreed].join("|");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(letters));
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(
    sha256,
    `The words of a legal text or consent have changed since version ${TERMS_VERSION.version}, or a number or price in them. Members agreed to
    that version, so leave its row as it is and add one to TERMS_VERSIONS in domain/rules/terms-version.ts: a new version, today's
    date and sha256 "${sha256}".`,
  ).toBe(TERMS_VERSION.sha256);
});

test("missing business details are named", () => {
  const html = renderToStaticMarkup(LegalPage({ name: "terms", operator: { ...OPERATOR, postalAddress: "" } }));
  const words = html.replaceAll(/<[^>]+>/g, "");
  expect(words).toContain("Still empty or a placeholder: postal address.");
});

test("each terms version has the next number, no earlier date, and different words", () => {
  const versions = TERMS_VERSIONS.map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => String(index + 1)));
  expect(new Set(TERMS_VERSIONS.map(({ sha256 }) => sha256)).size).toBe(TERMS_VERSIONS.length);
  const dates = TERMS_VERSIONS.map(({ updatedDate }) => updatedDate);
  expect(dates).toEqual(dates.toSorted());
});

test.for(LEGAL_PAGE_NAMES)("each part of %s has its own link target", (name) => {
  const ids = legalText(name, OPERATOR).sections.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(ids.length);
  const html = renderToStaticMarkup(LegalPage({ name, operator: OPERATOR }));
  for (const id of ids) expect(html.split(`id="${id}"`), id).toHaveLength(2);
});

test.for(LEGAL_PAGE_NAMES)(
  "%s shows its effective date, its version, and what the operator hasn't filled in",
  (name) => {
    const page = (operator: Operator) => renderToStaticMarkup(LegalPage({ name, operator }));
    expect(page(OPERATOR)).toContain(
      `Effective ${unbroken("Aug 18, 2025")}. Version ${TERMS_VERSION.version}, last updated`,
    );
    expect(page(OPERATOR)).not.toContain("details are missing");
    const bare = page({ ...OPERATOR, postalAddress: "", governingLaw: "", supportEmail: "help@operator.test" });
    expect(bare).toContain("postal address, governing law, and support address");
  },
);

test("the operator's details appear in the texts if filled in, and leave no gap if not", () => {
  const law = "governed by the law of GOVERNING LAW";
  const textOf = (name: LegalPageName, operator: Operator) =>
    renderToStaticMarkup(LegalPage({ name, operator })).replaceAll(/<[^>]+>/g, " ");
  expect(textOf("terms", OPERATOR)).toContain(law);
  for (const particular of ["LEGAL NAME", "POSTAL ADDRESS"]) {
    expect(textOf("terms", OPERATOR)).toContain(particular);
    expect(textOf("privacy", OPERATOR)).toContain(particular);
  }
  const bare = { ...OPERATOR, legalName: "", postalAddress: "", governingLaw: "" };
  expect(textOf("terms", bare)).toContain("the operator of NAME");
  expect(textOf("terms", bare)).not.toContain("governed by the law");
});

test("a placeholder without a value is refused", () => {
  const values = { name: "NAME", "reply.from": "24" };
  expect(fillPlaceholders("{name}, {reply.from} {#anchor}", values)).toBe("NAME, 24 {#anchor}");
  expect(() => fillPlaceholders("{name}, {reply.to}", values)).toThrow("{reply.to}");
});

test("every placeholder's value is used by a text", () => {
  const sources = Object.values(SOURCES).join("\n");
  expect(Object.keys(placeholders(OPERATOR)).filter((name) => !sources.includes(`{${name}}`))).toEqual([]);
});

test("the operator's details are shown as plain text, whatever markup they contain", () => {
  const marks = "1. *A* & <b>_B_</b> [c](d) `e` {terms} #f \\g";
  const { html = "" } =
    legalText("terms", { ...OPERATOR, governingLaw: marks }).sections.find(({ id }) => id === "law") ?? {};
  expect(html).toContain(`the law of ${marks.replace("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}.`);
});
