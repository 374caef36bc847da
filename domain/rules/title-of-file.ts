import { findDay } from "./day-of-file.ts";

const MAX_TITLE = 120;
/** A track's number: "01 ", "3. ", "12 - " */
const TRACK = /^(?:0\d+(?=\D)|\d{1,3}(?=[.)]\s|\s+-\s))[\s.)-]*(?=\S)/;

function tidy(words: string): string {
  const text = words.replace(TRACK, "").replace(/[_-]+/g, " ").replace(/\s+/g, " ");
  const title = text
    .replace(/^[\s,.:]+|[\s,:]+$/g, "")
    .slice(0, MAX_TITLE)
    .trim();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const nameOf = (filename: string) => filename.replace(/\.[^.]+$/, "").normalize("NFC");

/** The words of a file's name besides its day and number; "" if it has no others. */
export function wordsOfFile(filename: string): string {
  // The year doesn't matter here.
  const title = tidy(findDay(nameOf(filename), "2000-01-01").words.trim());
  return /\p{L}/u.test(title) ? title : "";
}

/** A title from a file's name: "2026-11-27_own-the-morning (final).mp3" → "Own the morning (final)". A name of nothing else is its day. */
export function titleOfFile(filename: string): string {
  return wordsOfFile(filename) || tidy(nameOf(filename)) || "New session";
}
