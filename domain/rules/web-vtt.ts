import { formatList } from "../formats.ts";

const TIME = /(?:(\d{1,3})\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,:;]\s*(\d{1,9}))?(?!\d)/.source;
const TIMES = new RegExp(`^\\s*${TIME}\\s*(?:[-‐-―−]{1,3} ?>|→|([–—]|--))\\s*${TIME}(.*)$`);
const ARROW = /[-‐-―−]{2,3} ?>|→/;
const DIGITS = /\d\s*[:.,;]\s*\d/;
const BLANK_BELOW_TIMES = /(-->.*)\n(?:[ \t]*\n)+(?=(?!NOTE|STYLE|REGION)(?!.*-->)\S.*(?:\n(?!.*-->)|$))/g;
const HEADER = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;
const LONGEST_LIST = 5;

/** What a captions file says, as WebVTT; null if it has no captions. `unread`: the lines of those whose times can't be read, of `total`. */
export type Captions = { webVtt: string | null; total: number; unread: number[] };

type Cue = { times: string; settings: string; lines: string[] };

/** @returns milliseconds; a missing part is zero, and a short fraction is one of a second */
function millisecondsOf([hours = "", minutes = "", seconds = "", fraction = ""]: readonly string[]): number {
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function instant(ms: number): string {
  const digits = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${digits(ms / 3_600_000)}:${digits((ms / 60_000) % 60)}:${digits((ms / 1000) % 60)}.${digits(ms % 1000, 3)}`;
}

/** Players never show a caption that ends before it begins, so its times change places; without a length, it lasts a second. */
function cueAt(line: string): Cue | null {
  const parts = TIMES.exec(line.normalize("NFKC"));
  if (parts === null) return null;
  const [, , , , firstFraction, dash, , , , lastFraction, settings = ""] = parts;
  // Between times without fractions, a dash is speech: "10:30–11:00".
  if (dash && !(firstFraction && lastFraction)) return null;
  const [from = 0, to = 0] = [parts.slice(1, 5), parts.slice(6, 10)].map(millisecondsOf).sort((a, b) => a - b);
  return { times: `${instant(from)} --> ${instant(to === from ? to + 1000 : to)}`, settings, lines: [] };
}

/** Whether a line was meant as a caption's times. Speech has arrows, too, but below other words and without clock times. */
function isMeantAsTimes(line: string, before = ""): boolean {
  return ARROW.test(line) && (DIGITS.test(line) || /^\s*\d*\s*$/.test(before));
}

/** Keeps bold, italic, and underline; drops SubRip's fonts and positions, and escapes what WebVTT would take for markup. */
function cueText(text: string): string {
  return text
    .replace(/\{\\[^{}]*\}/g, "")
    .replace(/<\/?font[^<>]*>/gi, "")
    .replace(/<\/?[biu]>/gi, (tag) => tag.toLowerCase())
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, "&amp;")
    .replace(/<(?!\/?[biu]>)/g, "&lt;")
    .replaceAll("-->", "→")
    .trim();
}

/** Drops the next caption's number from the end of a caption's lines, whether or not a blank line precedes it. */
function withoutNumber(lines: string[], next: number): string[] {
  const last = lines.at(-1)?.trim() ?? "";
  const isNumber = /^\d+$/.test(last) && (lines.length < 2 || lines.at(-2)?.trim() === "" || Number(last) === next);
  return isNumber ? lines.slice(0, -1) : lines;
}

function subRipCues(lines: string[]): Captions {
  const cues: Cue[] = [];
  const unread: number[] = [];
  for (const [index, line] of lines.entries()) {
    const cue = cueAt(line);
    if (cue === null && isMeantAsTimes(line, lines[index - 1])) unread.push(index + 1);
    const before = cues.at(-1);
    if (cue === null) before?.lines.push(line);
    else {
      if (before) before.lines = withoutNumber(before.lines, cues.length + 1);
      cues.push(cue);
    }
  }
  const shown = cues.flatMap((cue) => {
    const text = cueText(cue.lines.filter((line) => line.trim() !== "").join("\n"));
    return text === "" ? [] : `${cue.times}\n${text}`;
  });
  const webVtt = shown.length === 0 ? null : `WEBVTT\n\n${shown.join("\n\n")}\n`;
  return { webVtt, total: cues.length + unread.length, unread };
}

/** WebVTT keeps its text, notes, and styles; only times that browsers would skip are written as they need them. */
function webVttCues(lines: string[]): Captions {
  const unread: number[] = [];
  let total = 0;
  const written = lines.map((line, index) => {
    const cue = cueAt(line);
    if (cue === null && !isMeantAsTimes(line, lines[index - 1])) return line;
    total += 1;
    if (cue !== null) return cue.times + cue.settings;
    unread.push(index + 1);
    return line;
  });
  return {
    webVtt: total > unread.length ? written.join("\n").replace(BLANK_BELOW_TIMES, "$1\n") : null,
    total,
    unread,
  };
}

/** Reads SubRip and WebVTT as loosely as players do: any fraction or none, one digit, no hours, dashes for an arrow. */
export function readCaptions(text: string): Captions {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  return HEADER.test(text) ? webVttCues(lines) : subRipCues(lines);
}

/** Why captions can't be used, as a sentence for the person who chose the file; null if they can. */
export function captionsHindrance({ webVtt, total, unread }: Captions): string | null {
  if (unread.length > 0) {
    const named = unread.slice(0, LONGEST_LIST).map((line) => `line ${line}`);
    const more = unread.length > LONGEST_LIST ? [`${unread.length - LONGEST_LIST} more`] : [];
    return `${unread.length} of ${total} captions couldn't be read, ${formatList([...named, ...more], "and")}. Correct their times, then choose the file again.`;
  }
  return webVtt === null ? "We found no captions in this file. Save it again as WebVTT." : null;
}
