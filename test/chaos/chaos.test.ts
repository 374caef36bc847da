import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { REMEMBERED_DAYS } from "./remembered-days.ts";
import { CALL_KINDS, type CallKind, type Scenario, scenarios } from "./scenario.ts";
import { type Day, simulateDay } from "./simulate-day.ts";

const { seeds, oneKillIn } = inject("chaos");
const THOUSANDS = 3000;
const MOST_SHOWN = 10;
/** Shrinking a day runs hundreds of others. */
const LONGEST_MS = 30 * 60_000;
const LONGEST_SHRINKING_MS = 5 * 60_000;

const sums = {
  days: 0,
  members: 0,
  mails: 0,
  others: 0,
  resent: 0,
  faults: 0,
  kills: 0,
  database: 0,
  queue: 0,
  mail: 0,
};

function count(scenario: Scenario, day: Day): void {
  sums.days += 1;
  sums.members += scenario.members;
  sums.mails += day.mails;
  sums.others += day.others;
  sums.resent += day.resent;
  sums.faults += scenario.faults.length;
  sums.kills += day.kills;
  for (const kind of CALL_KINDS) sums[kind] += day.calls[kind];
}

beforeAll(() => {
  // The Worker logs thousands of faults.
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
  console.log(`Chaos: ${JSON.stringify(sums)}`);
});

/** A failing day, shrunk as far as possible. */
function report(seed: number, scenario: Scenario, { broken, history }: Day): string {
  const day = JSON.stringify(scenario, null, 1);
  return [
    `Day ${seed} breaks ${broken.length} rules.`,
    ...broken.slice(0, MOST_SHOWN),
    "The shortest day that does:",
    day,
    ...history,
  ].join("\n");
}

/** The day of a seed or, if it breaks a rule, its shortest version that does; null if nothing breaks. */
async function brokenDay(seed: number, days = scenarios): Promise<[Scenario, Day] | null> {
  const broken = new Map<Scenario, Day>();
  const property = fc.asyncProperty(days, async (scenario) => {
    const day = await simulateDay(scenario);
    count(scenario, day);
    if (day.broken.length > 0) broken.set(scenario, day);
    return day.broken.length === 0;
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: LONGEST_SHRINKING_MS,
  });
  if (!failed) return null;
  const [scenario] = counterexample ?? [];
  const day = scenario && broken.get(scenario);
  if (!day) throw new Error(`Day ${seed} did not come to its end.`, { cause: errorInstance });
  return [scenario, day];
}

test.for(seeds)(
  "day %i: each member gets one email, or a recorded reason why not",
  { timeout: LONGEST_MS },
  async (seed) => {
    const broken = await brokenDay(seed);
    if (broken) expect.fail(report(seed, ...broken));
  },
);

test.for(Object.entries(REMEMBERED_DAYS))(
  "%s: each member gets one email, or a recorded reason why not",
  async ([, scenario]) => {
    const day = await simulateDay(scenario);
    expect(day.broken, day.history.join("\n")).toEqual([]);
  },
);

const thousands = scenarios.map(
  (scenario): Scenario => ({ ...scenario, members: THOUSANDS, invited: 0, purchase: null }),
);
/** On these days, calls fill whole seconds; invitations and a purchase would be more. `npm test` has time for one. */
const seedsOfThousands = seeds.slice(0, oneKillIn > 1 ? 1 : 10);
test.for(seedsOfThousands)(
  "day %i with thousands of members: one email or a reason each, within the call rate limit",
  { timeout: LONGEST_MS },
  async (seed) => {
    const broken = await brokenDay(seed, thousands);
    if (broken) expect.fail(report(seed, ...broken));
  },
);

/** One slot with two batches, a message, invitations, and a purchase; some addresses are rejected, and some emails get events. */
const MORNING: Scenario = {
  date: "2026-06-10",
  zones: ["America/Chicago"],
  hours: [6],
  members: 120,
  rate: 5,
  salt: 9,
  reported: 10,
  emptyDay: null,
  changes: [],
  faults: [],
  weekday: null,
  complaintAt: null,
  message: { minute: 0, cancelledAfter: null },
  invited: 30,
  stopped: null,
  resends: [],
  purchase: 2,
};

/** A batch without an answer, one with rejected addresses, and an hour without a tick, resent from two browsers at once. */
const RESENT: Scenario = {
  ...MORNING,
  hours: [6, 8],
  members: 240,
  message: null,
  invited: 0,
  purchase: null,
  reported: 0,
  faults: [
    { kind: "answer", nth: 1, times: 1, answer: "drop_after_accept", retryAfter: 1 },
    { kind: "cron_missed", minute: 2, minutes: 360 },
  ],
  resends: [{ minute: 363, mayRepeat: false, isDoubled: true, stoppedAfter: null }],
};

test.for([
  ["a morning's", MORNING],
  ["a resent morning's", RESENT],
] as const)(
  "an invocation killed before or after any of %s calls breaks no rule",
  {
    timeout: LONGEST_MS,
  },
  async ([name, scenario]) => {
    const clean = await simulateDay(scenario);
    expect(clean.broken).toEqual([]);
    // The same day runs identically, to the millisecond.
    expect(await simulateDay(scenario)).toEqual(clean);
    const kills = CALL_KINDS.flatMap((of: CallKind) =>
      Array.from({ length: clean.calls[of] }, (_, index) => [
        { kind: "kill", of, nth: index + 1, when: "before" } as const,
        { kind: "kill", of, nth: index + 1, when: "after" } as const,
      ]).flat(),
    );
    let struck = 0;
    const tried = kills.filter((_, index) => index % oneKillIn === 0);
    for (const kill of tried) {
      const day = await simulateDay({ ...scenario, faults: [...scenario.faults, kill] });
      struck += day.kills;
      expect(day.broken, `${JSON.stringify(kill)}\n${day.history.join("\n")}`).toEqual([]);
    }
    console.log(`Chaos: ${name} calls are ${JSON.stringify(clean.calls)}; ${struck} invocations killed.`);
    expect(struck).toBe(tried.length);
  },
);
