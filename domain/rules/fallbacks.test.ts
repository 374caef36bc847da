import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysBetween } from "./calendar-days.ts";
import { type Fallback, fallbackFor, fallbacksOn } from "./fallbacks.ts";

const START = "2026-03-01";
const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays(START, days));
/** Sessions with their own dates, which no two share, and the mornings that sent them before. */
const library = fc.uniqueArray(fc.record({ date: day, mornings: fc.array(day, { maxLength: 3 }) }), {
  selector: ({ date }) => date,
  maxLength: 8,
});
type Session = { date: string; mornings: string[] };

const datesOf = ({ date, mornings }: Session) => [date, ...mornings.filter((morning) => morning > date)];
const lastOf = (session: Session): string => datesOf(session).toSorted().at(-1) ?? "";

const toFallback = (session: Session): Fallback => ({
  id: session.date,
  date: session.date,
  sentOn: lastOf(session),
});

/** The rule as the issue words it. */
function chosenBy(date: string, sessions: Session[]): string | null {
  const past = sessions.filter((session) => session.date < date);
  const isRecent = (sent: string) => sent < date && daysBetween(sent, date) <= 14;
  const rested = past.filter((session) =>
    datesOf(session).every((sent) => !isRecent(sent) && sent !== addDays(date, 1)),
  );
  const orderOf = (session: Session) => `${lastOf(session)} ${session.date}`;
  const [first] = (rested.length > 0 ? rested : past).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return first?.date ?? null;
}

const upTo = (date: string, { mornings, ...own }: Session) => ({
  ...own,
  // No morning is decided for a date later than the day after.
  mornings: mornings.filter((morning) => morning !== date && morning <= addDays(date, 1)),
});

test("the session sent least recently is chosen, avoiding the last two weeks and the next day if possible", () => {
  fc.assert(
    fc.property(day, library, (date, sessions) => {
      const known = sessions.map((session) => upTo(date, session));
      expect(fallbackFor(date, known.map(toFallback))?.id ?? null).toBe(chosenBy(date, known));
    }),
  );
});

test("the order of the sessions doesn't affect the choice", () => {
  fc.assert(
    fc.property(day, library, fc.infiniteStream(fc.nat()), (date, sessions, keys) => {
      const list = sessions.map(toFallback);
      const shuffled = list
        .map((one) => ({ one, key: Number(keys.next().value) }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(fallbackFor(date, shuffled)).toEqual(fallbackFor(date, list));
    }),
  );
});

test("a date has no fallback exactly when every session is on or after that date", () => {
  fc.assert(
    fc.property(day, library, (date, sessions) => {
      expect(fallbackFor(date, sessions.map(toFallback)) === null).toBe(sessions.every((one) => one.date >= date));
    }),
  );
});

test("a fallback forecast for several dates matches choosing for each date in turn", () => {
  fc.assert(
    fc.property(fc.uniqueArray(day, { maxLength: 30 }), library, (dates, sessions) => {
      const known = sessions.map((one) => ({ ...one, mornings: [...one.mornings] }));
      const inTurn = dates.toSorted().map((date) => {
        const id = fallbackFor(date, known.map(toFallback))?.id;
        known.find((session) => session.date === id)?.mornings.push(date);
        return [date, id] as const;
      });
      const foreseen = fallbacksOn(dates, sessions.map(toFallback), new Map());
      expect([...foreseen].map(([date, { id }]) => [date, id])).toEqual(inTurn.filter(([, id]) => id !== undefined));
    }),
  );
});

test("a date with a decided fallback keeps it, and later dates use the other sessions", () => {
  const list = ["a", "b"].map((id, index) => ({ id, date: addDays(START, index), sentOn: addDays(START, index) }));
  const dates = [30, 31, 32].map((days) => addDays(START, days));
  const decided = new Map([[String(dates[0]), { id: "x" }]]);
  expect([...fallbacksOn(dates, list, decided).values()].map(({ id }) => id)).toEqual(["x", "a", "b"]);
});

test("thirty dates use thirty different sessions, so a forecast needs only thirty", () => {
  const list = Array.from({ length: 40 }, (_, index) => ({
    id: `item-${index}`,
    date: addDays(START, index),
    sentOn: addDays(START, index),
  }));
  const dates = Array.from({ length: 30 }, (_, index) => addDays(START, 60 + index));
  const forecast = (known: Fallback[]) => [...fallbacksOn(dates, known, new Map()).values()].map(({ id }) => id);
  expect(forecast(list)).toEqual(list.slice(0, 30).map(({ id }) => id));
  expect(forecast(list.slice(0, 30))).toEqual(forecast(list));
});
