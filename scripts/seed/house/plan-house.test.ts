import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { giftOf, joinedAt, liveEventOf, progressOf, subscriptionOf, trialOf } from "./plan-house.ts";
import { RESIDENTS, type Resident } from "./residents.ts";

/** Each day of fourteen months, with a leap day; and a day of each month, whose weeks before include all changes of the clocks. */
const TODAYS = Array.from({ length: 425 }, (_, day) => addDays("2027-12-30", day));
const MONTHLY = TODAYS.filter((_, day) => day % 30 === 0);
const [FIRST = "", SECOND = ""] = TODAYS;

const startOf = (date: string) => instantAt(date, 0, DEFAULT_ZONE);
const houseOf = (today: string) => RESIDENTS.map((one) => [subscriptionOf(one, today), progressOf(one, today)]);
const residentWho = (state: Resident["state"]) => RESIDENTS.filter((one) => one.state === state);
const subscriptionsOf = (state: Resident["state"], today: string) =>
  residentWho(state).map((one) => ({ today, ...subscriptionOf(one, today) }));

test("the same day gives the same demo data, and another day different data", () => {
  expect([houseOf(FIRST), giftOf(FIRST)]).toEqual([houseOf(FIRST), giftOf(FIRST)]);
  expect(houseOf(SECOND)).not.toEqual(houseOf(FIRST));
});

test("demo members play each session once, on its own morning, after joining and before today", () => {
  for (const today of MONTHLY) {
    for (const resident of RESIDENTS) {
      const joined = dateIn(DEFAULT_ZONE, joinedAt(resident, today));
      const progress = progressOf(resident, today);
      expect(progress.filter(({ date }) => date >= today || date <= joined)).toEqual([]);
      expect(progress.filter(({ date, at }) => dateIn(DEFAULT_ZONE, at) !== date)).toEqual([]);
      expect(new Set(progress.map(({ date }) => date)).size).toBe(progress.length);
    }
  }
});

test("renewing plans are paid from their first day, and nothing is due today or tomorrow", () => {
  const all = TODAYS.flatMap((today) => subscriptionsOf("renews", today));
  expect(all).toHaveLength(2 * TODAYS.length);
  const isWrong = ({ today, payments = [], nextBillingAt, startsAt }: (typeof all)[number]) => {
    const [first] = payments;
    const last = payments.at(-1)?.time ?? Number.POSITIVE_INFINITY;
    const isPaid = first?.time === startsAt && last < startOf(today) - DAY_MS;
    return !isPaid || (nextBillingAt ?? 0) < startOf(addDays(today, 2));
  };
  expect(all.filter(isWrong)).toEqual([]);
});

test("one member is past due for a few days after a paid month", () => {
  const all = TODAYS.flatMap((today) => subscriptionsOf("past_due", today));
  expect(all).toHaveLength(TODAYS.length);
  const isWrong = ({ today, status, failedAt, failedPayments, payments = [] }: (typeof all)[number]) => {
    const isRecent = (failedAt ?? 0) < startOf(today) && (failedAt ?? 0) > startOf(addDays(today, -6));
    return status !== "ACTIVE" || failedPayments !== 1 || payments.length !== 1 || !isRecent;
  };
  expect(all.filter(isWrong)).toEqual([]);
});

test("one member has cancelled with paid days left, and one is on trial", () => {
  for (const today of MONTHLY) {
    const [left] = subscriptionsOf("ends", today);
    expect(left).toMatchObject({ status: "CANCELLED", nextBillingAt: null, payments: [{ cents: 999 }] });
    expect(left?.payments?.[0]?.time).toBeGreaterThan(startOf(today) - 20 * DAY_MS);
    expect(left?.statusAt).toBeLessThan(startOf(today));
    const [trial] = residentWho("trial");
    if (!trial) throw new Error("No one is on trial.");
    expect(subscriptionOf(trial, today)).toBeNull();
    expect(trialOf(trial, today).until).toBeGreaterThan(startOf(today) + 19 * DAY_MS);
  }
});

test("IDs have PayPal's form, and no two purchases share one", () => {
  for (const today of MONTHLY) {
    const subscriptions = RESIDENTS.flatMap((one) => subscriptionOf(one, today) ?? []);
    const { order } = giftOf(today);
    const payments = [...subscriptions.flatMap((one) => one.payments), ...(order.payment ? [order.payment] : [])];
    for (const { id } of subscriptions) expect(id).toMatch(/^I-[A-Z0-9]{12}$/);
    for (const { buyer } of subscriptions) expect(buyer.payerId).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
    for (const { id } of [...payments, order]) expect(id).toMatch(/^[A-Z0-9]{17}$/);
    const ids = [...subscriptions, order].flatMap(({ id, customId }) => [id, customId]);
    ids.push(...payments.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("the demo gift is due this morning, and the live event is within a week", () => {
  for (const today of MONTHLY) {
    const { gift, order } = giftOf(today);
    expect(order.customId).toBe(gift.id);
    expect(gift.createdAt).toBeLessThan(startOf(today));
    expect(dateIn(gift.timezone, gift.deliverAt)).toBe(today);
    const { startsAt } = liveEventOf(today);
    expect(startsAt).toBeGreaterThan(startOf(addDays(today, 1)));
    expect(startsAt).toBeLessThan(startOf(addDays(today, 7)));
  }
});
