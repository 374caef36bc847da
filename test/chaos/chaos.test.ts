import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { CALL_KINDS, type CallKind, type Scenario, scenarios } from "./scenario.ts";
import { type Day, simulateDay } from "./simulate-day.ts";

const { seeds, oneKillIn } = inject("chaos");
/** Shrinking a day takes some hundred others. */
const LONGEST_MS = 30 * 60_000;
const LONGEST_SHRINKING_MS = 5 * 60_000;

const sums = { days: 0, members: 0, mails: 0, faults: 0, kills: 0, database: 0, queue: 0, mail: 0 };

function count(scenario: Scenario, day: Day): void {
  sums.days += 1;
  sums.members += scenario.members;
  sums.mails += day.mails;
  sums.faults += scenario.faults.length;
  sums.kills += day.kills;
  for (const kind of CALL_KINDS) sums[kind] += day.calls[kind];
}

beforeAll(() => {
  // What the Worker logs of thousands of faults.
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
  console.log(`Chaos: ${JSON.stringify(sums)}`);
});

/** A broken day, as short as it gets. */
function report(seed: number, scenario: Scenario, { broken, history }: Day): string {
  const day = JSON.stringify(scenario, null, 1);
  return [`Seed ${seed} breaks a rule.`, ...broken, "The shortest day that does:", day, ...history].join("\n");
}

test.for(seeds)("day %i: one mail each, or on record why not", { timeout: LONGEST_MS }, async (seed) => {
  const property = fc.asyncProperty(scenarios, async (scenario) => {
    const day = await simulateDay(scenario);
    count(scenario, day);
    return day.broken.length === 0;
  });
  const result = await fc.check(property, {
    ...{ seed, numRuns: 1, unbiased: true },
    interruptAfterTimeLimit: LONGEST_SHRINKING_MS,
  });
  if (!result.failed) return;
  const [scenario] = result.counterexample ?? [];
  expect.fail(scenario ? report(seed, scenario, await simulateDay(scenario)) : `Seed ${seed} was interrupted.`);
});

/** One slot of two batches, of which some addresses are refused and some are told of. */
const MORNING: Scenario = {
  date: "2026-06-10",
  zones: ["America/Chicago"],
  hours: [6],
  members: 120,
  rate: 5,
  salt: 9,
  told: 10,
  emptyDay: null,
  changes: [],
  faults: [],
};

test("an invocation that dies before or after any of a morning's calls breaks no rule", {
  timeout: LONGEST_MS,
}, async () => {
  const clean = await simulateDay(MORNING);
  expect(clean.broken).toEqual([]);
  const kills = CALL_KINDS.flatMap((of: CallKind) =>
    Array.from({ length: clean.calls[of] }, (_, index) => [
      { kind: "kill", of, nth: index + 1, when: "before" } as const,
      { kind: "kill", of, nth: index + 1, when: "after" } as const,
    ]).flat(),
  );
  let struck = 0;
  const tried = kills.filter((_, index) => index % oneKillIn === 0);
  for (const kill of tried) {
    const day = await simulateDay({ ...MORNING, faults: [kill] });
    struck += day.kills;
    expect(day.broken, `${JSON.stringify(kill)}\n${day.history.join("\n")}`).toEqual([]);
  }
  console.log(`Chaos: a morning makes ${JSON.stringify(clean.calls)} calls; ${struck} invocations killed.`);
  expect(struck).toBe(tried.length);
});
