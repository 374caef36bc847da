import { addDays, daysBetween, isCalendarDate } from "./calendar-days.ts";
import { readDay } from "./written-dates.ts";

/** What a file's name says about its day: a date, or its number from the day a month begins. */
export type FileDay = { date: string } | { number: number };

/** Names of days that have just passed are taken as such, not as next year's. */
const DAYS_BACK = 31;

const ISO = /(?<!\d)(20\d\d)([-. ]?)(\d\d)\2(\d\d)(?!\d)/;
const NAMED =
  /(?<![\p{L}\d])(?:(?<name>\p{L}{3,9})\.?[ -]*(?<day>\d{1,2})|(?<first>\d{1,2})(?:st|nd|rd|th)?[ -]*(?:of )?(?<second>\p{L}{3,9})\.?)(?:st|nd|rd|th)?(?![\p{L}\d])(?:,?[ -]*(?<year>20\d\d)(?!\d))?/giu;
const NUMBERED = /(?<!\p{L})day[ -]*(\d{1,3})(?!\d)/iu;
const SHORT = /(?<![\d-])(\d\d)-(\d\d)(?![\d-])/;

type Found = { day: FileDay; at: number; length: number };

/** The year in which a month and day are next, or were a short while ago. */
function nextDate(monthDay: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  // February 29 may be seven years away.
  const dates = Array.from({ length: 10 }, (_, index) => `${year - 1 + index}-${monthDay}`).filter(isCalendarDate);
  return dates.find((date) => daysBetween(today, date) >= -DAYS_BACK) ?? null;
}

function dayAt(match: RegExpExecArray, date: string | null): Found | null {
  return date !== null && isCalendarDate(date) ? { day: { date }, at: match.index, length: match[0].length } : null;
}

/** "Dec 3", "3rd of December 2026" */
function findNamed(words: string, today: string): Found | null {
  for (const match of words.matchAll(NAMED)) {
    const { name, second, day, first, year } = match.groups ?? {};
    const date = readDay(`${name ?? second} ${day ?? first} ${year ?? 2000}`);
    const found = date && dayAt(match, year ? date : nextDate(date.slice(5), today));
    if (found) return found;
  }
  return null;
}

function find(words: string, today: string): Found | null {
  const iso = ISO.exec(words);
  const whole = iso && dayAt(iso, `${iso[1]}-${iso[3]}-${iso[4]}`);
  const found = whole ?? findNamed(words, today);
  if (found) return found;
  const numbered = NUMBERED.exec(words);
  const number = Number(numbered?.[1]);
  if (numbered && number > 0) return { day: { number }, at: numbered.index, length: numbered[0].length };
  const short = SHORT.exec(words);
  return short && dayAt(short, nextDate(`${short[1]}-${short[2]}`, today));
}

/** The day in a name or a cell, and the other words. `2026-12-03`, `12-03`, `Dec 3`, and `Day 7` are read. */
export function findDay(name: string, today: string): { day: FileDay | null; words: string } {
  const words = name.normalize("NFC").replaceAll("_", " ");
  const found = find(words, today);
  if (!found) return { day: null, words };
  return { day: found.day, words: `${words.slice(0, found.at)} ${words.slice(found.at + found.length)}` };
}

type Placed = { day: FileDay | null; isLeftOut: boolean };

/**
 * The date of each row, null for one that is left out. Rows that name no day get the next free ones from `start`, in order.
 * Two rows may name the same day.
 */
export function datesOf(
  rows: readonly Placed[],
  { start, isTaken }: { start: string; isTaken: (date: string) => boolean },
): (string | null)[] {
  const named = rows.map(({ day, isLeftOut }) => {
    if (day === null || isLeftOut) return null;
    return "date" in day ? day.date : addDays(start, day.number - 1);
  });
  const used = new Set(named);
  let next = start;
  return rows.map(({ isLeftOut }, index) => {
    const own = named[index] ?? null;
    if (own !== null || isLeftOut) return own;
    while (used.has(next) || isTaken(next)) next = addDays(next, 1);
    used.add(next);
    return next;
  });
}

/** Swaps two rows but not their days: what is in them changes its day. */
export function swapRows<Row extends Placed>(rows: readonly Row[], one: number, other: number): Row[] {
  const [first, second] = [rows[one], rows[other]];
  if (!first || !second) return [...rows];
  return rows.map((row, index) => {
    if (index === one) return { ...second, day: first.day };
    return index === other ? { ...first, day: second.day } : row;
  });
}
