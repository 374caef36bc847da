import { useQuery } from "@tanstack/react-query";
import type { ActivityResponse } from "#domain/contract/progress.ts";
import { formatCount } from "#domain/formats.ts";
import { addDays, formatMonthOf, monthOf } from "#domain/rules/calendar-days.ts";
import { TryAgain } from "../../ui/button.tsx";
import { activityQuery, engagementQuery } from "./progress.query.ts";

const CELL = 12;
const GAP = 3;
const LABELS = 18;
const HEIGHT = LABELS + 7 * (CELL + GAP);
const PLACE = { height: `${(HEIGHT + 36) / 16}rem` };
const WEEKS = 53;
const WIDTH = WEEKS * (CELL + GAP) - GAP;

/** The last 53 weeks as columns from Sunday to Saturday; the last column ends today. */
function cellsOf({ today, days }: ActivityResponse) {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  return Array.from({ length: (WEEKS - 1) * 7 + weekday + 1 }, (_, nth) => {
    const date = addDays(today, nth - (WEEKS - 1) * 7 - weekday);
    const x = Math.floor(nth / 7) * (CELL + GAP);
    return { date, count: counts.get(date) ?? 0, x, y: LABELS + (nth % 7) * (CELL + GAP) };
  });
}

function monthsOf({ today, days }: ActivityResponse) {
  const months = new Map<string, number>();
  for (let date = addDays(today, -(WEEKS - 1) * 7); date <= today; date = addDays(date, 1))
    months.set(monthOf(date), 0);
  for (const { date } of days) months.set(monthOf(date), (months.get(monthOf(date)) ?? 0) + 1);
  return [...months];
}

const LOOKS = ["fill-raised", "fill-ember", "fill-flare", "fill-bolt"] as const;

/** A year of mornings by the member's own days: a map, plus a sentence and a table for those who can't see it. */
export function YearActivity() {
  const activity = useQuery(activityQuery);
  const figures = useQuery(engagementQuery).data;
  if (activity.isPending)
    return <div role="status" aria-label="Loading your year" style={PLACE} className="rounded-card bg-panel" />;
  if (activity.isError) {
    return (
      <p role="alert" className="text-sm text-muted">
        Your year didn't load. <TryAgain query={activity} />
      </p>
    );
  }
  const { days } = activity.data;
  const isLonger = figures && figures.longestStreak > figures.currentStreak;
  const longest = isLonger ? ` Longest streak: ${formatCount(figures.longestStreak, "day")}.` : "";
  const total = figures ? ` ${formatCount(figures.totalMinutes, "minute")} in total.` : "";
  return (
    <div className="grid grid-cols-1 content-start gap-3 beside:gap-x-8 xl:grid-cols-[21.75rem_minmax(0,1fr)]">
      <p className="text-balance text-sm text-muted">
        {days.length === 0
          ? "Finish a session and that day lights up."
          : `${formatCount(days.length, "day")} with a session in the last year.${longest}${total}`}
      </p>
      <YearMap activity={activity.data} />
      <table className="sr-only">
        <caption>Days with a session, by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Days</th>
          </tr>
        </thead>
        <tbody>
          {monthsOf(activity.data).map(([month, count]) => (
            <tr key={month}>
              <th scope="row">{formatMonthOf(month)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function YearMap({ activity }: { activity: ActivityResponse }) {
  const cells = cellsOf(activity);
  // The first week's month, too, unless the next month's name would run into it.
  const isRoomy = cells.slice(0, 21).every(({ date }) => !date.endsWith("-01"));
  const firsts = cells.filter(({ date }, nth) => (nth === 0 ? isRoomy : date.endsWith("-01")));
  return (
    // Laid out from the right, so that the newest weeks are in view if the year is wider than the screen; as wide as whole weeks, or as its place.
    <section
      aria-label="Your year, day by day"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
      tabIndex={0}
      className="flex w-[round(down,100%,0.9375rem)] flex-row-reverse overflow-x-auto pr-0.5 pb-2 lg:w-full"
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ minWidth: `${WIDTH / 16}rem` }}
        aria-hidden="true"
        className="w-full shrink-0 fill-muted text-[11px]"
      >
        {firsts.map(({ date, x }) => (
          <text key={date} x={x} y={11}>
            {formatMonthOf(date).slice(0, 3)}
          </text>
        ))}
        {cells.map(({ date, count, x, y }) => (
          <rect
            key={date}
            data-date={date}
            x={x + 0.5}
            y={y + 0.5}
            width={CELL - 1}
            height={CELL - 1}
            rx={3}
            className={`${LOOKS[Math.min(count, LOOKS.length - 1)]} ${date === activity.today ? "stroke-ink" : "stroke-line"}`}
          />
        ))}
      </svg>
    </section>
  );
}
