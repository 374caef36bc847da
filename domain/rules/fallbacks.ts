/** A live session that may be sent again, with its own date and the last one that it went out on. */
export type Fallback = { id: string; date: string; sentOn: string };

/** The past session sent least recently; of two sent on one day, the older one. Null if there's none. */
export function fallbackFor<F extends Fallback>(date: string, fallbacks: readonly F[]): F | null {
  const orderOf = ({ sentOn, date: own }: F) => `${sentOn} ${own}`;
  const past = fallbacks.filter((one) => one.date < date);
  return past.reduce<F | null>((first, one) => (first && orderOf(first) <= orderOf(one) ? first : one), null);
}

/** What goes out on dates without a session if nothing changes. A date that is decided keeps its session, and each choice counts for those after it. */
export function fallbacksOn<F extends Fallback, D>(
  dates: readonly string[],
  fallbacks: readonly F[],
  decided: ReadonlyMap<string, D>,
): Map<string, F | D> {
  const foreseen = new Map<string, F | D>();
  let known = fallbacks;
  for (const date of dates.toSorted()) {
    const chosen = decided.get(date) ?? fallbackFor(date, known);
    if (chosen === null) continue;
    foreseen.set(date, chosen);
    known = known.map((one) => (one === chosen && one.sentOn < date ? { ...one, sentOn: date } : one));
  }
  return foreseen;
}
