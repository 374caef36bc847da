import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { tickAt } from "#test/worker/jobs.ts";
import { createHouse, fire, type Hit } from "./gunner.ts";
import { routesOfApi, type Shot, shotsAt } from "./shots.ts";

const { seed, requests } = inject("fuzz");
/** After this many shots, there's little left to hit. */
const PER_HOUSE = 1500;
const AT_ONCE = 8;
const LONGEST_MS = 60 * MINUTE_MS;
const SHOWN = 10;

const errors: string[] = [];
beforeAll(() => {
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => void errors.push(parts.map(String).join(" ")));
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** Equally many shots for each route, in turn. */
function* volleys(): Generator<Shot[]> {
  const routes = routesOfApi();
  const perRoute = Math.ceil(requests / routes.length);
  const inHouse = Math.max(1, Math.floor(PER_HOUSE / routes.length));
  for (let from = 0; from < perRoute; from += inHouse) {
    const numRuns = Math.min(inHouse, perRoute - from);
    yield routes.flatMap((route, index) => fc.sample(shotsAt(route), { seed: seed + from * 1000 + index, numRuns }));
  }
}

test(
  `${requests} requests with seed ${seed} cause no server errors and expose no stack or personal data`,
  async () => {
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    const slow: { ms: number; route: string }[] = [];
    let fired = 0;
    const note = (shot: Shot, hit: Hit | null) => {
      if (!hit) return;
      fired += 1;
      statuses.set(hit.status, (statuses.get(hit.status) ?? 0) + 1);
      slow.push({ ms: Math.round(hit.ms), route: `${shot.method} of ${shot.route}` });
      for (const one of hit.wrong) wrong.push(`${one}\n${JSON.stringify(shot)}\n${errors.at(-1) ?? ""}`);
    };
    for (const shots of volleys()) {
      const house = await createHouse();
      let tickedAt = 0;
      for (let start = 0; start < shots.length; start += AT_ONCE) {
        // Ticks every minute: otherwise /api/health would return 503, because no wake-up emails are sent.
        if (Date.now() - tickedAt > MINUTE_MS) {
          tickedAt = Date.now();
          await tickAt(tickedAt);
        }
        const slice = shots.slice(start, start + AT_ONCE);
        await Promise.all(slice.map(async (shot) => note(shot, await fire(shot, house))));
        errors.splice(0, errors.length - SHOWN);
      }
    }
    slow.sort((one, other) => other.ms - one.ms);
    console.log(`Fuzz, seed ${seed}: ${fired} requests, ${JSON.stringify(Object.fromEntries(statuses))}`);
    for (const { ms, route } of slow.slice(0, SHOWN)) console.log(`${String(ms).padStart(6)} ms  ${route}`);
    expect(wrong.slice(0, SHOWN).join("\n\n"), `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`).toBe("");
    expect(fired).toBeGreaterThan(requests * 0.8);
  },
  LONGEST_MS,
);
