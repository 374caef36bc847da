import { addDays, isCalendarDate } from "./calendar-days.ts";

/** What comes first where a file writes a date as numbers with the year at the end. */
export const DATE_ORDERS = ["month", "day"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Three letters of a name are enough. */
const MONTHS = "january february march april may june july august september october november december".split(" ");

/** Weekdays and small words. */
const FILLER = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|of|the)$/;
const YEAR = /^\d{4}$/;
/** Where a time of day begins: "T00:00", " 0:00", ", 3 pm", " at 11:59 PM". */
const TIME = /(?:t|[\s,](?:at\s)?)\d{1,2}(?::\d{2}|\s?[ap]\.?m\b)/;
/** What most programs write needs no closer look. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:$|[T ]\d\d:)/;
/** Day 0 of a spreadsheet, and what it stores for the years from 2000 to 2099. */
const SERIAL_START = "1899-12-30";
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];

function monthOf(word: string): number | null {
  const at = word.length < 3 ? -1 : MONTHS.findIndex((name) => name.startsWith(word));
  return at === -1 ? null : at + 1;
}

const yearOf = (digits: string) => (YEAR.test(digits) ? digits : `${Number(digits) < 70 ? "20" : "19"}${digits}`);

function dayOf(year: string, month: number | string, day: string): string | null {
  const date = [yearOf(year), String(month).padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isCalendarDate(date) ? date : null;
}

/** What a spreadsheet or a program shows of a date it stores as a number of days, seconds, or milliseconds. */
function dayOfNumber(digits: string): string | null {
  const value = Number(digits);
  if (digits.length === 5) return value >= FIRST_SERIAL && value <= LAST_SERIAL ? addDays(SERIAL_START, value) : null;
  if (digits.length === 8) return dayOf(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
  if (digits.length !== 10 && digits.length !== 13) return null;
  return new Date(digits.length === 10 ? value * 1000 : value).toISOString().slice(0, 10);
}

/** The parts of a date without its weekday and time. A year behind the time, as in "Fri Dec 31 00:00:00 UTC 2027", counts. */
function partsOf(text: string): { words: string[]; isDotted: boolean } {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}|\([^()]*\)/gu, "")
    .toLowerCase()
    .trim();
  const time = TIME.exec(plain)?.index ?? plain.length;
  const written = plain.slice(0, time).replace(/(\d)(?:z|[+-]\d\d:\d\d)$/, "$1");
  const words = written.split(/[\s,./'’-]+/).filter((word) => word && !FILLER.test(word));
  const behind = /\s(\d{4})$/.exec(plain.slice(time))?.[1];
  if (behind && words.length === 2) words.push(behind);
  return {
    words: words.map((word) => word.replace(/^(\d+)(?:st|nd|rd|th)$/, "$1")),
    isDotted: written.includes("."),
  };
}

/** The days that a date in numbers may mean, by what is first in it, if its year is last. */
function daysOf(words: readonly string[]): Record<DateOrder, string | null> | null {
  const [first = "", second = "", year = ""] = words;
  if (words.length !== 3 || first.length > 2 || !/^\d{1,2}$/.test(second) || !/^(?:\d{2}|\d{4})$/.test(year))
    return null;
  return { month: dayOf(year, first, second), day: dayOf(year, second, first) };
}

/** The order that a date's numbers allow: "either" for 05/06/2027; null if they don't say. Dots are written with the day first. */
function orderOf(text: string): DateOrder | "either" | null {
  if (ISO.test(text)) return null;
  const { words, isDotted } = partsOf(text);
  const { month = null, day = null } = daysOf(words) ?? {};
  if (month === day) return null;
  if (month !== null && day !== null) return isDotted ? null : "either";
  return month === null ? "day" : "month";
}

/** What a file's dates say about their order. */
export type DateVotes = Record<DateOrder, number> & { example: string | null };

export const noVotes = (): DateVotes => ({ month: 0, day: 0, example: null });

/** Only a date that matters is worth a question. */
export function countVote(votes: DateVotes, text: string, isAsked = true): void {
  const order = orderOf(text);
  if (order === "either") votes.example ??= isAsked ? text : null;
  else if (order) votes[order] += 1;
}

/** The order that more of the dates allow. Null: they don't say, which matters only if there's an example. */
export function orderAmong({ month, day }: DateVotes): DateOrder | null {
  return month === day ? null : month > day ? "month" : "day";
}

/**
 * A written date as a day, or null. An order is the whole file's: a date that contradicts it isn't read. Without one, the month
 * comes first, or the day if dots follow.
 */
export function readDay(text: string, order: DateOrder | null = null): string | null {
  const iso = ISO.exec(text)?.[1];
  if (iso) return isCalendarDate(iso) ? iso : null;
  if (/^\d+$/.test(text)) return dayOfNumber(text);
  const { words, isDotted } = partsOf(text);
  const days = daysOf(words);
  if (days && order) return days[order];
  if (days) return isDotted ? (days.day ?? days.month) : (days.month ?? days.day);
  const names = words.map(monthOf);
  const at = names.findLastIndex((month) => month !== null);
  const [one = "", other = "", third] = words.filter((_, place) => place !== at);
  if (words.length !== 3 || !/^\d{1,4}$/.test(one) || !/^\d{1,4}$/.test(other)) return null;
  if (at === -1) return YEAR.test(one) ? dayOf(one, other, third ?? "") : null;
  const [year, day] = YEAR.test(one) ? [one, other] : [other, one];
  return /^(?:\d{2}|\d{4})$/.test(year) ? dayOf(year, names[at] ?? 0, day) : null;
}
