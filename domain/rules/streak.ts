import { addDays } from "./calendar-days.ts";

export type StreakInput = {
  /** Days on which the member completed a session, in their own zone; any order, repetitions allowed. */
  completedDates: Iterable<string>;
  /** Days that have a live item. A day without one cannot break a streak. */
  liveDates: Iterable<string>;
  /** The member's own day. */
  today: string;
};

export type Streak = { currentStreak: number; longestStreak: number; lastCompletedDate: string | null };

/** Whether a day that ends without a completed session would end a streak: there is one, and today is live and still open. */
export function isStreakAtRisk(days: StreakInput): boolean {
  const isOpenToday = new Set(days.liveDates).has(days.today) && !new Set(days.completedDates).has(days.today);
  return isOpenToday && streakOf(days).currentStreak > 0;
}

/** Consecutive days with a completed session; today may still be open (docs/design.md, "Counting"). */
export function streakOf({ completedDates, liveDates, today }: StreakInput): Streak {
  const completed = new Set([...completedDates].filter((date) => date <= today));
  const live = new Set(liveDates);
  const [first] = [...completed].sort();
  if (first === undefined) return { currentStreak: 0, longestStreak: 0, lastCompletedDate: null };

  let run = 0;
  let longest = 0;
  let last = first;
  for (let date = first; date <= today; date = addDays(date, 1)) {
    if (completed.has(date)) {
      run += 1;
      last = date;
    } else if (live.has(date) && date !== today) {
      run = 0;
    }
    longest = Math.max(longest, run);
  }
  return { currentStreak: run, longestStreak: longest, lastCompletedDate: last };
}
