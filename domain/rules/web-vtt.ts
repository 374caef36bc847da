const TIMES = /^\s*(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})\s+-->\s+(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})/;

function instant([hours = "", minutes = "", seconds = "", fraction = ""]: readonly string[]): string {
  return `${hours.padStart(2, "0")}:${minutes}:${seconds}.${fraction.padEnd(3, "0")}`;
}

/** Keeps bold, italic, and underline; drops SubRip's fonts and positions, and escapes what WebVTT would take for markup. */
function cueText(text: string): string {
  return text
    .replace(/\{\\[^{}]*\}/g, "")
    .replace(/<\/?font[^<>]*>/gi, "")
    .replace(/&(?!amp;|lt;|gt;)/g, "&amp;")
    .replace(/<(?!\/?[biu]>)/gi, "&lt;")
    .replaceAll("-->", "→");
}

/** SubRip (.srt) as WebVTT, or null if it has no captions. */
export function webVttOf(subRip: string): string | null {
  const blocks = subRip
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/);
  const cues = blocks.flatMap((block) => {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => TIMES.test(line));
    const times = TIMES.exec(lines[at] ?? "");
    const text = cueText(
      lines
        .slice(at + 1)
        .join("\n")
        .trim(),
    );
    if (times === null || text === "") return [];
    return `${instant(times.slice(1, 5))} --> ${instant(times.slice(5, 9))}\n${text}`;
  });
  return cues.length === 0 ? null : `WEBVTT\n\n${cues.join("\n\n")}\n`;
}
