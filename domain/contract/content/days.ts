import * as z from "zod";
import { calendarDate, contentStatus, idNamed, instant, RELOAD, requestId } from "../fields.ts";
import { MOST_ITEMS_A_PAGE } from "./library.ts";

const DAYS = `Select 1 to ${MOST_ITEMS_A_PAGE} sessions`;
const BY = "Enter a whole number of days, up to 366 either way, but not 0";

/** What a job does with each of its sessions: one of these. */
const dayAction = z
  .object({
    status: contentStatus,
    hidden: z.boolean(RELOAD),
    mayBeSentAgain: z.boolean(RELOAD),
    /** In days; negative is earlier. */
    moveBy: z
      .int(BY)
      .min(-366, BY)
      .max(366, BY)
      .refine((days) => days !== 0, BY),
    /** Two sessions take each other's dates. */
    swap: z.literal(true),
    delete: z.literal(true),
  })
  .partial()
  .refine((action) => Object.values(action).filter((value) => value !== undefined).length === 1, RELOAD);
export type DayAction = z.infer<typeof dayAction>;

const day = { id: idNamed("Session ID"), date: calendarDate };
const version = z.int(RELOAD).min(1, RELOAD);

function jobOf<Day extends z.ZodObject<typeof day>>(each: Day) {
  return z
    .object({ action: dayAction, days: z.array(each, DAYS).min(1, DAYS).max(MOST_ITEMS_A_PAGE, DAYS) })
    .refine(({ days }) => new Set(days.map(({ id }) => id)).size === days.length, RELOAD)
    .refine(({ action, days }) => !action.swap || days.length === 2, "Select two sessions to swap");
}

export const planDaysRequest = jobOf(z.object(day));
export type PlanDaysRequest = z.infer<typeof planDaysRequest>;
/** The sessions that the plan didn't leave out, as it showed them. */
export const changeDaysRequest = jobOf(z.object({ ...day, version })).and(z.object({ requestId }));
export type ChangeDaysRequest = z.infer<typeof changeDaysRequest>;

export const daysPlan = z.object({
  days: z.array(
    z.object({
      ...day,
      title: z.string(),
      version,
      status: contentStatus,
      /** The date after the job. */
      to: z.string(),
      /** Why the job leaves it out. */
      refusal: z.string().nullable(),
      /** Whether another session is on its new date; then nothing can start. */
      isTaken: z.boolean(),
    }),
  ),
});
export type DaysPlan = z.infer<typeof daysPlan>;

export const daysChanged = z.object({ id: requestId, changed: z.int(), undoUntil: instant });
export type DaysChanged = z.infer<typeof daysChanged>;
export const daysJobParam = z.object({ id: requestId });
/** `left`: a sentence for each session that stays as the job left it. */
export const daysUndone = z.object({ restored: z.int(), left: z.array(z.string()) });
export type DaysUndone = z.infer<typeof daysUndone>;

const cell = z.string(RELOAD).optional();
/** A row of a sheet, with texts as typed; a field whose column is missing stays as it is. */
const sheetRow = z.object({
  date: calendarDate,
  title: cell,
  description: cell,
  youtubeUrl: cell,
  transcript: cell,
  status: cell,
});
const ROWS = `Send 1 to ${MOST_ITEMS_A_PAGE} rows`;

function sheetOf<Row extends typeof sheetRow>(row: Row) {
  return z
    .object({ rows: z.array(row, ROWS).min(1, ROWS).max(MOST_ITEMS_A_PAGE, ROWS) })
    .refine(({ rows }) => new Set(rows.map(({ date }) => date)).size === rows.length, "Each row needs its own date");
}

export const planSheetRequest = sheetOf(sheetRow);
export type PlanSheetRequest = z.infer<typeof planSheetRequest>;
/** The new and changed rows; `version` as the plan showed it. */
export const importSheetRequest = sheetOf(sheetRow.extend({ version: version.nullable() })).and(
  z.object({ requestId }),
);
export type ImportSheetRequest = z.infer<typeof importSheetRequest>;
/** The sessions of the new rows: the same in each repetition, also if one was moved or deleted since. */
export const sheetImported = z.object({ rows: z.array(z.object(day)) });
export type SheetImported = z.infer<typeof sheetImported>;

/** What happens to each row, in the order of the request. */
export const sheetPlan = z.object({
  rows: z.array(
    z.object({
      date: z.string(),
      outcome: z.enum(["new", "changed", "same", "refused"]),
      /** Why it's refused, or what's different from what the row says. */
      note: z.string().nullable(),
      /** Null if there's no session yet. */
      version: version.nullable(),
      changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
});
export type SheetPlan = z.infer<typeof sheetPlan>;
