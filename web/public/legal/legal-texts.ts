import { Marked, type Token } from "marked";
import type { Operator } from "#domain/rules/operator.ts";
import memberAgreement from "./member-agreement.md?raw";
import { placeholders } from "./placeholders.tsx";
import privacy from "./privacy.md?raw";
import privacySettings from "./privacy-settings.md?raw";
import refundRequests from "./refund-requests.md?raw";
import subscriptionTerms from "./subscription-terms.md?raw";
import terms from "./terms.md?raw";

export const SOURCES = { terms, privacy, subscriptionTerms, memberAgreement, refundRequests, privacySettings };
export type LegalPageName = keyof typeof SOURCES;
export const LEGAL_PAGE_NAMES = Object.keys(SOURCES) as LegalPageName[];

export type LegalText = {
  title: string;
  summary: string;
  facts: { figure: string; label: string }[];
  action?: { label: string; href: string };
  /** `id` is the anchor. Others may have saved links to it, so it stays when the heading changes. */
  sections: { id: string; heading: string; html: string }[];
};

/** A version's hash must not depend on an installation's details, so `operator` is a parameter (docs/decisions/0016). */
export function legalText(name: LegalPageName, operator: Operator): LegalText {
  const text = readText(fillPlaceholders(SOURCES[name], placeholders(operator)));
  if (operator.governingLaw !== "") return text;
  return { ...text, sections: text.sections.filter(({ id }) => id !== "law") };
}

/** @throws Error if a name in braces has no value */
export function fillPlaceholders(source: string, values: Record<string, string>): string {
  return source.replaceAll(/\{([\w.]+)\}/g, (mark, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A legal text uses ${mark}, but placeholders.tsx has no such value.`);
    return value;
  });
}

const HEAD =
  /^# (?<title>.+)\n\n(?<summary>.+)\n\n(?<facts>(?:.+\n: .+\n\n)*)(?:\[(?<label>[^\]\n]+)\]\((?<href>[^)\n]+)\)\n\n)?$/;
const FACT = /^(.+)\n: (.+)$/gm;
const SECTION = /^(?<heading>[^\n]+) \{#(?<id>[\w-]+)\}\n(?<body>.+)$/s;

/** @throws Error if a text doesn't begin as `LegalText` requires, or a heading has no anchor */
function readText(source: string): LegalText {
  const [beginning = "", ...parts] = source.split(/^## /m);
  const head = HEAD.exec(beginning)?.groups;
  if (head === undefined)
    throw new Error(`A legal text starts with its title, summary, figures, and action, not ${beginning}`);
  const { title = "", summary = "", facts = "", label, href } = head;
  return {
    title: plain(title),
    summary: plain(summary),
    facts: [...plain(facts).matchAll(FACT)].map(([, label = "", figure = ""]) => ({ label, figure })),
    action: label && href ? { label: plain(label), href: plain(href) } : undefined,
    sections: parts.map((part) => {
      const { heading, id, body } = SECTION.exec(part)?.groups ?? {};
      if (!heading || !id || !body) throw new Error(`The heading ## ${part} has no anchor`);
      return { id, heading: plain(heading), html: toHtml(body) };
    }),
  };
}

/** Removes the backslashes that kept a value from being read as markup. */
function plain(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

const DEFINITIONS = /^(?:.+\n: (?:.+\n)+\n*)+/;
type Definition = Record<"term" | "meaning", Token[]>;

/** Markdown plus definition lists, as in many dialects: a term on one line, and below it its meaning after a colon. */
const MARKDOWN = new Marked({
  // GitHub's dialect would turn addresses into links.
  gfm: false,
  extensions: [
    {
      name: "definitions",
      level: "block",
      tokenizer(source) {
        const [raw] = DEFINITIONS.exec(source) ?? [];
        if (raw === undefined) return;
        const items = raw.trim().split(/\n{2,}/);
        const definitions = items.map((item): Definition => {
          const [term = "", meaning = ""] = item.split("\n: ");
          return { term: this.lexer.inlineTokens(term), meaning: this.lexer.inlineTokens(meaning) };
        });
        return { type: "definitions", raw, definitions };
      },
      renderer(token) {
        const items = (token.definitions as Definition[]).map(({ term, meaning }) => {
          return `<dt>${this.parser.parseInline(term)}</dt>\n<dd>${this.parser.parseInline(meaning)}</dd>\n`;
        });
        return `<dl>\n${items.join("")}</dl>\n`;
      },
    },
  ],
});

function toHtml(markdown: string): string {
  return MARKDOWN.parse(markdown, { async: false }).replaceAll(/<a href="https:[^"]*"/g, '$& rel="noreferrer"');
}
