import { formatList } from "../formats.ts";

const TIME = /(?:(\d{1,3})\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,:;]\s*(\d{1,9}))?(?!\d)/.source;
const TIMES = new RegExp(`^\\s*${TIME}\\s*(?:-->|([-‐-―−]{1,3} ?>?|→))\\s*${TIME}(.*)$`);
const ARROW = /[-‐-―−]{2,3} ?>|[‐-―−]>/;
const BLANK_BELOW_TIMES = /(-->.*)\n(?:[ \t]*\n)+(?=(?!NOTE|STYLE|REGION)(?!.*-->)\S.*(?:\n(?!.*-->)|$))/g;

/** What a captions file says, as WebVTT; null if it has no captions. `unread`: the lines of those whose times can't be read, of `total`. */
export type Captions = { webVtt: string | null; total: number; unread: number[] };

/** @returns milliseconds; a missing part is zero, and a short fraction is one of a second */
function millisecondsOf([hours = "", minutes = "", seconds = "", fraction = ""]: readonly string[]): number {
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function instant(ms: number): string {
  const digits = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${digits(ms / 3_600_000)}:${digits((ms / 60_000) % 60)}:${digits((ms / 1000) % 60)}.${digits(ms % 1000, 3)}`;
}

type Times = { times: string; settings: string };

/** Players never show a caption that ends before it begins, so its times change places; without a length, it lasts a second. */
function timesOf(line: string): Times | null {
  const parts = TIMES.exec(line.normalize("NFKC"));
  if (parts === null) return null;
  const [, , , , firstFraction, otherArrow, , , , lastFraction, settings = ""] = parts;
  // Between times without fractions, a dash or another arrow is speech: "10:30–11:00".
  if (otherArrow && !(firstFraction && lastFraction)) return null;
  const [from = 0, to = 0] = [parts.slice(1, 5), parts.slice(6, 10)].map(millisecondsOf).sort((a, b) => a - b);
  return { times: `${instant(from)} --> ${instant(to === from ? to + 1000 : to)}`, settings };
}

/** Whether a line was meant as a caption's times. Speech has arrows, too, but below other words and without clock times. */
function isMeantAsTimes(line: string, before = ""): boolean {
  return ARROW.test(line) && (/\d\s*:\s*\d/.test(line) || /^\s*\d*\s*$/.test(before));
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

/** A caption's text, without the number of the next one at its end, whether or not a blank line precedes that. */
function textOf(lines: string[], next: number): string {
  const last = lines.at(-1)?.trim() ?? "";
  const isNumber = /^\d+$/.test(last) && (lines.length < 2 || lines.at(-2)?.trim() === "" || Number(last) === next);
  const text = isNumber ? lines.slice(0, -1) : lines;
  return cueText(text.filter((line) => line.trim() !== "").join("\n"));
}

function ofSubRip(lines: string[], times: (Times | null)[]): string {
  const places = times.flatMap((found, line) => (found ? { line, times: found.times } : []));
  const cues = places.flatMap((place, index) => {
    const end = places[index + 1]?.line;
    const text = textOf(lines.slice(place.line + 1, end), end === undefined ? Number.NaN : index + 2);
    return text === "" ? [] : `${place.times}\n${text}`;
  });
  return cues.length === 0 ? "" : `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

/** Reads SubRip and WebVTT as loosely as players do: any fraction or none, one digit, no hours, dashes for an arrow. */
export function readCaptions(text: string): Captions {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const times = lines.map(timesOf);
  const unread = lines.flatMap((line, at) => (!times[at] && isMeantAsTimes(line, lines[at - 1]) ? at + 1 : []));
  const read = times.filter((found) => found !== null).length;
  // WebVTT keeps its text, notes, and styles; only times that browsers would skip are written as they need them.
  const asWebVtt = () => lines.map((line, at) => (times[at] ? times[at].times + times[at].settings : line)).join("\n");
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const webVtt = isWebVtt ? asWebVtt().replace(BLANK_BELOW_TIMES, "$1\n") : ofSubRip(lines, times);
  return { webVtt: read > 0 && webVtt ? webVtt : null, total: read + unread.length, unread };
}

/** Why captions can't be used, as a sentence for the person who chose the file; null if they can. */
export function captionsHindrance({ webVtt, total, unread }: Captions): string | null {
  if (unread.length > 0) {
    const more = unread.length > 5 ? [`${unread.length - 5} more`] : [];
    const lines = formatList([...unread.slice(0, 5).map((line) => `line ${line}`), ...more], "and");
    return `${unread.length} of ${total} captions couldn't be read, ${lines}. Correct their times, then choose the file again.`;
  }
  return webVtt === null ? "We found no captions in this file. Save it again as WebVTT." : null;
}
