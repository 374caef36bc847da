import { email as emailField, memberName } from "#domain/contract/fields.ts";
import { label } from "#domain/contract/member-list.ts";
import { MOST_LABELS } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { type ImportAnswers, NO_END_DAYS, planIn } from "#domain/rules/import-answers.ts";
import type { ImportMapping } from "#domain/rules/import-fields.ts";
import { REMARKS, type Remark } from "#domain/rules/import-remarks.ts";
import { MAX_IMPORTED_YEARS } from "#domain/rules/imports.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { SuppressionReason } from "#domain/rules/mail-events.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { FIRST_HOUR } from "#domain/rules/wake-up-hours.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import { zoneNamed } from "#domain/rules/zone-names.ts";
import { sameZone } from "#domain/rules/zone-on-offer.ts";
import { splitName } from "../account/member/split-name.ts";
import { plainAddress, plainCell } from "./import-cells.ts";
import { labelsIn, NEVER, readHour } from "./import-values.ts";
import { type Row, readStanding, type Standing } from "./read-standing.ts";

/** What a row says about a person; `lastDay` is the last one they have access on, or null if that's over or isn't given. */
type ImportedPerson = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  wakeUpHour: number;
  timezone: string;
  plan: GrantPlan;
  lastDay: string | null;
  isUnsubscribed: boolean;
  /** Bounced or complained where they came from: never emailed. */
  suppression: SuppressionReason | null;
  labels: string[];
  /** The day they joined where they came from. */
  joined: string | null;
};
/** What the check counts: the plan as the file names it, and whether they'd have access by it, or without an end date. */
export type PlanFacts = { planText: string; isEnding: boolean; isEndless: boolean };
export type ReadRow = { person: ImportedPerson; facts: PlanFacts; remarks: Remark[] } | { refusal: string };
export type ImportOffers = Pick<ImportAnswers, "dateOrder" | "plans" | "noEnd"> & {
  hours: readonly number[];
  zones: readonly { id: string }[];
  now: number;
};

const MOST_REMEMBERED = 10_000;
const LONGEST_PLAN = 100;
/** What a plan's length counts. */
const UNIT = /^(?:day|week|month|year)s?$/i;

/** Files repeat a few values in thousands of rows, and some are slow to read. */
function remembering<Value, Given extends unknown[]>(find: (text: string, ...given: Given) => Value) {
  const known = new Map<string, Value>();
  return (text: string, ...given: Given): Value => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Value;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const value = find(text, ...given);
    known.set(text, value);
    return value;
  };
}

// Longer than one file: a file may spell a few zones in thousands of ways, and clocks that agree all year are slow to find.
const zoneOf = remembering(zoneNamed);
const offeredOf = remembering((_: string, zone: string, { zones, now }: ImportOffers) => sameZone(zones, zone, now));

/** A row's name, from its own columns or split after the first word. A name we don't take is left out. */
function readName({ cellOf, remark }: Row) {
  const own = { firstName: cellOf("firstName"), lastName: cellOf("lastName") };
  const given = own.firstName || own.lastName ? own : splitName(cellOf("name"));
  const take = (text: string | null): string | null => {
    const read = text ? memberName.safeParse(text) : null;
    if (read?.error) remark("name", read.error.issues[0]?.message ?? "");
    return read?.data ?? null;
  };
  return { firstName: take(given.firstName), lastName: take(given.lastName) };
}

function readLabels({ cellOf, remark }: Row): string[] {
  const text = cellOf("labels");
  if (text === "") return [];
  const read = labelsIn(text).map((one) => label.safeParse(one));
  const good = [...new Set(read.flatMap(({ data }) => (data === undefined ? [] : [data])))];
  if (good.length > MOST_LABELS || read.some(({ success }) => !success)) remark("labels", "");
  return good.slice(0, MOST_LABELS);
}

/** Reads ends. Days are compared, since the instants of thousands of days in hundreds of zones are slow to find. */
function endReader({ dateOrder, now }: ImportOffers) {
  const latest = dateIn(DEFAULT_ZONE, addMonths(now, 12 * MAX_IMPORTED_YEARS, DEFAULT_ZONE) + DAY_MS);
  const dayOf = remembering((text) => readDay(text, dateOrder));
  const todayIn = remembering((zone) => dateIn(zone, now));
  const orNull = (day: string, zone: string) => (day >= todayIn(zone) ? day : null);
  return {
    dayOf,
    todayIn,
    orNull,
    /** The last day with access, null if it's over, or why the row can't be imported. */
    read(text: string, zone: string): { day: string | null } | { refusal: string } {
      const day = dayOf(text);
      if (day === null) return { refusal: `The date "${text}" can't be read. Write it as 2026-12-31.` };
      if (day > latest) return { refusal: `The date "${text}" is more than ${MAX_IMPORTED_YEARS} years ahead.` };
      return { day: orNull(day, zone) };
    },
  };
}

/** Reads access: what the file says, and the answers where it doesn't. */
function accessReader({ noEnd, plans }: ImportOffers, ends: ReturnType<typeof endReader>) {
  const chosen = new Map(plans.map(({ value, plan }) => [value, plan]));
  const planOf = remembering((text) => chosen.get(text) ?? planIn(text));
  const endlessIn = remembering((zone) => {
    if (noEnd === null || noEnd === "none") return null;
    return ends.orNull(noEnd === "days" ? addDays(ends.todayIn(zone), NO_END_DAYS) : noEnd, zone);
  });
  return (row: Row, timezone: string, standing: Standing["standing"]) => {
    const { cellOf } = row;
    // A charge that's ahead is no end that the file states.
    const fields = standing === "ended" ? (["paidUntil"] as const) : (["paidUntil", "nextPayment"] as const);
    const text = fields.map(cellOf).find((one) => !NEVER.test(one));
    const stated = text === undefined ? { day: null } : ends.read(text, timezone);
    if ("refusal" in stated) return stated;
    const [length, every] = [cellOf("planLength"), cellOf("plan")];
    const isUnit = Number(length) > 1 && UNIT.test(every);
    const planText = (isUnit ? `${length} ${every}` : every).slice(0, LONGEST_PLAN);
    const plan = planOf(planText);
    const isMember = standing !== "ended" && (planText !== "" || standing === "active");
    const isEndless = text === undefined && isMember && plan !== "none";
    const lastDay = isEndless ? endlessIn(timezone) : stated.day;
    if (lastDay !== null && plan === null) row.remark("plan", planText);
    const isGiven = lastDay !== null && plan !== null && plan !== "none";
    return {
      plan: isGiven ? plan : ("monthly" as const),
      lastDay: isGiven ? lastDay : null,
      facts: { planText, isEnding: stated.day !== null, isEndless },
    };
  };
}

/** Reads a file's rows. Only an address or an end that can't be read refuses one; all else is replaced or left out, and noted. */
export function rowReader(mapping: ImportMapping, offers: ImportOffers): (cells: readonly string[]) => ReadRow {
  const { hours, zones, now } = offers;
  const ends = endReader(offers);
  const accessOf = accessReader(offers, ends);
  const today = dateIn(DEFAULT_ZONE, now);
  const readZone = remembering((text) => {
    const zone = zoneOf(text);
    return zone && offeredOf(`${zones.length} ${zone}`, zone, offers);
  });
  const readOffered = (text: string) => {
    const hour = readHour(text);
    return hour !== null && hours.includes(hour) ? hour : undefined;
  };
  return (cells) => {
    const remarks: Remark[] = [];
    const row: Row = {
      cellOf: (field) => {
        const at = mapping[field];
        return at === undefined ? "" : plainCell(cells[at] ?? "");
      },
      remark: (kind, text) => remarks.push({ kind, text }),
    };
    const given = row.cellOf("email");
    const address = emailField.safeParse(plainAddress(given));
    if (!address.success) return { refusal: given === "" ? "No email address." : "Not an email address." };
    const take = <Value>(
      field: "zone" | "hour" | "joined",
      read: (text: string) => Value | undefined,
      otherwise: Value,
    ) => {
      const text = row.cellOf(field);
      const value = text === "" ? otherwise : read(text);
      if (value === undefined) row.remark(field, text);
      return value ?? otherwise;
    };
    const timezone = take("zone", readZone, DEFAULT_ZONE);
    const { standing, isUnsubscribed, suppression } = readStanding(row);
    const access = accessOf(row, timezone, standing);
    if ("refusal" in access) return access;
    const { facts, ...granted } = access;
    const joinedOn = (text: string) => {
      const day = NEVER.test(text) ? null : ends.dayOf(text);
      return day !== null && day <= today ? day : undefined;
    };
    const person = {
      email: address.data,
      ...readName(row),
      wakeUpHour: take("hour", readOffered, FIRST_HOUR),
      timezone,
      ...granted,
      isUnsubscribed,
      suppression,
      labels: readLabels(row),
      joined: take<string | null>("joined", joinedOn, null),
    };
    return { person, facts, remarks };
  };
}

export const noteOf = ({ kind, text }: Remark) => REMARKS[kind](text);
