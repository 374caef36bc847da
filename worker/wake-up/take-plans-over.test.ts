import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { hourOn, NO_HOUR } from "#domain/rules/week-hours.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { contextAt, tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { chosenAt, createPlanned, type Plan, type Planned, tickedAt, writeTurns } from "#test/worker/plans.ts";
import { FRIDAY, hoursOf, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { dispatchWakeUps } from "./slots/dispatch-wake-ups.ts";
import { SLOT_GRID_MS, type ZoneHour, zoneHoursAt } from "./slots/slots.ts";
import { takePlansOver } from "./take-plans-over.ts";

beforeEach(async () => {
  const batches = ["wake_up_batches", "wake_up_counts", "wake_up_mails", "deliveries", "wake_up_slots", "dispatcher"];
  for (const table of [...batches, "content", "wake_up_plans", "access_grants", "members"])
    await rowsOf(`delete from ${table}`);
});

const plansLeft = async () => (await rowsOf("select member_id from wake_up_plans")).length;

type Row = { id: string; wakeUpHour: number; weekendHour: number | null; wakeUpSince: number; timezone: string };

const readRows = async () =>
  (await rowsOf(`
    select id, wake_up_hour as wakeUpHour, weekend_hour as weekendHour, wake_up_since as wakeUpSince, timezone
    from members`)) as Row[];

const begun = new Map<string, ZoneHour[]>();

/** Whether the hour that a member has on the date begins at an instant. */
function isWoken({ timezone, wakeUpSince }: Omit<Row, "id">, at: number, hourOfDate: (date: string) => number | null) {
  const key = `${timezone} ${at}`;
  const zoneHours = begun.get(key) ?? zoneHoursAt(at, [timezone]);
  begun.set(key, zoneHours);
  return wakeUpSince <= at && zoneHours.some(({ hour, localDate }) => hourOfDate(localDate) === hour);
}

/** The mornings of a member if 0.2.0 goes on, with its switches three minutes after each slot. */
function wokenBefore(planned: Planned, from: number, until: number): number[] {
  const woken: number[] = [];
  let member = planned;
  for (let at = from; at < until; at += SLOT_GRID_MS) {
    const { wakeUpHour } = member;
    if (isWoken({ ...member, weekendHour: null }, at, () => wakeUpHour)) woken.push(at);
    member = tickedAt(member, at + 3 * MINUTE_MS);
  }
  return woken;
}

/** The mornings of all members if plans are taken over before each slot. */
async function wokenAfter(from: number, until: number): Promise<Map<string, number[]>> {
  const woken = new Map<string, number[]>();
  let rows: Row[] = [];
  let left = 1;
  for (let at = from; at < until; at += SLOT_GRID_MS) {
    if (left > 0) {
      await takePlansOver(contextAt(at));
      [left, rows] = [await plansLeft(), await readRows()];
    }
    for (const row of rows)
      if (isWoken(row, at, (date) => hourOn(row, date))) woken.set(row.id, [...(woken.get(row.id) ?? []), at]);
  }
  return woken;
}

/** Each morning comes when 0.2.0 would have sent it. */
async function expectSameMornings(members: Planned[], from: number): Promise<void> {
  for (const table of ["wake_up_plans", "access_grants", "members"]) await rowsOf(`delete from ${table}`);
  const stored = await Promise.all(
    members.map(async (planned) => ({ id: (await createPlanned(planned)).id, planned })),
  );
  const until = from + 3 * DAY_MS;
  const woken = await wokenAfter(from, until);
  for (const { id, planned } of stored)
    expect(woken.get(id) ?? [], JSON.stringify(planned)).toEqual(wokenBefore(planned, from, until));
  expect(await plansLeft()).toBe(0);
}

const KINDS: Plan[] = [
  { weekdayHour: 6, weekendHour: 9 },
  { weekdayHour: 9, weekendHour: 6 },
  { weekdayHour: 6, weekendHour: 6 },
  { weekdayHour: 0, weekendHour: 16 },
  { weekdayHour: 16, weekendHour: 0 },
  { weekdayHour: 6, weekendHour: null },
  { weekdayHour: 0, weekendHour: null },
];
const ZONES = [CHICAGO, "Pacific/Kiritimati", "Pacific/Pago_Pago"];

test.for([
  ["Friday, 7:59 PM", FRIDAY, 20, -1],
  ["Friday, 8:01 PM", FRIDAY, 20, 1],
  ["Saturday, 5:45 AM", SATURDAY, 6, -15],
  ["Saturday, 7 AM", SATURDAY, 7, 0],
  ["Sunday, noon", SUNDAY, 12, 0],
  ["Sunday, 8:01 PM", SUNDAY, 20, 1],
  ["Monday, 7 AM", MONDAY, 7, 0],
] as const)(
  "on %s, every kind of plan keeps its mornings on both sides of the date line, whatever ticks it had",
  async ([, date, hour, minutes]) => {
    for (const zone of ZONES) {
      const now = instantAt(date, hour, zone) + minutes * MINUTE_MS;
      const from = Math.ceil(now / SLOT_GRID_MS) * SLOT_GRID_MS;
      const chosen = KINDS.map((plan) => chosenAt(plan, zone, now - 7 * DAY_MS));
      // Ticks as ever, ticks that stopped an hour ago, and ones that missed the evening.
      const ticked = [0, HOUR_MS, 12 * HOUR_MS].flatMap((gap) =>
        chosen.map((member) => everyTick(member, now - 7 * DAY_MS, now - gap)),
      );
      await expectSameMornings(ticked, from);
    }
  },
);

/** A member after a tick each hour. */
function everyTick(member: Planned, from: number, until: number): Planned {
  let ticked = member;
  for (let at = from; at <= until; at += HOUR_MS) ticked = tickedAt(ticked, at);
  return ticked;
}

test("a plan is removed right away if its row has the date's hour, and at evening if its switch is late", async () => {
  const now = on(SATURDAY, 12);
  const create = (plan: Plan, ticks: number[]) =>
    createPlanned(ticks.reduce(tickedAt, chosenAt(plan, CHICAGO, on(FRIDAY, 12))));
  const [later, resting, behind] = [
    await create({ weekdayHour: 6, weekendHour: 9 }, [on(FRIDAY, 20)]),
    await create({ weekdayHour: 6, weekendHour: null }, [on(FRIDAY, 20)]),
    await create({ weekdayHour: 9, weekendHour: 6 }, [on(SATURDAY, 7)]),
  ];
  await takePlansOver(contextAt(now));
  expect(await hoursOf(later)).toEqual({ hour: 6, weekend: 9, since: on(FRIDAY, 20) });
  // It was ahead until Monday: a weekend hour that's chosen now would have waited, too.
  expect(await hoursOf(resting)).toEqual({ hour: 6, weekend: NO_HOUR, since: now });
  expect(await hoursOf(behind)).toMatchObject({ hour: 9, weekend: null });
  expect(await plansLeft()).toBe(1);
  await takePlansOver(contextAt(on(SATURDAY, 20)));
  expect(await hoursOf(behind)).toMatchObject({ hour: 9, weekend: 6 });
  expect(await plansLeft()).toBe(0);
});

test("a member in a zone that this runtime doesn't know is taken over like any other", async () => {
  const chosen = chosenAt({ weekdayHour: 6, weekendHour: 9 }, CHICAGO, on(FRIDAY, 12));
  const member = await createPlanned(chosen, { timezone: "Mars/Olympus" });
  await takePlansOver(contextAt(on(SATURDAY, 12)));
  expect(await hoursOf(member)).toMatchObject({ hour: 6, weekend: 9 });
});

const createMany = async (count: number, chosen: Planned) =>
  Promise.all(Array.from({ length: count }, () => createPlanned(chosen)));

test("a run killed between slices leaves each member untouched or fully taken over, and the next finishes", async () => {
  const chosen = chosenAt({ weekdayHour: 6, weekendHour: null }, CHICAGO, on(SATURDAY, 6));
  await createMany(5, chosen);
  let writes = 0;
  const d1 = wrappedD1(async (run, _, isWrite) => {
    if (isWrite) writes += 1;
    if (isWrite && writes === 2) throw new Error("killed");
    return run();
  });
  const now = on(SATURDAY, 7);
  await expect(takePlansOver({ ...contextAt(now), db: createDb(d1) }, 2)).rejects.toThrow();
  const kinds = () =>
    rowsOf(`
      select m.weekend_hour as weekend, m.wake_up_since as since, p.member_id is null as isTaken, count(*) as count
      from members m left join wake_up_plans p on p.member_id = m.id group by 1, 2, 3 order by 4`);
  const taken = { weekend: NO_HOUR, since: now, isTaken: 1 };
  expect(await kinds()).toEqual([
    { ...taken, count: 2 },
    { weekend: null, since: on(MONDAY, 0), isTaken: 0, count: 3 },
  ]);
  for (let times = 0; times < 2; times += 1) await takePlansOver(contextAt(now), 2);
  expect(await kinds()).toEqual([{ ...taken, count: 5 }]);
});

test("a slice takes two calls, and a search for plans reads one row", async () => {
  const costOf = async (limit?: number) => {
    const { d1, cost } = countingD1(env.DB);
    await takePlansOver({ ...contextAt(on(SATURDAY, 12)), db: createDb(d1) }, limit);
    return cost;
  };
  await createMany(5, chosenAt({ weekdayHour: 6, weekendHour: 9 }, CHICAGO, on(FRIDAY, 21)));
  expect((await costOf(2)).calls).toBe(2 * 3);
  const { calls, rowsRead, rowsWritten } = await costOf();
  expect([calls, rowsRead, rowsWritten]).toEqual([1, 1, 0]);
});

test("a tick with a slot takes over plans before dispatching; a tick without one doesn't look for any", async () => {
  const tick = (now: number) => dispatchWakeUps(contextAt(now), { tickAt: now });
  await tick(on(SATURDAY, 12));
  await createMany(1, chosenAt({ weekdayHour: 6, weekendHour: 9 }, CHICAGO, on(FRIDAY, 21)));
  await tick(on(SATURDAY, 12) + MINUTE_MS);
  expect(await plansLeft()).toBe(1);
  await tick(on(SATURDAY, 12) + SLOT_GRID_MS);
  expect(await plansLeft()).toBe(0);
});

test("the first ticks after the update use each date's hour, even when they run ahead of the clock", async () => {
  for (const date of [SATURDAY, SUNDAY]) await createItem(date);
  const create = (plan: Plan) => createPlanned(chosenAt(plan, CHICAGO, Date.now()), { accessEndsAt: on(MONDAY, 23) });
  const [later, earlier, resting] = [
    await create({ weekdayHour: 6, weekendHour: 9 }),
    await create({ weekdayHour: 9, weekendHour: 6 }),
    await create({ weekdayHour: 6, weekendHour: null }),
  ];
  const sentTo = async ({ email }: { email: string }) => (await outboxOf(email)).length;
  await tickThrough(on(SATURDAY, 6));
  expect(await Promise.all([later, earlier, resting].map(sentTo))).toEqual([0, 1, 0]);
  await tickThrough(on(SATURDAY, 9));
  expect(await Promise.all([later, earlier, resting].map(sentTo))).toEqual([1, 1, 0]);
});

test("a 0.2.0 tick after the migration still applies its change, unless it ends after the takeover", async () => {
  const evening = on(FRIDAY, 20);
  const before = chosenAt({ weekdayHour: 6, weekendHour: 9 }, CHICAGO, on(FRIDAY, 12));
  const after = tickedAt(before, evening + MINUTE_MS);
  const [first, second] = [await createPlanned(before), await createPlanned(before)];
  await writeTurns([{ id: first.id, before, after }]);
  expect(await hoursOf(first)).toEqual({ hour: 9, weekend: null, since: evening + MINUTE_MS });
  await takePlansOver(contextAt(evening + 2 * MINUTE_MS));
  const taken = [await hoursOf(first), await hoursOf(second)];
  expect(taken).toMatchObject([
    { hour: 6, weekend: 9 },
    { hour: 6, weekend: 9 },
  ]);
  await writeTurns([{ id: second.id, before, after }]);
  expect([await hoursOf(first), await hoursOf(second)]).toEqual(taken);
});
