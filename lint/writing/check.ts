import { globSync, readFileSync } from "node:fs";
import { Dialect, LocalLinter } from "harper.js";
import { binaryInlined } from "harper.js/binaryInlined";
import { marked, type Token } from "marked";
import { stringsIn } from "./strings.ts";

type Kind = "interface" | "docs" | "legal";
type Match = { start: number; found: string; rule: string; better: string };
export type Finding = Omit<Match, "start"> & { file: string; line: number; text: string };
export type Excuse = { file: string; line: number; isUsed: boolean };

/** Their words are PayPal's, Resend's, and Cloudflare's, or a session's. */
const NOT_OURS =
  /^(?:sandbox\/(?:paypal\/(?:rest|account|webhooks|documents|answers)|resend|cloudflare)|scripts\/seed\/content-items)/;
const LONGEST_SENTENCE = 30;

const readLines = (name: string) =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** Phrases by where they are refused: those after `[interface]` are allowed in docs and legal texts. */
function readPhrases() {
  let isOfInterface = false;
  return readLines("phrases.txt").flatMap((line) => {
    const [left = "", better = ""] = line.split(/\s+->\s+/);
    if (line.startsWith("[")) isOfInterface = line === "[interface]";
    if (line.startsWith("[")) return [];
    const words = left.replaceAll("'", "['’]").replaceAll(" ", "\\s+");
    return [
      { pattern: new RegExp(`(?<![\\w@./-])(?:${words})(?![\\w@/]|-\\w|[.:]\\w)`, "giu"), left, better, isOfInterface },
    ];
  });
}

const PHRASES = readPhrases();
/** Quotes from the specification and texts kept word for word. `{…}` is any text. */
const KEPT = readLines("spec-texts.txt").map((text) => {
  const parts = text.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[\\^$*+?.()|[\]{}]/g, "\\$&"));
  return new RegExp(`(?<!\\w)${parts.join(".+?")}(?!\\w)`, "g");
});

let linter: LocalLinter | undefined;

/** Harper for American English, with its own rules except those that are wrong for us. */
async function harper(): Promise<LocalLinter> {
  if (linter) return linter;
  linter = new LocalLinter({ binary: binaryInlined, dialect: Dialect.American });
  const off = readLines("harper-off.txt").map((line) => [line.split(" -> ")[0], false]);
  await linter.setLintConfig({ ...(await linter.getDefaultLintConfig()), ...Object.fromEntries(off) });
  await linter.importWords(readLines("dictionary.txt"));
  return linter;
}

/** Harper's findings for each text. One call with a paragraph per text takes half the time of separate calls. */
async function harperMatches(texts: string[], language: "plaintext" | "markdown"): Promise<Match[][]> {
  const whole = texts.join("\n\n").replaceAll("’", "'");
  const matches = texts.map((): Match[] => []);
  const starts = texts.map((_, i) => texts.slice(0, i).reduce((sum, { length }) => sum + length + 2, 0));
  for (const [rule, lints] of Object.entries(await (await harper()).organizedLints(whole, { language }))) {
    for (const lint of lints) {
      // Harper counts characters, not UTF-16 units.
      const start = [...whole].slice(0, lint.span().start).join("").length;
      const index = starts.findLastIndex((first) => first <= start);
      const suggestions = lint.suggestions().map((suggestion) => suggestion.get_replacement_text());
      const better = `${lint.message()} ${suggestions.slice(0, 3).join(" / ")}`.trim();
      matches[index]?.push({ start: start - (starts[index] ?? 0), found: lint.get_problem_text(), rule, better });
    }
  }
  return matches;
}

const phraseMatches = (text: string, kind: Kind): Match[] =>
  PHRASES.filter(({ isOfInterface }) => kind === "interface" || !isOfInterface).flatMap(({ pattern, left, better }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      found,
      rule: `phrase: ${left}`,
      better,
    })),
  );

/** Blanks out code, addresses, and comments, so that positions don't change. */
const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^```[\s\S]*?^```|`[^`]+`|(?<=\])\([^)]*\)|\{#[\w-]+\}|<!--[\s\S]*?-->/gm, (code) =>
    code.replaceAll(/[^\n]/g, " "),
  );

/** A page's sentences that are too long, except in tables and code. */
function longSentences(markdown: string): Match[] {
  const matches: Match[] = [];
  let at = 0;
  const read = (token: Token) => {
    if (token.type !== "paragraph" && !(token.type === "text" && "tokens" in token)) return;
    const text = String(token.text);
    at = Math.max(at, markdown.indexOf(text.split("\n")[0] ?? "", at));
    const plain = text.replaceAll(/`[^`]+`/g, (code) => "C".repeat(code.length)).replaceAll(/\]\([^)]*\)/g, "]");
    for (const { segment } of new Intl.Segmenter("en", { granularity: "sentence" }).segment(plain)) {
      const count = segment.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      if (count > LONGEST_SENTENCE)
        matches.push({
          start: at,
          found: segment.trim(),
          rule: "LongSentence",
          better: `${count} words; at most ${LONGEST_SENTENCE}`,
        });
    }
  };
  void marked.walkTokens(marked.lexer(markdown), read);
  return matches;
}

const kindOf = (file: string): Kind =>
  !file.endsWith(".md") ? "interface" : file.startsWith("web/") ? "legal" : "docs";

async function matchesIn(file: string, kind: Kind, texts: string[]): Promise<Match[][]> {
  // docs/writing.md itself names the phrases.
  const phrases = texts.map((text) =>
    file === "docs/writing.md" ? [] : phraseMatches(kind === "interface" ? text : withoutCode(text), kind),
  );
  if (kind === "legal" || texts.length === 0) return phrases;
  const byHarper = await harperMatches(texts, kind === "docs" ? "markdown" : "plaintext");
  const tooLong = texts.map((text) => (file.startsWith("docs/") ? longSentences(text) : []));
  return texts.map((_, i) => [phrases, byHarper, tooLong].flatMap((matches) => matches[i] ?? []));
}

const isKept = (text: string, { start, found }: Match) =>
  KEPT.some((kept) =>
    [...text.matchAll(kept)].some(
      ({ 0: whole, index }) => index <= start && start + found.length <= index + whole.length,
    ),
  );

/** What is wrong in a source or page, and its comments that excuse findings. */
export async function checkText(file: string, source: string): Promise<{ findings: Finding[]; excuses: Excuse[] }> {
  const kind = kindOf(file);
  const excuses = source.split("\n").flatMap((line, i) => {
    return /(?:\/\/|\/\*|<!--) phrase: \S/.test(line) ? [{ file, line: i + 1, isUsed: false }] : [];
  });
  const lineAt = (place: number) => source.slice(0, place).split("\n").length;
  const findings = new Map<string, Finding>();
  const whole = { text: source, at: Array.from(source, (_, i) => i) };
  const parts = kind === "interface" ? stringsIn(file, source) : [whole];
  const matches = await matchesIn(
    file,
    kind,
    parts.map(({ text }) => text),
  );
  for (const [i, part] of parts.entries()) {
    for (const match of matches[i] ?? []) {
      if (isKept(part.text, match)) continue;
      const line = lineAt(part.at[match.start] ?? 0);
      const lines = kind === "interface" ? [line, lineAt(part.at[0] ?? 0)] : [line];
      const excuse = excuses.find((comment) => lines.some((l) => l === comment.line || l === comment.line + 1));
      if (excuse) excuse.isUsed = true;
      else {
        const { start, ...rest } = match;
        const text = kind === "interface" ? part.text : (source.split("\n")[line - 1] ?? "").trim();
        findings.set(`${line} ${rest.rule} ${rest.found}`, { ...rest, file, line, text });
      }
    }
  }
  return { findings: [...findings.values()].toSorted((a, b) => a.line - b.line), excuses };
}

/** Every file with words that people read. */
export const filesToCheck = () =>
  [
    ...globSync("{web,worker,domain,mails,scripts,sandbox}/**/*.{ts,tsx,js,mjs}"),
    ...globSync(["README.md", "CHANGELOG.md", "docs/**/*.md", "web/public/legal/*.md"]),
  ].filter((file) => !/\.test\.|\.fixtures\.|\.d\.ts$|-under-test/.test(file) && !NOT_OURS.test(file));
