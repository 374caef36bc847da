import { planIn } from "#domain/rules/import-answers.ts";
import { IMPORT_FIELD_NAMES, type ImportField, type ImportMapping } from "#domain/rules/import-fields.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import { zoneNamed } from "#domain/rules/zone-names.ts";
import { CHARGE_NAME, LOOKS_LIKE_END, LOOKS_LIKE_OPT_OUT, plainName, RHYTHM_NAME, rankOf } from "./column-names.ts";
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
    case "unsubscribed":
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

/** Each field's column: the surest, with values rather than without, the first. None counts twice. */
function assign(columns: Column[]): ImportMapping {
  const mapping: ImportMapping = {};
  const taken = new Set<Column>();
  for (const field of ORDER) {
    const ranked = columns.flatMap((column) => {
      const rank = taken.has(column) ? null : rankIn(column, field);
      return rank === null ? [] : [{ column, order: rank + (column.values.length === 0 ? NAMELESS_RANK : 0) }];
    });
    const best = ranked.toSorted((one, other) => one.order - other.order)[0]?.column;
    if (best === undefined) continue;
    taken.add(best);
    mapping[field] = best.at;
  }
  return mapping;
}

/** What a status column is about: its values name emails, or an end, a plan, or a charge is beside it; else, it's asked. */
function aboutOf(status: Column, columns: Column[], mapping: ImportMapping): "emails" | "membership" | null {
  const senses = new Set(status.distinct.map(senseOf));
  const isMail = (["in", "out", "bounced", "complained"] as const).some((sense) => senses.has(sense));
  const { paidUntil, nextPayment, plan, subscribed, unsubscribed } = mapping;
  const isMoney =
    (paidUntil ?? nextPayment ?? plan) !== undefined ||
    columns.some(({ name, values }) => values.length > 0 && CHARGE_NAME.test(name));
  const isMembership = isMoney || /\bactive\b/.test(status.name) || (subscribed ?? unsubscribed) !== undefined;
  return isMail === isMembership ? null : isMail ? "emails" : "membership";
}

/** How a column that isn't used looks, so that no end and no opt-out is left out in silence. */
type ColumnLook = "end" | "optOut" | null;

function lookOf(column: Column, today: string): ColumnLook {
  const { name, values } = column;
  if (values.length === 0) return null;
  const isAhead = (text: string) => (readDay(text) ?? "") > today;
  if (mostly(column, isDate) && (LOOKS_LIKE_END.test(name) || share(column, isAhead) > 0.25)) return "end";
  const isOptOut = LOOKS_LIKE_OPT_OUT.test(name) || rankOf("subscribed", name) !== null;
  return isOptOut && mostly(column, isStated) ? "optOut" : null;
}

export type GuessedColumns = {
  fields: ImportMapping;
  /** Up to three different values per column. */
  samples: string[][];
  looks: ColumnLook[];
  /** The column of a status that may be about emails or the membership. */
  openStatus: number | null;
};

/** Finds what a file's columns hold, by their names and the values of its first rows. */
export function guessColumns(names: readonly string[], rows: readonly string[][], today: string): GuessedColumns {
  const columns = names.map((name, at): Column => {
    const values = rows.map((cells) => plainCell(cells[at] ?? "")).filter(Boolean);
    return { at, name: plainName(name), values, distinct: [...new Set(values)] };
  });
  const { status, ...fields } = assign(columns);
  const of = status === undefined ? undefined : columns[status];
  const about = of && of.values.length > 0 ? aboutOf(of, columns, fields) : "membership";
  if (status !== undefined && about === "membership") Object.assign(fields, { status });
  // A column of its own says it more plainly.
  if (status !== undefined && about === "emails" && fields.subscribed === undefined) fields.subscribed = status;
  return {
    fields,
    samples: columns.map(({ distinct }) => distinct.slice(0, SAMPLES).map((text) => text.slice(0, LONGEST_SAMPLE))),
    looks: columns.map((column) => lookOf(column, today)),
    openStatus: status !== undefined && about === null ? status : null,
  };
}
