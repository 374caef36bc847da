export type StreakInput = {
  /** Days with a completed session and days with a live item, in the member's zone, in any order. Days without an item break no streak. */
  completedDates: Iterable<string>;
  liveDates: Iterable<string>;
  today: string;
};

export type Streak = { currentStreak: number; longestStreak: number; lastCompletedDate: string | null };

/** Consecutive days with a completed session; today may still be open (docs/rules/progress.md, "Counting"). */
export function streakOf({ completedDates, liveDates, today }: StreakInput): Streak {
  const completed = new Set([...completedDates].filter((date) => date <= today));
  // No other day starts, breaks, or extends a streak.
  const days = [...new Set([...completed, ...liveDates])].filter((date) => date <= today).sort();

  let run = 0;
  let longest = 0;
  let last: string | null = null;
  for (const date of days) {
    if (completed.has(date)) {
      run += 1;
      last = date;
    } else if (date !== today) {
      run = 0;
    }
    longest = Math.max(longest, run);
  }
  return { currentStreak: run, longestStreak: longest, lastCompletedDate: last };
}
