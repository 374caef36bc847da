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
export function isStreakAtRisk(
  { currentStreak, lastCompletedDate }: Streak,
  { liveDates, today }: Pick<StreakInput, "liveDates" | "today">,
): boolean {
  return currentStreak > 0 && lastCompletedDate !== today && new Set(liveDates).has(today);
}

/** Consecutive days with a completed session; today may still be open (docs/design.md, "Counting"). */
export function streakOf({ completedDates, liveDates, today }: StreakInput): Streak {
  const completed = new Set([...completedDates].filter((date) => date <= today));
  // No other day begins, breaks or lengthens a run.
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
