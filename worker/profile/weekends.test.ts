import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { deliveries } from "#db/schema/wake-up.ts";
import type { Morning, ProfileResponse } from "#domain/contract/profile.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { createItem, createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextOvertaken } from "#test/worker/jobs.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { FRIDAY, hoursOf, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member, NewMember } from "../account/member/member.ts";
import { changeProfile } from "../account/member/members.queries.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { updateProfile } from "./profile.ts";

const NOON = on(FRIDAY, 12);
const EARLIER = on(FRIDAY, 0);

afterEach(async () => {
  await rowsOf("delete from content");
});

/** A member in Chicago who wakes at 6 AM on weekdays. */
const sleeper = (weekendHour: number | null, overrides: Partial<NewMember> = {}) =>
  createMember({ weekendHour, wakeUpSince: EARLIER, accessEndsAt: on(MONDAY, 23), ...overrides });

async function put(member: Member, json: object, now = NOON) {
  const response = await request("/api/user/profile", { method: "PUT", token: await tokenFor(member, now), json, now });
  return { status: response.status, body: await response.json<ProfileResponse>() };
}

async function read<Answer = ProfileResponse>(member: Member, now: number, path = "profile"): Promise<Answer> {
  return (await request(`/api/user/${path}`, { token: await tokenFor(member, now), now })).json<Answer>();
}

const timesIn = ({ emailTime, weekendTime, nextWakeUpLocal }: ProfileResponse) => ({
  emailTime,
  weekendTime,
  nextWakeUpLocal,
});

const movesOf = ({ id }: Member) =>
  rowsOf("select details from audit where subject = ? and action = 'mails.time' order by id", id);

async function createWeekend() {
  for (const date of [SATURDAY, SUNDAY, MONDAY, addDays(MONDAY, 1)]) await createItem(date);
}

test("a weekend hour can be set, changed, replaced with no email, and removed", async () => {
  await createWeekend();
  const member = await sleeper(null);
  const first = await put(member, { weekendTime: "09:00" });
  expect(timesIn(first.body)).toEqual({
    emailTime: "06:00",
    weekendTime: "09:00",
    nextWakeUpLocal: `${SATURDAY}T09:00`,
  });
  expect(await hoursOf(member)).toEqual({ hour: 6, weekend: 9, since: EARLIER });

  expect(timesIn((await put(member, { weekendTime: "08:00", emailTime: "07:00" })).body)).toEqual({
    emailTime: "07:00",
    weekendTime: "08:00",
    nextWakeUpLocal: `${SATURDAY}T08:00`,
  });
  const none = await put(member, { weekendTime: "none" });
  const resting = { emailTime: "07:00", weekendTime: "none", nextWakeUpLocal: `${MONDAY}T07:00` };
  expect(timesIn(none.body)).toEqual(resting);
  expect(timesIn(await read(member, NOON))).toEqual(resting);
  expect(timesIn((await put(member, { weekendTime: null })).body)).toEqual({
    emailTime: "07:00",
    weekendTime: null,
    nextWakeUpLocal: `${SATURDAY}T07:00`,
  });
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekend: null });
  expect((await movesOf(member)).map(({ details }) => JSON.parse(String(details)))).toEqual([
    { emailTime: "06:00", timezone: "America/Chicago", weekendTime: "09:00" },
    { emailTime: "07:00", timezone: "America/Chicago", weekendTime: "08:00" },
    { emailTime: "07:00", timezone: "America/Chicago", weekendTime: "none" },
    { emailTime: "07:00", timezone: "America/Chicago" },
  ]);
});

test("on a weekend, a new weekend hour applies from its next slot, and a new weekday hour from Monday", async () => {
  await createWeekend();
  const now = on(SATURDAY, 8);
  const [member, resting, weekday] = [await sleeper(9), await sleeper(NO_HOUR), await sleeper(9)];
  // It's past 7 AM, so today's email is skipped, on record.
  await put(member, { weekendTime: "07:00" }, now);
  expect(await hoursOf(member)).toEqual({ hour: 6, weekend: 7, since: now });
  const skipped = "select details ->> 'date' as date from audit where subject = ? and action = 'mails.skipped'";
  expect(await rowsOf(skipped, member.id)).toEqual([{ date: SATURDAY }]);

  const { body } = await put(resting, { weekendTime: "09:00" }, now);
  expect(body.nextWakeUpLocal).toBe(`${SATURDAY}T09:00`);
  expect(await hoursOf(resting)).toEqual({ hour: 6, weekend: 9, since: now });

  const moved = await put(weekday, { emailTime: "05:00" }, now);
  expect(timesIn(moved.body)).toEqual({
    emailTime: "05:00",
    weekendTime: "09:00",
    nextWakeUpLocal: `${SATURDAY}T09:00`,
  });
  expect(await hoursOf(weekday)).toEqual({ hour: 5, weekend: 9, since: EARLIER });
  expect(await rowsOf(skipped, weekday.id)).toEqual([]);
});

test("a weekday hour changed while Saturday's email is late doesn't affect that email", async () => {
  const member = await sleeper(7);
  const now = on(SATURDAY, 8);
  const claim = { localDate: SATURDAY, memberId: member.id, batch: 1, keyVersion: 1, claimedAt: now };
  await db.insert(deliveries).values({ ...claim, state: "claimed" });
  const reason = () => rowsOf("select reason from deliveries where member_id = ?", member.id);
  await put(member, { emailTime: "05:00" }, now);
  expect(await reason()).toEqual([{ reason: null }]);
  await put(member, { weekendTime: "09:00" }, now + 1);
  expect(await reason()).toEqual([{ reason: String(on(SATURDAY, 9) / 1000) }]);
});

test("turning weekend emails off or on applies right away, and saving the same again changes nothing", async () => {
  await createWeekend();
  const now = on(SATURDAY, 5);
  const member = await sleeper(9);
  const { body } = await put(member, { weekendTime: "none" }, now);
  expect(body.nextWakeUpLocal).toBe(`${MONDAY}T06:00`);
  const before = { hour: 6, weekend: NO_HOUR, since: now };
  expect(await hoursOf(member)).toEqual(before);
  const same = { emailTime: "06:00", weekendTime: "none", timezone: "America/Chicago", emailEnabled: true };
  await put(member, same, now + HOUR_MS);
  expect(await hoursOf(member)).toEqual(before);
  const back = await put(member, { weekendTime: null }, now + 2 * HOUR_MS);
  expect(back.body.nextWakeUpLocal).toBe(`${SUNDAY}T06:00`);
});

test.for([
  [{ emailTime: "07:00" }, 7],
  [{ emailTime: "06:00", timezone: "America/New_York" }, 6],
] as const)(
  "%j from a device unaware of a weekend hour keeps one just set on another device",
  async ([change, hour]) => {
    const now = on(SATURDAY, 12);
    const member = await sleeper(null);
    const caller = { memberId: member.id, member: Promise.resolve(member) } as unknown as Caller;
    const meanwhile = () => put(member, { weekendTime: "none" }, now - 1);
    await updateProfile(contextOvertaken(now, meanwhile), { caller, change });
    expect(await hoursOf(member)).toMatchObject({ hour, weekend: NO_HOUR });
  },
);

test("moving to another zone keeps both hours, which apply from the next slot in the new zone", async () => {
  await createWeekend();
  // In Chicago it's Saturday, in Los Angeles still Friday.
  const now = on(SATURDAY, 1);
  const member = await sleeper(0, { wakeUpHour: 5 });
  const { body } = await put(member, { timezone: "America/Los_Angeles" }, now);
  expect(body.nextWakeUpLocal).toBe(`${SATURDAY}T00:00`);
  expect(await hoursOf(member)).toEqual({ hour: 5, weekend: 0, since: now });
});

test("moving across the date line into a weekend without email is recorded on the member's claim", async () => {
  const member = await sleeper(NO_HOUR, { timezone: "Pacific/Honolulu" });
  // In Honolulu it's Friday, in Auckland Saturday.
  const now = instantAt(FRIDAY, 6, "Pacific/Honolulu") + HOUR_MS / 2;
  const claim = { localDate: FRIDAY, memberId: member.id, batch: 1, keyVersion: 1, claimedAt: now };
  await db.insert(deliveries).values({ ...claim, state: "claimed" });
  const json = { timezone: "Pacific/Auckland" };
  const move = { method: "PUT", token: await tokenFor(member, now), json, now };
  await requestWith({ WAKE_UP_ZONES: "world" }, "/api/user/profile", move);
  expect(await hoursOf(member)).toMatchObject({ since: now });
  expect(await rowsOf("select reason from deliveries where member_id = ?", member.id)).toEqual([
    { reason: String(instantAt(FRIDAY, 6, "Pacific/Auckland") / 1000) },
  ]);
});

test.for([
  [{ weekendTime: "04:00" }, "Choose one of the available hours."],
  [{ weekendTime: "9" }, "Choose an hour such as 06:00"],
  [{ weekendTime: 9 }, "Choose an hour such as 06:00"],
] as const)("%j is refused", async ([json, words]) => {
  const { status, body } = await put(await sleeper(null), json);
  expect([status, body]).toMatchObject([400, { fields: { weekendTime: words } }]);
});

test("an hour that isn't offered anymore stays valid for a member who has it", async () => {
  const member = await sleeper(4);
  expect((await put(member, { weekendTime: "04:00", emailTime: "07:00" })).status).toBe(200);
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekend: 4 });
});

test("if later hours are offered, any of them can be a weekend hour", async () => {
  const member = await sleeper(null);
  const json = { emailTime: "21:00", weekendTime: "23:00" };
  const put = { method: "PUT", token: await tokenFor(member, NOON), json, now: NOON };
  const saved = await requestWith({ WAKE_UP_HOURS: "00-23" }, "/api/user/profile", put);
  expect([saved.status, await hoursOf(member)]).toMatchObject([200, { hour: 21, weekend: 23 }]);
});

test("a morning without an email gives the weekend as its reason, based on that day's hours", async () => {
  for (const date of [FRIDAY, SATURDAY]) await createItem(date);
  const member = await sleeper(NO_HOUR, { createdAt: on(FRIDAY, 0) });
  const whyOn = async (now: number) => {
    const { mornings } = await read<{ mornings: Morning[] }>(member, now, "mornings");
    return mornings.find(({ date }) => date === SATURDAY)?.why;
  };
  expect(await whyOn(on(SATURDAY, 12))).toBe("weekend");
  await put(member, { weekendTime: "09:00" }, on(SATURDAY, 13));
  expect(await whyOn(on(SUNDAY, 12))).toBeUndefined();
  await put(member, { weekendTime: "none" }, on(SUNDAY, 13));
  await put(member, { weekendTime: null }, on(MONDAY, 13));
  expect(await whyOn(on(MONDAY, 14))).toBeUndefined();
});

test("on Friday evening, Friday's is the latest morning, and Saturday's follows the weekend hour if any", async () => {
  await createWeekend();
  await createItem(FRIDAY);
  const todayAt = async (member: Member, now: number) => {
    const { mornings } = await read<{ mornings: Morning[] }>(member, now, "mornings");
    return mornings[0];
  };
  const late = { wakeUpHour: 19, createdAt: EARLIER };
  const [member, resting] = [await sleeper(9, late), await sleeper(NO_HOUR, late)];
  expect(await todayAt(member, on(FRIDAY, 21))).toMatchObject({ date: FRIDAY, state: "late" });
  expect(await todayAt(member, on(SATURDAY, 8))).toMatchObject({ date: SATURDAY, state: "coming" });
  expect(await todayAt(resting, on(SATURDAY, 8))).toMatchObject({ date: SATURDAY, state: "none", why: "weekend" });
});

test("an administrator sees both hours and when the next email comes", async () => {
  await createWeekend();
  const member = await sleeper(9);
  const response = await request(`/api/admin/members/${member.id}`, { admin: true, now: NOON });
  expect(await response.json()).toMatchObject({
    profile: { emailTime: "06:00", weekendTime: "09:00" },
    mail: { nextAt: new Date(on(SATURDAY, 9)).toISOString() },
  });
});

test("creating an account and changing hours write one row per index", async () => {
  const { d1, cost } = countingD1(env.DB);
  const counted = createDb(d1);
  const writtenBy = async (statement: PromiseLike<unknown>) => {
    const before = cost.rowsWritten;
    await statement;
    return cost.rowsWritten - before;
  };
  const own = { id: "rows", email: "rows@example.com", emailKey: "rows@example.com" };
  const membership = { subscriptionType: "monthly", subscriptionStatus: "active", accessEndsAt: NOON } as const;
  const times = { wakeUpSince: 0, createdAt: 0, updatedAt: 0 };
  expect(await writtenBy(counted.insert(members).values({ ...own, ...membership, ...times }))).toBe(11);
  const change = (hours: object) => writtenBy(changeProfile(counted, own.id, hours, NOON));
  expect(await change({ wakeUpHour: 7 })).toBe(3);
  expect(await change({ weekendHour: 9 })).toBe(2);
  expect(await change({ wakeUpHour: 8, weekendHour: NO_HOUR })).toBe(3);
});
