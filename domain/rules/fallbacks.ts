import { daysBetween } from "./calendar-days.ts";

/** No item stands on two dates that are so many days apart or fewer, its own date included. */
export const REPEAT_DAYS = 14;
/** Fifteen would do for any number of empty mornings in a row. */
export const MAX_FALLBACKS = 30;

/** An item that the administrator has chosen, which members can open, and its own date. */
export type Fallback = { id: string; date: string };
/** A date that an item was chosen for. */
export type FallbackMorning = { date: string; contentId: string };

function isTooSoon(date: string, other: string): boolean {
  return Math.abs(daysBetween(date, other)) <= REPEAT_DAYS;
}

/**
 * What a date without content wakes with: what was decided for it, as long as that is among the fallbacks; else the first of them,
 * in the administrator's order, that no date within 14 days has. Null rather than a repeat.
 */
export function fallbackFor<F extends Fallback>(
  date: string,
  fallbacks: readonly F[],
  mornings: readonly FallbackMorning[],
): F | null {
  const decided = mornings.flatMap((morning) =>
    morning.date === date ? fallbacks.filter(({ id }) => id === morning.contentId) : [],
  );
  const [standing] = decided;
  if (standing) return standing;
  const isFree = ({ id, date: own }: F) =>
    !isTooSoon(date, own) &&
    !mornings.some((morning) => morning.contentId === id && morning.date !== date && isTooSoon(date, morning.date));
  return fallbacks.find(isFree) ?? null;
}

/** The same of dates that follow each other, as long as nothing else changes: what is foreseen for one counts for the next. */
export function fallbacksOn<F extends Fallback>(
  dates: readonly string[],
  fallbacks: readonly F[],
  mornings: readonly FallbackMorning[],
): Map<string, F> {
  const foreseen = new Map<string, F>();
  const taken = [...mornings];
  for (const date of dates.toSorted()) {
    const fallback = fallbackFor(date, fallbacks, taken);
    if (!fallback) continue;
    foreseen.set(date, fallback);
    taken.push({ date, contentId: fallback.id });
  }
  return foreseen;
}
