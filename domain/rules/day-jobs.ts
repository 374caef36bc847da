import type { DayAction } from "../contract/content/days.ts";
import type { ContentStatus } from "./release.ts";

/** A session that a job would change. `to` is its date after the job, and `occupant` the session that has that date now. */
export type JobDay = {
  id: string;
  date: string;
  status: ContentStatus;
  hidden: boolean;
  mayBeSentAgain: boolean;
  /** Whether its email has been prepared or sent. */
  isMailed: boolean;
  to: string;
  occupant: string | null;
};

function isUnchanged(day: JobDay, { status, hidden, mayBeSentAgain }: DayAction): boolean {
  return day.status === status || day.hidden === hidden || day.mayBeSentAgain === mayBeSentAgain;
}

/** Why a job leaves a day out, or null. `begun` is the last date that has started anywhere on Earth. */
export function refusalOf(day: JobDay, action: DayAction, begun: string): string | null {
  if (isUnchanged(day, action)) return "It's like that already.";
  // Only mornings to come send it again.
  if (action.mayBeSentAgain !== undefined) return null;
  if (day.date <= begun) return "This day has started.";
  if (day.isMailed) return "Its email has been prepared or sent.";
  return day.to <= begun ? "Its new day has started." : null;
}

/** The days in order, each with the reason to leave it out, and whether a session that stays is in its way. */
export function planDays<Day extends JobDay>(days: readonly Day[], action: DayAction, begun: string) {
  const judged = days.map((day) => ({ ...day, refusal: refusalOf(day, action, begun) }));
  const changing = new Set(judged.flatMap(({ id, refusal }) => (refusal === null ? [id] : [])));
  return judged
    .map((day) => ({ ...day, isTaken: changing.has(day.id) && day.occupant !== null && !changing.has(day.occupant) }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

type Undoable = { id: string; to: string; occupant: string | null; reason: string | null };

/** Leaves out who would return to a date whose session stays, until no one is in another's way. */
export function planUndo<Day extends Undoable>(days: readonly Day[]): Day[] {
  const returning = new Set(days.flatMap(({ id, reason }) => (reason === null ? [id] : [])));
  const next = days.map((day) => {
    const isTaken = day.reason === null && day.occupant !== null && !returning.has(day.occupant);
    return isTaken ? { ...day, reason: "Another session has its day now." } : day;
  });
  return next.some((day, index) => day !== days[index]) ? planUndo(next) : next;
}
