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

/** Letters that Unicode doesn't decompose, with what people type for them. */
const TYPED_FOR: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

/** Form of a text used for searching, without case and accents: "Über" and "UBER" match. */
export function foldText(text: string): string {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[ßæœøłđ]/g, (letter) => TYPED_FOR[letter] ?? letter);
}
