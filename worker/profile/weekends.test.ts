import { afterEach, expect, test } from "vitest";
import { deliveries } from "#db/schema/wake-up.ts";
import type { Morning, ProfileResponse } from "#domain/contract/profile.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { createItem, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { createPlanned, FRIDAY, hoursOf, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import type { Member } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { turnWeekends } from "../wake-up/weekends/turn-weekends.ts";
import { updateProfile } from "./profile.ts";

const WEEK = { weekdayHour: 6, weekendHour: 9 };
const REST = { weekdayHour: 6, weekendHour: null };
const NOON = on(FRIDAY, 12);
const EVENING = on(FRIDAY, 20);

afterEach(async () => {
  for (const table of ["wake_up_plans", "content"]) await rowsOf(`delete from ${table}`);
});

async function put(member: Member, json: object, now = NOON) {
  const response = await request("/api/user/profile", { method: "PUT", token: await tokenFor(member, now), json, now });
  return { status: response.status, body: await response.json<ProfileResponse>() };
}

async function read<Answer = ProfileResponse>(member: Member, now: number, path = "profile"): Promise<Answer> {
  return (await request(`/api/user/${path}`, { token: await tokenFor(member, now), now })).json<Answer>();
}

const timesIn = ({ emailTime, weekendTime, nextWakeUpLocal }: ProfileResponse) => ({
  ...{ emailTime, weekendTime, nextWakeUpLocal },
});

const movesOf = ({ id }: Member) =>
  rowsOf("select details from audit where subject = ? and action = 'mails.time' order by id", id);

/** A member without a plan. */
async function sleeper() {
  const member = await createPlanned(WEEK);
  await rowsOf("delete from wake_up_plans where member_id = ?", member.id);
  return member;
}

async function createWeekend() {
  for (const date of [SATURDAY, SUNDAY, MONDAY, addDays(MONDAY, 1)]) await createItem(date);
}

test("a weekend hour is chosen, changed, replaced by no email, and removed", async () => {
  await createWeekend();
  const member = await sleeper();
  const first = await put(member, { weekendTime: "09:00" });
  expect(timesIn(first.body)).toEqual({
    ...{ emailTime: "06:00", weekendTime: "09:00", nextWakeUpLocal: `${SATURDAY}T09:00` },
  });
  expect(await hoursOf(member)).toMatchObject({ hour: 6, weekday: 6, weekend: 9, next: EVENING });

  expect(timesIn((await put(member, { weekendTime: "08:00", emailTime: "07:00" })).body)).toEqual({
    ...{ emailTime: "07:00", weekendTime: "08:00", nextWakeUpLocal: `${SATURDAY}T08:00` },
  });
  const none = await put(member, { weekendTime: "none" });
  const resting = { emailTime: "07:00", weekendTime: "none", nextWakeUpLocal: `${MONDAY}T07:00` };
  expect(timesIn(none.body)).toEqual(resting);
  expect(timesIn(await read(member, NOON))).toEqual(resting);
  expect(timesIn((await put(member, { weekendTime: null })).body)).toEqual({
    ...{ emailTime: "07:00", weekendTime: null, nextWakeUpLocal: `${SATURDAY}T07:00` },
  });
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekday: null, next: null });
  expect((await movesOf(member)).map(({ details }) => JSON.parse(String(details)))).toEqual([
    { emailTime: "06:00", timezone: "America/Chicago", weekendTime: "09:00" },
    { emailTime: "07:00", timezone: "America/Chicago", weekendTime: "08:00" },
    { emailTime: "07:00", timezone: "America/Chicago", weekendTime: "none" },
    { emailTime: "07:00", timezone: "America/Chicago" },
  ]);
});

test("on the weekend itself, a choice counts from its next slot, and the weekday hour waits for Monday", async () => {
  await createWeekend();
  const now = on(SATURDAY, 8);
  const [member, resting, weekday] = [
    await createPlanned(WEEK, now),
    await createPlanned(REST, now),
    await createPlanned(WEEK, now),
  ];
  // It's past 7 AM, so today's email is skipped, on record.
  await put(member, { weekendTime: "07:00" }, now);
  expect(await hoursOf(member)).toMatchObject({ hour: 7, since: now, next: on(SUNDAY, 20) });
  const skipped = "select details ->> 'date' as date from audit where subject = ? and action = 'mails.skipped'";
  expect(await rowsOf(skipped, member.id)).toEqual([{ date: SATURDAY }]);

  expect(await hoursOf(resting)).toMatchObject({ since: on(MONDAY, 0) });
  const { body } = await put(resting, { weekendTime: "09:00" }, now);
  expect(body.nextWakeUpLocal).toBe(`${SATURDAY}T09:00`);
  expect(await hoursOf(resting)).toMatchObject({ hour: 9, since: now });

  const moved = await put(weekday, { emailTime: "05:00" }, now);
  expect(timesIn(moved.body)).toEqual({
    ...{ emailTime: "05:00", weekendTime: "09:00" },
    nextWakeUpLocal: `${SATURDAY}T09:00`,
  });
  expect(await hoursOf(weekday)).toMatchObject({ hour: 9, weekday: 5, weekend: 9 });
  expect(await rowsOf(skipped, weekday.id)).toEqual([]);
});

test("starting and ending a weekend without email take effect right away, and saving the same again changes nothing", async () => {
  await createWeekend();
  const now = on(SATURDAY, 5);
  const member = await createPlanned(WEEK, now);
  const { body } = await put(member, { weekendTime: "none" }, now);
  expect(body.nextWakeUpLocal).toBe(`${MONDAY}T06:00`);
  expect(await hoursOf(member)).toMatchObject({ hour: 6, since: on(MONDAY, 0) });
  const before = await hoursOf(member);
  await put(member, { emailTime: "06:00", timezone: "America/Chicago", emailEnabled: true }, now + HOUR_MS);
  expect(await hoursOf(member)).toEqual(before);
  const back = await put(member, { weekendTime: null }, now + 2 * HOUR_MS);
  expect(back.body.nextWakeUpLocal).toBe(`${SUNDAY}T06:00`);
});

test.for([
  [{ emailTime: "07:00" }, 7],
  [{ emailTime: "06:00", timezone: "America/New_York" }, 6],
  [{ weekendTime: null }, 6],
] as const)(
  "%j from a device that knew of no weekend hour ends one that another has just set",
  async ([change, hour]) => {
    const now = on(SATURDAY, 12);
    const member = await sleeper();
    const caller = { memberId: member.id, member: Promise.resolve(member) } as unknown as Caller;
    await updateProfile(
      contextOvertaken(now, () => put(member, { weekendTime: "none" }, now - 1)),
      { caller, change },
    );
    expect(await hoursOf(member)).toEqual({ hour, since: now, weekday: null, weekend: null, next: null });
  },
);

test("a move to another zone takes the plan along: its evenings and its Monday are the new zone's", async () => {
  const [member, resting] = [await createPlanned(WEEK), await createPlanned(REST)];
  await put(member, { timezone: "America/Los_Angeles" });
  expect((await hoursOf(member)).next).toBe(instantAt(FRIDAY, 20, "America/Los_Angeles"));
  // In Chicago the weekend has begun, in Los Angeles it's Friday, 6 PM.
  const now = on(FRIDAY, 20) + HOUR_MS / 10;
  await turnWeekends(contextAt(now), { tickAt: now });
  expect(await hoursOf(resting)).toMatchObject({ since: on(MONDAY, 0) });
  await put(resting, { timezone: "America/Los_Angeles" }, now);
  expect(await hoursOf(resting)).toMatchObject({ since: now, next: instantAt(FRIDAY, 20, "America/Los_Angeles") });
  await put(resting, { timezone: "America/New_York" }, now + 1);
  expect(await hoursOf(resting)).toMatchObject({ since: instantAt(MONDAY, 0, "America/New_York") });
});

test("a move across the date line into a weekend without email is noted on the claim that holds the member", async () => {
  const member = await createPlanned(REST, on(FRIDAY, 3), { timezone: "Pacific/Honolulu" });
  // In Honolulu it's Friday, in Auckland Saturday.
  const now = instantAt(FRIDAY, 6, "Pacific/Honolulu") + HOUR_MS / 2;
  const claim = { localDate: FRIDAY, memberId: member.id, batch: 1, keyVersion: 1, claimedAt: now };
  await db.insert(deliveries).values({ ...claim, state: "claimed" });
  const json = { timezone: "Pacific/Auckland" };
  const move = { method: "PUT", token: await tokenFor(member, now), json, now };
  await requestWith({ WAKE_UP_ZONES: "world" }, "/api/user/profile", move);
  expect(await hoursOf(member)).toMatchObject({ since: instantAt(MONDAY, 0, "Pacific/Auckland") });
  expect(await rowsOf("select reason from deliveries where member_id = ?", member.id)).toEqual([
    { reason: String(instantAt(FRIDAY, 6, "Pacific/Auckland") / 1000) },
  ]);
});

test.for([
  [{ weekendTime: "04:00" }, "Choose one of the available hours."],
  [{ weekendTime: "9" }, "Choose an hour such as 06:00"],
  [{ weekendTime: 9 }, "Choose an hour such as 06:00"],
] as const)("%j is refused", async ([json, words]) => {
  const { status, body } = await put(await sleeper(), json);
  expect([status, body]).toMatchObject([400, { fields: { weekendTime: words } }]);
});

test("an hour that isn't offered anymore stays valid for a member who has it", async () => {
  const member = await createPlanned({ weekdayHour: 6, weekendHour: 4 });
  expect((await put(member, { weekendTime: "04:00", emailTime: "07:00" })).status).toBe(200);
  expect(await hoursOf(member)).toMatchObject({ weekday: 7, weekend: 4 });
});

test("where later hours are offered, weekends can differ only if both hours are before 5 PM", async () => {
  const late = await createPlanned({ weekdayHour: 17, weekendHour: 6 });
  const refused = await put(late, { weekendTime: "06:00", emailTime: "17:00" });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("before 5:00 PM") } });
});

test("a morning without an email says that weekends have none, by the hours of that day", async () => {
  for (const date of [FRIDAY, SATURDAY]) await createItem(date);
  const member = await createPlanned(REST, on(FRIDAY, 12), { createdAt: on(FRIDAY, 0) });
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

test("an administrator sees both hours and when the next email comes", async () => {
  await createWeekend();
  const member = await createPlanned(WEEK);
  const response = await request(`/api/admin/members/${member.id}`, { admin: true, now: NOON });
  expect(await response.json()).toMatchObject({
    profile: { emailTime: "06:00", weekendTime: "09:00" },
    mail: { nextAt: new Date(on(SATURDAY, 9)).toISOString() },
  });
});
