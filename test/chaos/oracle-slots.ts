/* The slots of the simulated members, worked out for the oracle. Like it, this imports nothing from the product. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import type { Choices, Evidence, Person } from "./evidence.ts";

export const CUT_OFF_MS = 3 * HOUR_MS;
/** In this long without trouble, longer than the longest backoff, everything open gets through. */
export const CALM_MS = 50 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string, at: number): { date: string; hour: number } {
  let format = formats.get(zone);
  if (!format) {
    const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...numeric });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

/** An instant's date in a zone. */
export const dateIn = (zone: string, at: number) => clockIn(zone, at).date;

const slotsFound = new Map<string, number | null>();

/** The first quarter-hour mark of a local date whose clock shows the hour or, if that is skipped, a later one. */
export function slotOf(zone: string, hour: number, date: string): number | null {
  const name = `${zone} ${hour} ${date}`;
  const known = slotsFound.get(name);
  if (known !== undefined) return known;
  const noon = Date.parse(`${date}T12:00:00Z`);
  let found: number | null = null;
  for (let at = noon - 27 * HOUR_MS; at <= noon + 27 * HOUR_MS && found === null; at += 15 * MINUTE_MS) {
    const clock = clockIn(zone, at);
    if (clock.date === date && clock.hour >= hour) found = at;
  }
  slotsFound.set(name, found);
  return found;
}

const WEEKEND = /^S/;

const weekdayOf = (date: string) => new Date(date).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
const isWeekend = (date: string) => WEEKEND.test(weekdayOf(date));

/** A date's hour by a member's choices; null for no email. */
function hourOn({ hour, weekend }: Choices, date: string): number | null {
  return weekend !== undefined && isWeekend(date) ? weekend : hour;
}

/** When a date is over in a zone. */
export const dayEndOf = (zone: string, date: string) =>
  slotOf(zone, 0, new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)) ?? 0;

const choicesAt = ({ choices }: Person, at: number) => choices.findLast(({ from }) => from <= at);

type Slot = { slotAt: number; date: string };

/** The slots at which a member's hour started. */
export function slotsOf(person: Person, { dates, from }: Evidence): Slot[] {
  const held = person.choices.flatMap((choices) =>
    dates.flatMap((date) => {
      const { zone } = choices;
      const hour = hourOn(choices, date);
      const slotAt = hour === null ? null : slotOf(zone, hour, date);
      const chosen = slotAt === null ? undefined : choicesAt(person, slotAt);
      return slotAt !== null && slotAt >= from && chosen?.zone === zone && hourOn(chosen, date) === hour
        ? [{ slotAt, date }]
        : [];
    }),
  );
  return [...new Map(held.map((slot) => [slot.slotAt, slot])).values()];
}

/** Whether a change leaves slots that have begun to the member: only the other kind of day's hour changed. */
function keepsSlots(before: Choices, after: Choices & { from: number }): boolean {
  const { hour, weekend, from, ...others } = after;
  const isSame = Object.entries(others).every(([name, value]) => before[name as keyof Choices] === value);
  const dates = [from, from - CUT_OFF_MS].map((at) => clockIn(before.zone, at).date);
  return isSame && dates.every((date) => hourOn(before, date) === hourOn(after, date));
}

/** Whether a member wanted a slot's email, without changing anything about it until then. */
export function wantedUntil(person: Person, slotAt: number, until: number): boolean {
  const chosen = choicesAt(person, slotAt);
  if (!chosen?.isOn || (chosen.pausedUntil ?? 0) > slotAt || chosen.accessEndsAt <= Math.max(slotAt, until))
    return false;
  if (person.suppressedAt !== null && person.suppressedAt < until) return false;
  return person.choices.every((after, index) => {
    const before = person.choices[index - 1];
    return !before || after.from <= slotAt || after.from >= until || keepsSlots(before, after);
  });
}
