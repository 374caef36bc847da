import fc from "fast-check";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { anyLife, type Happening } from "./events.ts";
import { openHouse } from "./house.ts";
import { Life } from "./life.ts";

/** `npm run test:long` sets ten thousand. */
const LIVES = Number(process.env.MEMBERSHIP_LIVES ?? 60);
const BEGIN = Date.UTC(2027, 0, 29, 9);

/** A last-minute payment is found in the hour when a gift would start. */
const RECOVERED_UNHEARD: [number, Happening[]] = [
  0,
  [
    { do: "buy", plan: "monthly", isConfirmed: false, delivery: "in order" },
    { do: "gift", plan: "monthly" },
    { do: "a charge fails", days: 10 },
    { do: "recover", delivery: "dropped" },
  ],
];

/** Two tries that are never paid, a plan that is, and a try after it, which may open again. */
const TRIED_AFTER_PAYING: [number, Happening[]] = [
  0,
  [
    { do: "buy", plan: "annual", isConfirmed: false, delivery: "dropped" },
    { do: "webhooks", picks: [0] },
    { do: "buy", plan: "monthly", isConfirmed: false, delivery: "dropped" },
    { do: "a charge fails", days: 0 },
    { do: "buy", plan: "annual", isConfirmed: false, delivery: "backwards, twice" },
    { do: "buy", plan: "monthly", isConfirmed: false, delivery: "dropped" },
    { do: "read all" },
  ],
];

afterAll(() => vi.unstubAllGlobals());

test("access matches payments and grants, whatever the order of events and whether or not they're reported", {
  timeout: 3 * HOUR_MS,
}, async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  const house = openHouse();
  const life = fc.tuple(fc.nat(45 * 24), anyLife);
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(life, async ([hours, events]) => {
      await house.live(BEGIN + hours * HOUR_MS, async () => {
        const one = new Life(house);
        for (const next of events) await one.perform(next);
        await one.settle();
      });
      lived += 1;
    }),
    { numRuns: LIVES, examples: [[RECOVERED_UNHEARD], [TRIED_AFTER_PAYING]] },
  );
  expect(lived).toBe(LIVES);
});
