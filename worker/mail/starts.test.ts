import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { db } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { awaitStart, startEvery } from "./pace.ts";
import { ONE_IN, slowDown, takeStart, takeStarts } from "./starts.queries.ts";

const NOW = Date.parse("2031-05-01T11:00:00Z");
const EVERY = 200;
const STEP = 4 * EVERY;

const clear = () => db.run("delete from dispatcher");
beforeEach(async () => void (await clear()));

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("block" as const),
      count: fc.integer({ min: 1, max: 25 }),
      keepsBack: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("one" as const), withinMs: fc.integer({ min: 0, max: 6000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("slow" as const), waitMs: fc.integer({ min: 1, max: 3000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 4000 }) }) },
);

/** A block's starts for a batch: if some are kept back, all but the first of every `ONE_IN`. */
function startsOf(last: number, count: number, keepsBack: boolean): number[] {
  const all = Array.from({ length: count }, (_, index) => last - (count - 1 - index) * EVERY);
  return all.filter((_, index) => !keepsBack || index % ONE_IN !== 0);
}

test("start times are never closer than the rate allows and never in the past, in any request order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await clear();
      let now = NOW;
      let slowedUntil = 0;
      let starts: number[] = [];
      for (const one of steps) {
        if (one.kind === "pass") now += one.ms;
        if (one.kind === "block") {
          const [row] = await takeStarts(db, { now, every: EVERY, ...one });
          const given = startsOf(Number(row?.lastStartAt), one.count, one.keepsBack);
          expect(Math.min(...given, Infinity)).toBeGreaterThanOrEqual(Math.max(now, slowedUntil));
          starts.push(...given);
        }
        if (one.kind === "one") {
          const [row] = await takeStart(db, { now, every: EVERY, latest: now + one.withinMs });
          if (!row) continue;
          expect(row.startAt).toBeGreaterThanOrEqual(Math.max(now, slowedUntil));
          expect(row.startAt).toBeLessThanOrEqual(now + one.withinMs);
          starts.push(row.startAt);
        }
        if (one.kind === "slow") {
          await slowDown(db, { now, waitMs: one.waitMs, step: STEP });
          const from = Math.max(now, slowedUntil);
          const more = Math.ceil(Math.max(0, now + one.waitMs - from) / STEP) * STEP;
          if (more > 0) slowedUntil = from + more;
          starts = starts.map((start) => (start >= now ? start + more : start));
        }
      }
      const sorted = starts.toSorted((a, b) => a - b);
      for (const [index, start] of sorted.entries())
        if (index > 0) expect(start - Number(sorted[index - 1])).toBeGreaterThanOrEqual(EVERY);
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            { kind: "block", count: 18, keepsBack: true },
            { kind: "pass", ms: 3401 },
            { kind: "slow", waitMs: 801 },
            { kind: "one", withinMs: 6000 },
            { kind: "one", withinMs: 6000 },
          ],
        ],
      ],
    },
  );
});

test("an email sent right away gets a reserved start time in a minute that's already assigned", async () => {
  await takeStarts(db, { now: NOW, every: EVERY, count: 100, keepsBack: true });
  const take = async (now: number) => (await takeStart(db, { now, every: EVERY, latest: now + 5000 }))[0]?.startAt;
  expect(await take(NOW)).toBe(NOW);
  expect(await take(NOW)).toBe(NOW + ONE_IN * EVERY);
  expect(await take(NOW + 4 * ONE_IN * EVERY + 1)).toBe(NOW + 5 * ONE_IN * EVERY);
  // If none was kept back, the next free start is after the block, which is too late.
  await takeStarts(db, { now: NOW, every: EVERY, count: 100, keepsBack: false });
  expect(await take(NOW + 20_000)).toBeUndefined();
});

test("a response asking us to wait delays all starts once, by whole lane steps, however many calls got it", async () => {
  await takeStarts(db, { now: NOW, every: EVERY, count: 10, keepsBack: false });
  await Promise.all([1, 2, 3].map(() => slowDown(db, { now: NOW + 500, waitMs: 1000, step: STEP })));
  const [row] = await takeStarts(db, { now: NOW, every: EVERY, count: 1, keepsBack: false });
  expect(row).toEqual({ lastStartAt: NOW + 10 * EVERY + 2 * STEP, slowedMs: 2 * STEP });
  await slowDown(db, { now: NOW + 1500, waitMs: 1000, step: STEP });
  const [again] = await takeStarts(db, { now: NOW, every: EVERY, count: 1, keepsBack: false });
  expect(again).toEqual({ lastStartAt: NOW + 11 * EVERY + 3 * STEP, slowedMs: 3 * STEP });
});

test("a start time assigned by a clock that was far ahead doesn't hold up later calls", async () => {
  await takeStarts(db, { now: NOW + 86_400_000, every: EVERY, count: 1, keepsBack: true });
  expect(await takeStart(db, { now: NOW, every: EVERY, latest: NOW })).toEqual([{ startAt: NOW }]);
});

test("a call waits for its start time, or learns right away that none is available soon", async () => {
  const ctx = contextAt(NOW);
  const config = { ...ctx.config, resendRate: 5 };
  expect(startEvery({ config })).toBe(208);
  expect(await awaitStart({ ...ctx, config }, { withinMs: 0 })).toBe(true);
  expect(await awaitStart({ ...ctx, config }, { withinMs: 100 })).toBe(false);
  expect(await awaitStart({ ...ctx, config }, { withinMs: 5000 })).toBe(true);
});
