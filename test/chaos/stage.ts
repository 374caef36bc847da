import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { slotOf } from "./oracle-slots.ts";
import { type Fault, randomFrom, type Scenario } from "./scenario.ts";
import { simulateTime } from "./simulated-time.ts";

/** How long after the last judged slot everything must be done: the cutoff, and a lease. */
const AFTERWARDS_MS = 3 * HOUR_MS + 25 * MINUTE_MS;

/** How long a resend has, so that what it made can leave. */
const RESENT_WITHIN_MS = 90 * MINUTE_MS;
/** Between two ticks. */
const PRESSED_AFTER_MS = 17 * SECOND_MS;

type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

export const clockOf = (at: number) => new Date(at).toISOString().slice(11, 16);

/** The day itself or the next Saturday or Monday. */
function dateOf({ date, weekday }: Scenario): string {
  if (weekday === null) return date;
  const wanted = weekday === "saturday" ? 6 : 1;
  const at = Date.parse(date);
  return new Date(at + ((wanted + 7 - new Date(at).getUTCDay()) % 7) * DAY_MS).toISOString().slice(0, 10);
}

export type Stage = ReturnType<typeof openStage>;

/** What all parts of a simulated day share: the clock, the random numbers, and the history. */
export function openStage(scenario: Scenario) {
  const date = dateOf(scenario);
  const noon = Date.parse(`${date}T12:00:00Z`);
  const dates = [-1, 0, 1].map((days) => new Date(noon + days * DAY_MS).toISOString().slice(0, 10));
  const weekendHours = scenario.weekday === null ? [] : [...scenario.hours, 0, 9];
  const slotsOn = (days: string[]) =>
    scenario.zones.flatMap((zone) =>
      [...scenario.hours, ...weekendHours].flatMap((hour) => days.flatMap((date) => slotOf(zone, hour, date) ?? [])),
    );
  const slots = slotsOn([date]);
  const from = Math.min(...slots) - MINUTE_MS;
  const slotsUntil = Math.max(...slots) + MINUTE_MS;
  const presses = scenario.resends.map(({ minute }) => from + minute * MINUTE_MS + PRESSED_AFTER_MS);
  const history: string[] = [];
  const trouble: { from: number; to: number }[] = [];
  const note = (text: string) => void history.push(`${new Date().toISOString().slice(5, 23)} ${text}`);
  return {
    scenario,
    from,
    slotsUntil,
    until: Math.max(slotsUntil + AFTERWARDS_MS, ...presses.map((at) => at + RESENT_WITHIN_MS)),
    /** When an administrator presses "Resend all". */
    presses,
    /** The starts of all hours that members may choose. */
    slots: slotsOn(dates),
    /** Of members whose weekends differ. */
    weekendHours,
    dates,
    datesWithContent: dates.filter((_, index) => index !== scenario.emptyDay),
    time: simulateTime(from),
    random: randomFrom(scenario.salt),
    history,
    trouble,
    note,
    /** Something goes wrong now, or for a while. */
    troubled(text: string, ms = 0): void {
      note(text);
      trouble.push({ from: Date.now(), to: Date.now() + ms });
    },
    faultsOf: <Kind extends Fault["kind"]>(...kinds: Kind[]) =>
      scenario.faults.filter((fault): fault is FaultOf<Kind> => (kinds as string[]).includes(fault.kind)),
    /** Whether an instant is within a fault's minutes of the day. */
    isWithin(at: number, { minute, minutes }: { minute: number; minutes: number }): boolean {
      const begins = from + minute * MINUTE_MS;
      return begins <= at && at < begins + minutes * MINUTE_MS;
    },
  };
}
