import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead } from "#test/support/fixtures.ts";
import { rowsOf } from "./factories.ts";

/** The first Friday at least a week away, and the days after it. */
export const FRIDAY = (() => {
  const day = new Date(`${dayAhead(7)}T00:00:00Z`).getUTCDay();
  return dayAhead(7 + ((12 - day) % 7));
})();
export const SATURDAY = addDays(FRIDAY, 1);
export const SUNDAY = addDays(FRIDAY, 2);
export const MONDAY = addDays(FRIDAY, 3);

/** An hour of a day in Chicago (epoch ms). */
export const on = (date: string, hour: number) => instantAt(date, hour, CHICAGO);

/** A member's hours as stored, and since when slots are theirs. */
export async function hoursOf({ id }: { id: string }) {
  const [row] = await rowsOf(
    "select wake_up_hour as hour, weekend_hour as weekend, wake_up_since as since from members where id = ?",
    id,
  );
  return row as { hour: number; weekend: number | null; since: number };
}
