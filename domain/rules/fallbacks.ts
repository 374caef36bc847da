import { daysBetween } from "./calendar-days.ts";

/** An item isn't sent on two dates this many days apart or fewer; its own date counts. */
export const REPEAT_DAYS = 14;
/** Fifteen would cover any run of empty mornings. */
export const MAX_FALLBACKS = 30;

/** An item the administrator chose and members can open, with its own date. */
export type Fallback = { id: string; date: string };
export type FallbackMorning = { date: string; contentId: string };

const isTooSoon = (date: string, other: string): boolean => Math.abs(daysBetween(date, other)) <= REPEAT_DAYS;

/** A date's fallback: the one already chosen if still offered, else the first not used within 14 days; null rather than a repeat. */
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

/** The fallbacks for several dates if nothing else changes; each choice counts for the dates after it. */
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
