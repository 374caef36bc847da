/** Text that people read: names, titles, descriptions. One rule for all of them (docs/design.md, "Text"). */

// Line breaks and tabs belong into a longer text, all other controls, lone surrogates and line separators into none.
const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROLS_BUT_BREAKS = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;
// Embeddings, overrides and isolates turn the direction of what follows; the marks for single letters are harmless.
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/;
// Letters by their category, yet nothing to see: Hangul fillers and the blank of Braille.
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800]/g;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export type Lines = "one" | "many";

/** One form for what looks the same: NFC, `\n` as the only line break, no white space around it. */
export function normaliseText(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").trim();
}

/** Whether a text is free of what cannot be shown or turns the text around it. Joiners stay: emoji and scripts need them. */
export function isShowable(text: string, lines: Lines): boolean {
  const controls = lines === "one" ? CONTROLS : CONTROLS_BUT_BREAKS;
  return !controls.test(text) && !DIRECTION_OVERRIDES.test(text);
}

/** Whether there is anything to see: joiners, spaces and fillers alone are nothing. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text.replace(BLANKS, ""));
}

const UNSHOWABLE = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text from elsewhere in the form of all others, without what cannot be shown, and at most so long. */
export function showableText(text: string, max: number): string {
  return normaliseText(normaliseText(text).replace(UNSHOWABLE, ""))
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** Letters that Unicode takes for letters of their own, by what is typed for them. */
const TYPED_FOR: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

/** A text as searches compare it: without case and accents, "Über" and "UBER" alike. */
export function foldText(text: string): string {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[ßæœøłđ]/g, (letter) => TYPED_FOR[letter] ?? letter);
}
