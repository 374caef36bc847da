import { planIn } from "#domain/rules/import-answers.ts";
import { IMPORT_FIELD_NAMES, type ImportField, type ImportMapping } from "#domain/rules/import-fields.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import { zoneNamed } from "#domain/rules/zone-names.ts";
import { CHARGE_NAME, LOOKS_LIKE_END, plainName, RHYTHM_NAME, rankOf } from "./column-names.ts";
import { isAddress, plainAddress, plainCell } from "./import-cells.ts";
import { NEVER, readHour } from "./import-values.ts";
import { isFlag, senseOf } from "./status-words.ts";

const SAMPLES = 3;
const LONGEST_SAMPLE = 60;
/** A column with more values than this holds no plans. */
const MOST_PLANS = 50;
const RHYTHM_RANK = -1;
const NAMELESS_RANK = 9;

type Column = { at: number; name: string; values: string[]; distinct: string[] };

const isDate = (text: string) => NEVER.test(text) || readDay(text) !== null;
const share = ({ values }: Column, test: (text: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;
/** Whether most values pass. A column without any may hold anything. */
const mostly = (column: Column, test: (text: string) => boolean) =>
  column.values.length === 0 || share(column, test) > 0.5;

const isAnswer = (text: string) => isFlag(text) || senseOf(text) !== null;
const isStated = (text: string) => isAnswer(text) || (/\d/.test(text) && isDate(text));
const isMailbox = (text: string) => isAddress(plainAddress(text));

const isRhythm = (text: string) => !["none", null].includes(planIn(text));
/** Whether a column has few values, each of several people, as plans are. */
function isGrouped({ values, distinct }: Column): boolean {
  return distinct.length <= MOST_PLANS && (values.length <= 5 || distinct.length < values.length);
}
const isPlan = (column: Column) =>
  isGrouped(column) &&
  !(
    column.values.length > 0 && mostly(column, (text) => isFlag(text) || /^[\d.,$€£\s]+$/.test(text) || isMailbox(text))
  );

/** How sure it is that a column holds a field, by its name and values; null if it doesn't. */
function rankIn(column: Column, field: ImportField): number | null {
  const { name } = column;
  const rank = rankOf(field, name);
  switch (field) {
    case "email":
      return share(column, isMailbox) > 0.5 ? (rank ?? NAMELESS_RANK) : column.values.length === 0 ? rank : null;
    case "plan":
      if (share(column, isRhythm) > 0.5 && (rank !== null || RHYTHM_NAME.test(name))) return RHYTHM_RANK;
      return isPlan(column) ? rank : null;
    case "paidUntil":
    case "nextPayment":
    case "joined":
      return mostly(column, isDate) ? rank : null;
    case "planLength":
      return share(column, (text) => /^\d{1,3}$/.test(text)) > 0.5 ? rank : null;
    case "unsubscribed":
    case "bounced":
    case "complained":
      return mostly(column, isStated) ? rank : null;
    case "status":
      // Empty, it may be where they live.
      return column.values.length > 0 && mostly(column, isAnswer) ? rank : null;
    case "subscribed":
      return mostly(column, isAnswer) ? rank : null;
    case "complimentary":
      return mostly(column, isFlag) ? rank : null;
    case "hour":
      return mostly(column, (text) => readHour(text) !== null) ? rank : null;
    case "zone":
      return mostly(column, (text) => zoneNamed(text) !== undefined) ? rank : null;
    default:
      return column.values.length > 0 && mostly(column, isMailbox) ? null : rank;
  }
}

const ORDER = [...IMPORT_FIELD_NAMES].sort((one, other) => Number(other === "email") - Number(one === "email"));

/** Each field's column: the end with the most dates ahead, the surest, with values rather than without, the first. None counts twice. */
function assign(columns: Column[], isAhead: (text: string) => boolean): ImportMapping {
  const mapping: ImportMapping = {};
  const taken = new Set<Column>();
  for (const field of ORDER) {
    const ranked = columns.flatMap((column) => {
      const rank = taken.has(column) ? null : rankIn(column, field);
      const ahead = field === "paidUntil" ? column.values.filter(isAhead).length : 0;
      return rank === null ? [] : [{ column, ahead, order: rank + (column.values.length === 0 ? NAMELESS_RANK : 0) }];
    });
    const best = ranked.toSorted((one, other) => other.ahead - one.ahead || one.order - other.order)[0]?.column;
    if (best === undefined) continue;
    taken.add(best);
    mapping[field] = best.at;
  }
  const { name, ...others } = mapping;
  const isFirst = mapping.lastName !== undefined && mapping.firstName === undefined;
  return isFirst && name !== undefined && columns[name]?.name === "name" ? { ...others, firstName: name } : mapping;
}

/** What a status column is about: its values name emails, or an end, a plan, or a charge is beside it; else, it's asked. */
function aboutOf(status: Column, columns: Column[], mapping: ImportMapping): "emails" | "membership" | null {
  const senses = new Set(status.distinct.map(senseOf));
  const isMail = (["in", "out", "bounced", "complained"] as const).some((sense) => senses.has(sense));
  const { paidUntil, nextPayment, plan, subscribed, unsubscribed } = mapping;
  const isTimed =
    (paidUntil ?? nextPayment) !== undefined ||
    columns.some(({ name, values }) => values.length > 0 && CHARGE_NAME.test(name));
  // A newsletter's tools name who may be emailed so, and their tiers are plans.
  const isPlain = status.distinct.every((text) => /^(?:in-?)?active$/i.test(text));
  const isMembership = isTimed || (plan !== undefined && !isPlain) || /\bactive\b/.test(status.name);
  if (isMail) return isMembership || subscribed !== undefined ? null : "emails";
  return isMembership || (subscribed ?? unsubscribed) !== undefined ? "membership" : null;
}

/** How a column that isn't used looks, so that no end and no opt-out is left out in silence. */
type ColumnLook = "end" | "optOut" | null;

function lookOf(column: Column, isAhead: (text: string) => boolean): ColumnLook {
  const { name, values } = column;
  if (values.length === 0) return null;
  const isEnd = LOOKS_LIKE_END.test(name);
  // Without such a name, a number is a ZIP code or a phone's.
  const ahead = share(column, (text) => (isEnd || /\D/.test(text)) && isAhead(text));
  if (mostly(column, isDate) && ahead > (isEnd ? 0 : 0.25)) return "end";
  const isOptOut = (["subscribed", "unsubscribed", "bounced", "complained"] as const).some(
    (field) => rankOf(field, name) !== null && (rankIn(column, field) !== null || !mostly(column, isDate)),
  );
  return isOptOut ? "optOut" : null;
}

export type GuessedColumns = {
  fields: ImportMapping;
  /** Up to three different values per column. */
  samples: string[][];
  looks: ColumnLook[];
  /** Columns of dates: all of them say whether the day or the month comes first. */
  dates: number[];
  /** The column of a status that may be about emails or the membership. */
  openStatus: number | null;
};

/** Finds what a file's columns hold, by their names and the values of its first rows. */
export function guessColumns(names: readonly string[], rows: readonly string[][], today: string): GuessedColumns {
  const columns = names.map((name, at): Column => {
    const values = rows.map((cells) => plainCell(cells[at] ?? "")).filter(Boolean);
    return { at, name: plainName(name), values, distinct: [...new Set(values)] };
  });
  const isAhead = (text: string) => (readDay(text) ?? "") > today;
  const { status, ...fields } = assign(columns, isAhead);
  const of = status === undefined ? undefined : columns[status];
  const about = of && of.values.length > 0 ? aboutOf(of, columns, fields) : "membership";
  if (status !== undefined && about === "membership") Object.assign(fields, { status });
  // A column of its own says it more plainly.
  if (status !== undefined && about === "emails" && fields.subscribed === undefined) fields.subscribed = status;
  return {
    fields,
    samples: columns.map(({ distinct }) => distinct.slice(0, SAMPLES).map((text) => text.slice(0, LONGEST_SAMPLE))),
    dates: columns.filter((column) => column.values.length > 0 && mostly(column, isDate)).map(({ at }) => at),
    looks: columns.map((column) => lookOf(column, isAhead)),
    openStatus: status !== undefined && about === null ? status : null,
  };
}
