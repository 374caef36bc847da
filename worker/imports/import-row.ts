import { email as emailField, memberName } from "#domain/contract/fields.ts";
import { label } from "#domain/contract/member-list.ts";
import { MOST_LABELS } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import type { ImportField, ImportMapping } from "#domain/rules/import-fields.ts";
import { MAX_IMPORTED_YEARS } from "#domain/rules/imports.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { FIRST_HOUR } from "#domain/rules/wake-up-hours.ts";
import { type DateOrder, readDay } from "#domain/rules/written-dates.ts";
import { zoneNamed } from "#domain/rules/zone-names.ts";
import { sameZone } from "#domain/rules/zone-on-offer.ts";
import { splitName } from "../account/member/split-name.ts";
import { plainAddress, plainCell } from "./import-cells.ts";

/** What a row says about a person; `until` is when what they paid for ends, or null if it has ended or isn't given. */
export type ImportedPerson = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  wakeUpHour: number;
  timezone: string;
  plan: GrantPlan;
  until: number | null;
  isUnsubscribed: boolean;
  labels: string[];
  /** The day they joined where they came from. */
  joined: string | null;
};
/** `notes` say what was left out or replaced. */
export type ReadRow = { person: ImportedPerson; notes: string[] } | { refusal: string };
export type ImportOffers = {
  hours: readonly number[];
  zones: readonly { id: string }[];
  /** The order of the file's dates, or null if they don't say. */
  dateOrder: DateOrder | null;
  now: number;
};

const PLAN_WORDS: [GrantPlan, RegExp][] = [
  ["annual", /annual|year/i],
  ["quarterly", /quarter|3 months/i],
  ["monthly", /month/i],
];
/** Any other text in the column "Unsubscribed", such as a date in any form, means that they don't want emails. */
const STILL_SUBSCRIBED = /^(?:no|n|false|f|0|subscribed|never|none|null|n\/a|-|0000-00-00.*)?$/i;
const NOT_SUBSCRIBED = /^(?:no|n|false|f|0|unsubscribed|never|none)$/i;
const MOST_REMEMBERED = 10_000;
const NEVER = /^(?:never|none|n\/a|0|-|0000-00-00.*)?$/i;

/** "6", "06:00", "6:00 AM", or "6 pm" as an hour. Null for anything else. */
export function readHour(text: string): number | null {
  const [, digits, half = ""] = /^(\d{1,2})(?::00){0,2}\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const hour = half === "" ? Number(digits) : (Number(digits) % 12) + (/^p/i.test(half) ? 12 : 0);
  return hour < 24 && (half === "" || Number(digits) <= 12) ? hour : null;
}

const zones = new Map<string, string | undefined>();

function remembered(key: string, find: () => string | undefined): string | undefined {
  if (!zones.has(key)) {
    if (zones.size > MOST_REMEMBERED) zones.clear();
    zones.set(key, find());
  }
  return zones.get(key);
}

/** A file may spell a few zones in thousands of ways, and looking for one with the same clock all year is slow. */
function readZone(text: string, { zones: offered, now }: ImportOffers): string | undefined {
  const zone = text && remembered(text, () => zoneNamed(text));
  return zone ? remembered(`${offered.length}\n${zone}`, () => sameZone(offered, zone, now)) : undefined;
}

/** A row's name, from its own columns or split after the first word. A name we don't take is left out. */
function readName(cellOf: (field: ImportField) => string, notes: string[]) {
  const own = { firstName: cellOf("firstName"), lastName: cellOf("lastName") };
  const given = own.firstName || own.lastName ? own : splitName(cellOf("name"));
  const take = (text: string | null): string | null => {
    const read = text ? memberName.safeParse(text) : null;
    if (read?.error) notes.push(`Name left out: ${read.error.issues[0]?.message}.`);
    return read?.data ?? null;
  };
  return { firstName: take(given.firstName), lastName: take(given.lastName) };
}

function readLabels(text: string, notes: string[]): string[] {
  const read = text
    .split(/[,;|]/)
    .filter((one) => one.trim() !== "")
    .map((one) => label.safeParse(one));
  const good = [...new Set(read.flatMap(({ data }) => (data === undefined ? [] : [data])))];
  if (good.length > MOST_LABELS || read.some(({ success }) => !success)) notes.push("Some labels left out.");
  return good.slice(0, MOST_LABELS);
}

/** When what they paid for ends, or why the row can't be imported. The last day counts in full, in their zone. */
function readEnd(
  cellOf: (field: ImportField) => string,
  zone: string,
  { dateOrder, now }: ImportOffers,
): number | null | string {
  const text = [cellOf("paidUntil"), cellOf("nextPayment")].find((one) => !NEVER.test(one));
  if (text === undefined) return null;
  const day = readDay(text, dateOrder);
  if (day === null) return `The date "${text}" can't be read. Write it as 2026-12-31.`;
  const until = instantAt(addDays(day, 1), 0, zone);
  if (until > addMonths(now, 12 * MAX_IMPORTED_YEARS, zone) + DAY_MS)
    return `The date "${text}" is more than ${MAX_IMPORTED_YEARS} years ahead.`;
  return until > now ? until : null;
}

/** A day that can't be read, or is still ahead, is left out. */
function readJoined(text: string, zone: string, { dateOrder, now }: ImportOffers): string | null {
  const day = readDay(text, dateOrder);
  return day !== null && day < dateIn(zone, now) ? day : null;
}

/** Reads a row. Only an address or an end that can't be read refuses it; all else is replaced or left out, and noted. */
export function readImportRow(cells: readonly string[], mapping: ImportMapping, offers: ImportOffers): ReadRow {
  const cellOf = (field: ImportField) => plainCell(cells[mapping[field] ?? -1] ?? "");
  const address = emailField.safeParse(plainAddress(cellOf("email")));
  if (!address.success) return { refusal: cellOf("email") === "" ? "No email address." : "Not an email address." };
  const notes: string[] = [];
  const take = <Value>(field: ImportField, read: Value | null | undefined, otherwise: Value, text: string): Value => {
    if (read === null || read === undefined) {
      if (cellOf(field) !== "") notes.push(`"${cellOf(field)}" isn't ${text}.`);
      return otherwise;
    }
    return read;
  };
  const hour = readHour(cellOf("hour"));
  const timezone = take(
    "zone",
    readZone(cellOf("zone"), offers),
    DEFAULT_ZONE,
    "a zone we offer, so we used Central time",
  );
  const until = readEnd(cellOf, timezone, offers);
  if (typeof until === "string") return { refusal: until };
  const plan = PLAN_WORDS.find(([, words]) => words.test(cellOf("plan")))?.[0];
  const person = {
    email: address.data,
    ...readName(cellOf, notes),
    wakeUpHour: take(
      "hour",
      hour !== null && offers.hours.includes(hour) ? hour : null,
      FIRST_HOUR,
      "an hour we offer, so we used 6:00 AM",
    ),
    timezone,
    plan: take("plan", plan, "monthly" as const, "a plan we know, so we used Monthly"),
    until,
    isUnsubscribed: !STILL_SUBSCRIBED.test(cellOf("unsubscribed")) || NOT_SUBSCRIBED.test(cellOf("subscribed")),
    labels: readLabels(cellOf("labels"), notes),
    joined: readJoined(cellOf("joined"), timezone, offers),
  };
  return { person, notes };
}
