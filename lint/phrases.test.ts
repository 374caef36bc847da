import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

type Part = { text: string; start: number; refused: RegExp };

/** The page that names the phrases, their samples below, and a session's own words. */
const NOT_OURS = /^(?:docs\/writing\.md|lint\/phrases\.test\.ts|scripts\/seed\/content-items\.ts)$/;
const CODE_IN_DOCS = /^```[\s\S]*?^```|`[^`]+`|(?<=\])\([^)]*\)|\{#[\w-]+\}|<!--[\s\S]*?-->/gm;
const EXPORTED = /(?<=^export (?:default |async )*(?:function\*?|const|let|class|type|interface) )\w+/gm;
const TITLE = /(?<=(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*["`]).+?(?=["`])/g;
const EXCUSE = /(?:\/\/|\/\*|<!--) phrase: \S/;

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const asPattern = (line: string) => line.replace(/ -> .*/, "").replaceAll(" ", "\\s+");
const sections = readFileSync("lint/phrases.txt", "utf8").split(/^\[\w+\]$/m);
/** Each section's phrases, with those of the sections before it. */
const [ANYWHERE, IN_SENTENCES, IN_INTERFACE] = sections.map((_, i) => {
  const phrases = linesOf(sections.slice(0, i + 1).join("\n")).map(asPattern);
  return new RegExp(`(?<![\\w@./-])(?:${phrases.join("|")})(?![\\w@/]|-\\w|[.:]\\w)`, "giu");
}) as [RegExp, RegExp, RegExp];
const kept = linesOf(readFileSync("lint/spec-texts.txt", "utf8").replaceAll(/[^\w\s{}#]/g, "\\$&"));
const KEPT = new RegExp(`(?<!\\w)(?:${kept.join("|").replaceAll(/\{\w+\}/g, ".+?")})(?!\\w)`, "g");

const matches = (source: string, pattern: RegExp, refused: RegExp): Part[] =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => ({ text, start: index, refused }));

/** Adds the strings of a syntax tree. Tagged templates are SQL; a lowercase word without a space is code. */
function addTexts(tree: unknown, parts: Part[]): void {
  if (typeof tree !== "object" || tree === null) return;
  const { type, start, value } = tree as { type?: string; start: number; value: string | { raw: string } };
  if (type === "TaggedTemplateExpression") return;
  const text = type === "TemplateElement" && typeof value === "object" ? value.raw : value;
  if (typeof text === "string" && /\s|^[A-Z][a-z]+$/.test(text)) parts.push({ text, start, refused: IN_INTERFACE });
  for (const part of Object.values(tree)) addTexts(part, parts);
}

/** What a file says: a page its sentences; a test its titles; a source its exported names, comments, and texts. */
function partsOf(file: string, source: string): Part[] {
  if (file.endsWith(".md")) return [{ text: source.replaceAll(CODE_IN_DOCS, blank), start: 0, refused: IN_SENTENCES }];
  if (/\.(?:test|spec)\./.test(file)) return matches(source, TITLE, IN_SENTENCES);
  const parts = matches(source, EXPORTED, ANYWHERE);
  for (const name of parts) name.text = name.text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, " ");
  if (!/^(?:web|mails|domain|worker|scripts)\//.test(file) || source.search(IN_INTERFACE) < 0) return parts;
  const { program, comments } = parseSync(file, source);
  for (const { value, start } of comments) parts.push({ text: value, start, refused: ANYWHERE });
  addTexts(program, parts);
  return parts;
}

function findingsIn(file: string, source: string): string[] {
  const findings = partsOf(file, source).flatMap(({ text, start, refused }) =>
    matches(text.replaceAll(KEPT, blank), refused, refused).map((found) => {
      return { found: found.text, line: source.slice(0, start + found.start).split("\n").length };
    }),
  );
  const excused = source.split("\n").flatMap((line, i) => (EXCUSE.test(line) ? [i + 1, i + 2] : []));
  return findings.flatMap(({ line, found }) => (excused.includes(line) ? [] : [`${file}:${line} ${found}`]));
}

test.each([
  ["web/a.tsx", "<p>You may mend it.</p>"],
  ["worker/a.ts", 'const text = "We cannot save it";'],
  ["README.md", "Nobody reads it."],
  ["web/a.test.ts", 'test.each([])("somebody logs in", () => {});'],
  ["domain/a.ts", "export const healPlan = 1; // phrase:"],
])("a bad phrase in %s is found: %s", (file, source) => {
  expect(findingsIn(file, source)).toHaveLength(1);
});

test("we write none of the phrases, except where a comment says why", () => {
  const folders = "{bench,db,docs,domain,lint,mails,r2-seed,sandbox,scripts,test,web,worker}";
  const files = globSync(["*.md", `${folders}/**/*.{ts,tsx,mjs,md}`]);
  const ours = files.filter((file) => !NOT_OURS.test(file));
  expect(ours.length).toBeGreaterThan(1500);
  expect(ours.flatMap((file) => findingsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});
