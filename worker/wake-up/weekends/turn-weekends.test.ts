import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { authTokens } from "#db/schema/auth.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { createItem, createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt, contextOvertaken, tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { createPlanned, FRIDAY, hoursOf, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { recomputeAccess } from "../../access/access-grants.queries.ts";
import { changeAddressByLink } from "../../account/address/change-address.queries.ts";
import { changeProfile, setFirstWakeUp } from "../../account/member/members.queries.ts";
import { JOBS } from "../../entry/jobs.ts";
import { liftFromMember } from "../../mail-responses/events/suppressions.queries.ts";
import { moveToHour, pauseUntil } from "../../mail-responses/links/change-by-mail.queries.ts";
import { stopMails, undoStop } from "../../mail-responses/unsubscribe/unsubscribe.queries.ts";
import { turnWeekends } from "./turn-weekends.ts";

const EVENING = on(FRIDAY, 20);
const SUNDAY_EVENING = on(SUNDAY, 20);
/** The first tick of an evening that isn't a slot's. */
const TICK = EVENING + 3 * MINUTE_MS;
const WEEK = { weekdayHour: 6, weekendHour: 9 };
const REST = { weekdayHour: 6, weekendHour: null };

afterEach(async () => {
  await rowsOf("delete from wake_up_plans");
});

/** Runs the part as the tick of that minute does. */
const runPart = (tickAt: number) =>
  JOBS.find(({ name }) => name === "turnWeekends")?.run(contextAt(tickAt), { tickAt });

/** What a run of the part costs. */
async function turnAt(now: number, limit?: number) {
  const { d1, cost } = countingD1(env.DB);
  await turnWeekends({ ...contextAt(now), db: createDb(d1) }, { tickAt: now }, limit);
  return cost;
}

test("on Friday evening the hour becomes the weekend's, on Sunday evening the weekday's, and a repeat changes nothing", async () => {
  const [member, resting, other] = [await createPlanned(WEEK), await createPlanned(REST), await createMember()];
  const before = await hoursOf(other);
  expect(await hoursOf(member)).toMatchObject({ hour: 6, next: EVENING });
  for (const now of [TICK, TICK + MINUTE_MS]) {
    await turnAt(now);
    expect(await hoursOf(member)).toEqual({ hour: 9, since: TICK, weekday: 6, weekend: 9, next: SUNDAY_EVENING });
    expect(await hoursOf(resting)).toMatchObject({ hour: 6, since: on(MONDAY, 0), next: SUNDAY_EVENING });
  }
  await turnAt(SUNDAY_EVENING + 3 * MINUTE_MS);
  expect(await hoursOf(member)).toMatchObject({ hour: 6, since: SUNDAY_EVENING + 3 * MINUTE_MS });
  expect(await hoursOf(resting)).toMatchObject({ hour: 6, since: on(MONDAY, 0) });
  expect(await hoursOf(other)).toEqual(before);
});

test("a change writes four rows at most, and a minute without one reads a single row", async () => {
  const idle = await turnAt(TICK);
  expect([idle.calls, idle.rowsRead, idle.rowsWritten]).toEqual([1, 1, 0]);
  for (let times = 0; times < 10; times += 1) await createPlanned(times % 2 === 0 ? WEEK : REST);
  const early = await turnAt(EVENING - 1);
  expect(early.rowsRead).toBeLessThanOrEqual(1);
  const due = await turnAt(TICK);
  expect(due.calls).toBe(2);
  expect(due.rowsWritten).toBeLessThanOrEqual(4 * 10);
  expect(due.rowsWritten).toBeGreaterThan(0);
  expect(due.rowsRead).toBeLessThanOrEqual(12 * 10);
  const after = await turnAt(TICK + MINUTE_MS);
  expect([after.calls, after.rowsWritten]).toEqual([1, 0]);
});

test("the later of a tick's time and the clock decides", async () => {
  const member = await createPlanned(WEEK);
  await turnWeekends(contextAt(on(SATURDAY, 6)), { tickAt: TICK });
  expect(await hoursOf(member)).toMatchObject({ hour: 6, next: on(SATURDAY, 20) });
  await turnWeekends(contextAt(on(SATURDAY, 6)), { tickAt: on(SATURDAY, 20) + 3 * MINUTE_MS });
  expect(await hoursOf(member)).toMatchObject({ hour: 9, next: SUNDAY_EVENING });
});

test("a tick takes as many as it may, and the next ones the others", async () => {
  const members = [await createPlanned(WEEK), await createPlanned(WEEK), await createPlanned(REST)];
  const turned = async () => (await Promise.all(members.map(hoursOf))).filter(({ next }) => next !== EVENING).length;
  for (const count of [2, 3, 3]) {
    await turnAt(TICK, 2);
    expect(await turned()).toBe(count);
  }
});

test("the part runs in minutes without a slot or a gift, and both mornings get their email once", async () => {
  for (const date of [SATURDAY, SUNDAY, MONDAY]) await createItem(date);
  const [member, resting] = [await createPlanned(WEEK), await createPlanned(REST)];
  for (const minute of [0, 2, 5]) await runPart(EVENING + minute * MINUTE_MS);
  expect(await hoursOf(member)).toMatchObject({ hour: 6 });
  await runPart(EVENING + 6 * MINUTE_MS);
  expect(await hoursOf(member)).toMatchObject({ hour: 9 });
  const sentTo = async ({ email }: { email: string }) =>
    (await outboxOf(email)).map(({ tags }) => tags?.find(({ name }) => name === "date")?.value).toReversed();
  for (const date of [SATURDAY, SUNDAY]) {
    await tickThrough(on(date, 6));
    await tickThrough(on(date, 9));
  }
  expect([await sentTo(member), await sentTo(resting)]).toEqual([[SATURDAY, SUNDAY], []]);
  await runPart(SUNDAY_EVENING + 3 * MINUTE_MS);
  await tickThrough(on(MONDAY, 6));
  expect([await sentTo(member), await sentTo(resting)]).toEqual([[SATURDAY, SUNDAY, MONDAY], [MONDAY]]);
  const [mail] = await outboxOf(member.email);
  expect(mail?.text).toContain("6:00 AM");
  expect(mail?.text).toContain("Wake me at 7:00 AM on weekdays");
});

test("after an outage the change is made before Saturday's first slot, or left out until the evening", async () => {
  const [early, late] = [await createPlanned(WEEK), await createPlanned(WEEK, on(FRIDAY, 12), { wakeUpHour: 5 })];
  const now = on(SATURDAY, 5) - 10 * MINUTE_MS;
  await turnAt(now);
  expect(await hoursOf(early)).toMatchObject({ hour: 9, since: now, next: SUNDAY_EVENING });
  expect(await hoursOf(late)).toMatchObject({ hour: 5, since: on(FRIDAY, 12), next: on(SATURDAY, 20) });
  await turnAt(on(SATURDAY, 20) + 3 * MINUTE_MS);
  expect(await hoursOf(late)).toMatchObject({ hour: 9, next: SUNDAY_EVENING });
});

test("a plan or zone that changes after it was read is left to the next tick", async () => {
  const [chosen, moved] = [await createPlanned(WEEK), await createPlanned(WEEK)];
  const meanwhile = async () => {
    await rowsOf("update wake_up_plans set weekend_hour = 8 where member_id = ?", chosen.id);
    await setMember(moved.id, { timezone: "America/New_York" });
  };
  await turnWeekends(contextOvertaken(TICK, meanwhile), { tickAt: TICK });
  expect(await hoursOf(chosen)).toMatchObject({ hour: 6, next: EVENING });
  expect(await hoursOf(moved)).toMatchObject({ hour: 6, next: EVENING });
  await turnWeekends(contextAt(TICK + MINUTE_MS), { tickAt: TICK + MINUTE_MS });
  expect(await hoursOf(moved)).toMatchObject({ hour: 9 });
  expect(await hoursOf(chosen)).toMatchObject({ hour: 8, next: SUNDAY_EVENING });
});

test("a member in a zone that isn't known anymore holds up no one", async () => {
  const [lost, member] = [await createPlanned(WEEK), await createPlanned(WEEK)];
  await setMember(lost.id, { timezone: "Mars/Olympus" });
  await turnAt(TICK);
  expect(await hoursOf(lost)).toMatchObject({ hour: 6, next: null });
  expect(await hoursOf(member)).toMatchObject({ hour: 9 });
});

test("whatever turns emails back on during a weekend without email, they resume on Monday", async () => {
  const now = on(SATURDAY, 12);
  const fresh = (overrides: Parameters<typeof createPlanned>[2] = {}) => createPlanned(REST, now, overrides);
  const since = async (member: { id: string }) => (await hoursOf(member)).since;
  const back = {
    "the switch in My Account": async () => {
      const member = await fresh({ emailEnabled: false });
      await changeProfile(db, member.id, { emailEnabled: true }, now);
      return member;
    },
    "a pause that ends early": async () => {
      const member = await fresh({ pausedUntil: on(MONDAY, 0) + 1 });
      await changeProfile(db, member.id, { pausedUntil: null }, now);
      return member;
    },
    "a pause by an email's link": async () => {
      const member = await fresh();
      await pauseUntil(db, member, now - 1, now);
      return member;
    },
    "an unsubscribe link's undo": async () => {
      const member = await fresh();
      await stopMails(db, member.id, now - 1);
      await undoStop(db, member.id, now - 1, now);
      return member;
    },
    "an address that gets email again": async () => {
      const member = await fresh({ suppressedAt: 1, suppressionReason: "bounced" });
      await liftFromMember(db, member.id, now);
      return member;
    },
    "a new address": async () => {
      const member = await fresh({ suppressedAt: 1, suppressionReason: "bounced" });
      const tokenHash = crypto.randomUUID();
      const link = { id: crypto.randomUUID(), memberId: member.id, purpose: "address" as const, tokenHash };
      await db.insert(authTokens).values({ ...link, createdAt: 1, expiresAt: now + 1 });
      const email = `new-${member.email}`;
      await changeAddressByLink(db, { tokenHash, email, emailKey: email, addressHash: "none", now });
      return member;
    },
    "access that comes back": async () => {
      const member = await fresh();
      await rowsOf("update members set access_ends_at = 1 where id = ?", member.id);
      await recomputeAccess(db, [member.id], { now });
      return member;
    },
  };
  for (const [name, run] of Object.entries(back)) expect(await since(await run()), name).toBe(on(MONDAY, 0));

  // Only a new choice of hours ends a weekend without email early.
  const [chosen, first] = [await fresh(), await fresh()];
  await changeProfile(db, chosen.id, { wakeUpHour: 6, restsUntil: null }, now);
  await db.batch([
    changeProfile(db, first.id, {}, now),
    setFirstWakeUp(db, first.id, { ...first, wakeUpHour: 8 }, now),
  ]);
  const moved = await fresh();
  await moveToHour(db, moved, 7, now);
  expect([await since(chosen), await since(first), await since(moved)]).toEqual([now, now, on(MONDAY, 0)]);
});
