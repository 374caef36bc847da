const MAX_TITLE = 120;

/** A title from a file's name: "2026-11-27_own-the-morning (final).mp3" → "Own the morning (final)". A leading date isn't part of it. */
export function titleOfFile(filename: string): string {
  const words = filename
    .replace(/\.[^.]+$/, "")
    .normalize("NFC")
    .replace(/[_-]+/g, " ")
    .replace(/^\s*\d{4} \d{2} \d{2}(?=\s*\S)/, "")
    .replace(/\s+/g, " ")
    .trim();
  const title = words.slice(0, MAX_TITLE).trim();
  return title === "" ? "New session" : title.charAt(0).toUpperCase() + title.slice(1);
}
