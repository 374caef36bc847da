/** Text that people read: names, titles, descriptions. One rule for all of them (docs/rules/content.md, "Text"). */

// Longer texts may have line breaks and tabs; no text may have other control characters, lone surrogates, or line separators.
const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROLS_BUT_BREAKS = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;
// Embeddings, overrides, and isolates change the direction of the text after them; marks for single letters are harmless.
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/;
// Letters by category, but invisible: Hangul fillers and the Braille blank.
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800]/g;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export type Lines = "one" | "many";

/** One form for texts that look the same: NFC, `\n` as the only line break, no surrounding whitespace. */
export const normaliseText = (text: string): string => text.normalize("NFC").replaceAll("\r\n", "\n").trim();

/** Whether a text has no unshowable characters or direction overrides. Joiners are fine: emoji and some scripts need them. */
export function isShowable(text: string, lines: Lines): boolean {
  const controls = lines === "one" ? CONTROLS : CONTROLS_BUT_BREAKS;
  return !controls.test(text) && !DIRECTION_OVERRIDES.test(text);
}

/** Whether there is anything to see; joiners, spaces, and fillers alone don't count. */
export const isVisible = (text: string): boolean => VISIBLE.test(text.replace(BLANKS, ""));

const UNSHOWABLE = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Normalizes outside text, removes what can't be shown, and cuts it to `max` characters. */
export function showableText(text: string, max: number): string {
  return normaliseText(normaliseText(text).replace(UNSHOWABLE, ""))
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

// What the same sign looks like in other keyboards and programs. Compatibility forms (½, ﬁ, …) are Unicode's to decompose.
const APOSTROPHES =
  /['`\u00b4\u02b9\u02bb-\u02bd\u02c8\u0384\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2039\u203a]/g;
const QUOTES = /[\u00ab\u00bb\u201c-\u201f\u2033\u301d-\u301f]/g;
const DASHES = /[\p{Pd}\u2212]/gu;
// What isn't seen or typed: accents apart from their letter, joiners, soft hyphens, fillers.
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Letters that Unicode doesn't decompose, with what people type for them, and the sigma that ends a word. */
const TYPED_FOR: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/**
 * Form of a text used for searching: "Über" and "UBER", "world’s" and "worlds" match. SQLite's `lower` does the same to letters and digits of
 * ASCII; `db/schema/members.ts` relies on that.
 */
export function foldText(text: string): string {
  const plain = text.replace(APOSTROPHES, "").normalize("NFKD").replace(UNSEEN, "").toLowerCase();
  return plain
    .replace(APOSTROPHES, "")
    .replace(QUOTES, '"')
    .replace(DASHES, "-")
    .replaceAll("\u2044", "/")
    .replace(/[ßæœøłđðþħıς]/g, (letter) => TYPED_FOR[letter] ?? letter);
}

/** A statement of D1 takes 100 values, and some search twice. */
const MOST_WORDS = 20;

/** The words of a search, each folded: a text matches if it has them all, in any order. */
export const searchedWords = (search: string): string[] =>
  foldText(search).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
