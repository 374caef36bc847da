const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The words that fit into `max` characters with the "…" after them, on one line. */
export function cutAtWord(text: string, max: number): string {
  const line = inOneLine(text);
  if (line.length <= max) return line;
  const end = line.lastIndexOf(" ", max - 1);
  // A single long word is cut, but not between the halves of a character.
  const kept = end > 0 ? line.slice(0, end) : line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/(?<![,;:–—-])[,;:–—-]+$/, "")}…`;
}

/** The whole sentences that fit into `max` characters, on one line. If the first is too long, as many of its words as fit. */
export function excerpt(text: string, max: number): string {
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  let shown = "";
  // A line break ends a sentence too.
  for (const { segment } of sentences.segment(text)) {
    const longer = inOneLine(`${shown} ${segment}`);
    if (longer.length > max) return shown || cutAtWord(segment, max);
    shown = longer;
  }
  return shown;
}
