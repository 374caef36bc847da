import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { type ProfileResponse, profileResponse } from "#domain/contract/profile.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { createItem, createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { selectMember, updateMember } from "../account/member/members.queries.ts";
import { createContext } from "../kernel/context.ts";
import { updateProfile } from "./profile.ts";

const NOW = Date.parse("2026-07-04T17:00:00Z");
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z"), wakeUpSince: NOW - 86_400_000 };

async function read(member: Member, now = NOW): Promise<ProfileResponse> {
  const response = await request("/api/user/profile", { token: await tokenFor(member, now), now });
  expect(response.status).toBe(200);
  return profileResponse.parse(await response.json());
}

async function put(member: Member, json: unknown, now = NOW): Promise<Response> {
  return request("/api/user/profile", { method: "PUT", json, token: await tokenFor(member, now), now });
}

async function changed(member: Member, json: unknown, now = NOW): Promise<ProfileResponse> {
  const response = await put(member, json, now);
  expect(response.status).toBe(200);
  return profileResponse.parse(await response.json());
}

beforeAll(async () => {
  for (let day = 0; day <= 12; day += 1) await createItem(addDays("2026-07-04", day));
  for (const date of ["2026-10-30", "2026-10-31", "2026-11-01"]) await createItem(date, { status: "scheduled" });
});

test("the profile has everything the account page shows", async () => {
  const member = await createMember({ ...FOREVER, lastName: "Lopez", subscriptionEndsAt: NOW, createdAt: NOW });
  // The web tests' sample of the server's response has the same fields.
  expect(await read(member)).toEqual({
    ...PROFILE,
    isSetUp: false,
    asksCode: true,
    id: member.id,
    email: member.email,
    lastName: "Lopez",
    subscriptionType: "monthly",
    subscriptionEndDate: "2026-07-04T17:00:00.000Z",
    subscriptionEndDay: "2026-07-04",
    createdAt: "2026-07-04T17:00:00.000Z",
    nextWakeUpAt: "2026-07-05T11:00:00.000Z",
    nextWakeUpLocal: "2026-07-05T06:00",
    wakeUpOptions: {
      emailTimes: ["05:00", "06:00", "07:00", "08:00", "09:00"],
      timezones: [
        { id: "America/Chicago", label: "Central" },
        { id: "America/New_York", label: "Eastern" },
        { id: "America/Denver", label: "Mountain" },
        { id: "America/Los_Angeles", label: "Pacific" },
      ],
    },
  });
});

test("a gift membership is labeled as a gift, and a member without access still sees their profile", async () => {
  const gift = await createMember({ subscriptionType: "gift", giftGiverName: "Ben", accessEndsAt: null });
  expect(await read(gift)).toMatchObject({ isGiftSubscription: true, giftGiverName: "Ben", hasAccess: false });
});

test("the password hash and other internal fields never leave the server", async () => {
  const member = await createMember({ passwordHash: "scrypt$secret" });
  const response = await request("/api/user/profile", { token: await tokenFor(member) });
  const text = await response.text();
  expect(text).not.toContain("scrypt$secret");
  expect(text).not.toMatch(/password|sessionVersion|emailKey|suppressed|deletedAt/i);
});

test("hour, zone, and email setting can be changed separately or together, and the new profile is returned", async () => {
  const member = await createMember(FOREVER);
  expect(await changed(member, { emailTime: "09:00" })).toMatchObject({
    emailTime: "09:00",
    timezone: "America/Chicago",
    nextWakeUpAt: "2026-07-05T14:00:00.000Z",
    nextWakeUpLocal: "2026-07-05T09:00",
  });
  expect(await changed(member, { timezone: "America/Los_Angeles", emailEnabled: false })).toMatchObject({
    emailTime: "09:00",
    timezone: "America/Los_Angeles",
    emailEnabled: false,
    nextWakeUpAt: null,
    nextWakeUpLocal: null,
  });
  expect(await read(member)).toMatchObject({ timezone: "America/Los_Angeles", emailEnabled: false });
});

test("the playback speed is saved for the member without affecting their emails", async () => {
  const member = await createMember(FOREVER);
  expect(await changed(member, { playbackSpeed: 1.25 })).toMatchObject({ playbackSpeed: 1.25, emailTime: "06:00" });
  expect(await read(member)).toMatchObject({ playbackSpeed: 1.25 });
  expect(await selectMember(db, member.id).get()).toEqual({ ...member, playbackSpeed: 1.25 });
  expect((await put(member, { playbackSpeed: 3 })).status).toBe(400);
  expect(await changed(member, { emailTime: "07:00" })).toMatchObject({ playbackSpeed: 1.25 });
});

test("a body that isn't JSON or contains no change is refused and changes nothing", async () => {
  const member = await createMember(FOREVER);
  const token = await tokenFor(member);
  const put = (headers: Record<string, string>, body: string) =>
    request("/api/user/profile", { method: "PUT", token, headers, body });
  const off = JSON.stringify({ emailEnabled: false });
  expect((await put({ "content-type": "text/plain" }, off)).status).toBe(400);
  expect((await put({ "content-type": "application/json" }, "{}")).status).toBe(400);
  expect(await read(member)).toMatchObject({ emailEnabled: true });
  expect((await put({ "content-type": "application/json; charset=utf-8" }, off)).status).toBe(200);
});

test.for([
  [{ emailTime: "04:00" }, "emailTime", "Choose one of the available hours."],
  [{ emailTime: "10:00" }, "emailTime", "Choose one of the available hours."],
  [{ emailTime: "06:30" }, "emailTime", "Choose an hour such as 06:00"],
  [{ timezone: "Europe/London" }, "timezone", "Choose one of the available time zones."],
  [{ timezone: "Mars/Olympus" }, "timezone", "Choose one of the available time zones."],
  [{ timezone: "" }, "timezone", "Choose a time zone"],
  [{ pausedUntil: "2026-07-04" }, "pausedUntil", "Choose a day after today."],
  [{ pausedUntil: "2027-07-05" }, "pausedUntil", "Choose a day within the next year."],
  [{ pausedUntil: "2026-02-30" }, "pausedUntil", "Enter a date as YYYY-MM-DD"],
] as const)("the change %j is refused and leaves everything as it was", async ([json, field, message]) => {
  const member = await createMember(FOREVER);
  const response = await put(member, { emailEnabled: false, ...json });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "validation", error: message, fields: { [field]: message } });
  expect(await selectMember(db, member.id).get()).toEqual(member);
});

test("the operator can offer more hours and zones", async () => {
  const member = await createMember(FOREVER);
  const bindings = { WAKE_UP_HOURS: "04-10", WAKE_UP_ZONES: "world" };
  const json = { emailTime: "04:00", timezone: "Asia/Tokyo" };
  const options = { method: "PUT", json, token: await tokenFor(member) };
  const profile = profileResponse.parse(await (await requestWith(bindings, "/api/user/profile", options)).json());
  expect(profile).toMatchObject({ emailTime: "04:00", timezone: "Asia/Tokyo" });
  expect(profile.wakeUpOptions.emailTimes).toHaveLength(7);
  expect(profile.wakeUpOptions.timezones.length).toBeGreaterThan(300);
});

test("a member keeps an hour and zone that are no longer offered, but can't choose them again", async () => {
  const member = await createMember({ ...FOREVER, wakeUpHour: 4, timezone: "Asia/Tokyo" });
  const kept = await changed(member, { emailTime: "04:00", timezone: "Asia/Tokyo", emailEnabled: false });
  expect(kept).toMatchObject({ emailTime: "04:00", timezone: "Asia/Tokyo", emailEnabled: false });
  await changed(member, { emailTime: "06:00" });
  expect((await put(member, { emailTime: "04:00" })).status).toBe(400);
});

test("no one can change their email address, plan, or access here", async () => {
  const member = await createMember(FOREVER);
  const plan = { subscriptionStatus: "expired", accessEndsAt: 0 };
  await changed(member, { email: "other@daybolt.test", ...plan, emailEnabled: false });
  expect(await selectMember(db, member.id).get()).toEqual({ ...member, emailEnabled: false, updatedAt: NOW });
});

test("a new hour, a new zone, and resumed emails apply only from now on, unlike other changes", async () => {
  const since = async (member: Member) => (await selectMember(db, member.id).get())?.wakeUpSince;
  for (const json of [{ emailTime: "07:00" }, { timezone: "America/Denver" }]) {
    const member = await createMember(FOREVER);
    await changed(member, json);
    expect(await since(member)).toBe(NOW);
  }
  const member = await createMember(FOREVER);
  for (const json of [
    { emailTime: "06:00", timezone: "America/Chicago", emailEnabled: true },
    { emailEnabled: false },
  ]) {
    await changed(member, json);
    expect(await since(member)).toBe(FOREVER.wakeUpSince);
  }
  await changed(member, { emailEnabled: true }, NOW + 1000);
  expect(await since(member)).toBe(NOW + 1000);
});

test("changing the hour doesn't undo a simultaneous unsubscription", async () => {
  const member = await createMember(FOREVER);
  await updateMember(db, member.id, { emailEnabled: false });
  const origin = { now: NOW, requestId: "test", defer: () => undefined };
  // The lookup ran before unsubscribing; the change is written after it.
  const caller = { memberId: member.id, member: Promise.resolve(member) };
  const profile = await updateProfile(createContext(env, origin), { caller, change: { emailTime: "08:00" } });
  expect(profile).toMatchObject({ emailTime: "08:00", emailEnabled: false, nextWakeUpAt: null });
});

test.for([
  ["emails are off", { emailEnabled: false }, null],
  ["the address is suppressed", { suppressedAt: 1 }, null],
  ["access ends before the slot", { accessEndsAt: Date.parse("2026-07-05T11:00:00Z") }, null],
  ["access ends after the slot", { accessEndsAt: Date.parse("2026-07-05T11:00:01Z") }, "2026-07-05T11:00:00.000Z"],
  ["emails are paused", { pausedUntil: Date.parse("2026-07-10T00:00:00Z") }, "2026-07-10T11:00:00.000Z"],
] as const)("the next email is scheduled correctly when %s", async ([, overrides, nextWakeUpAt]) => {
  expect(await read(await createMember({ ...FOREVER, ...overrides }))).toMatchObject({ nextWakeUpAt });
});

test("the next email keeps its local time across a daylight saving change", async () => {
  const member = await createMember(FOREVER);
  const saturday = await read(member, Date.parse("2026-10-31T17:00:00Z"));
  expect(saturday.nextWakeUpAt).toBe("2026-11-01T12:00:00.000Z");
  const friday = await read(member, Date.parse("2026-10-30T17:00:00Z"));
  expect(friday.nextWakeUpAt).toBe("2026-10-31T11:00:00.000Z");
});

test("the next email is for the next morning with a live item, even if the plan opens items a day early", async () => {
  await createItem("2026-09-11", { status: "draft" });
  await createItem("2026-09-12", { hidden: true });
  await createItem("2026-09-13");
  const vip = await createMember({ ...FOREVER, subscriptionType: "annual" });
  const from = async (now: string) => (await read(vip, Date.parse(now))).nextWakeUpAt;
  for (const now of ["2026-09-10T12:00:00Z", "2026-09-12T12:00:00Z", "2026-09-13T10:59:59Z"]) {
    expect(await from(now)).toBe("2026-09-13T11:00:00.000Z");
  }
  expect(await from("2026-09-13T11:00:00Z")).toBeNull();
});

test("the next morning is searched for in the member's own days, at most two weeks ahead", async () => {
  await createItem("2027-03-20");
  const member = await createMember({ ...FOREVER, timezone: "Pacific/Auckland" });
  const from = async (now: string) => (await read(member, Date.parse(now))).nextWakeUpAt;
  // 06:00 on the 20th in Auckland is 17:00 UTC on the 19th.
  expect(await from("2027-03-19T16:59:59Z")).toBe("2027-03-19T17:00:00.000Z");
  expect(await from("2027-03-19T17:00:00Z")).toBeNull();
  expect(await from("2027-03-05T17:00:00Z")).toBe("2027-03-19T17:00:00.000Z");
  expect(await from("2027-03-05T16:59:59Z")).toBeNull();
});

test("a change of hour or zone returns the resulting next email", async () => {
  const member = await createMember(FOREVER);
  const now = Date.parse("2026-07-04T13:30:00Z");
  expect(await changed(member, { emailTime: "09:00" }, now)).toMatchObject({
    nextWakeUpAt: "2026-07-04T14:00:00.000Z",
  });
  expect(await changed(member, { emailTime: "08:00" }, now)).toMatchObject({
    nextWakeUpAt: "2026-07-05T13:00:00.000Z",
  });
});

test("a pause ends on the morning of its end date in the member's zone, even for a midnight wake-up", async () => {
  const member = await createMember(FOREVER);
  expect(await changed(member, { pausedUntil: "2026-07-08" })).toMatchObject({
    pausedUntil: "2026-07-08",
    nextWakeUpAt: "2026-07-08T11:00:00.000Z",
  });
  const night = await createMember({ ...FOREVER, wakeUpHour: 0, timezone: "Asia/Tokyo" });
  expect(await changed(night, { pausedUntil: "2026-07-08" })).toMatchObject({
    pausedUntil: "2026-07-08",
    nextWakeUpAt: "2026-07-07T15:00:00.000Z",
  });
  expect(await read(night, Date.parse("2026-07-07T15:00:00Z"))).toMatchObject({ pausedUntil: null });
});

test("a pause can end from tomorrow to a year ahead, and its end is shown even if no email is scheduled", async () => {
  const member = await createMember(FOREVER);
  expect(await changed(member, { pausedUntil: "2026-07-05" })).toMatchObject({ pausedUntil: "2026-07-05" });
  expect(await changed(member, { pausedUntil: "2027-07-04" })).toMatchObject({
    pausedUntil: "2027-07-04",
    nextWakeUpAt: null,
  });
});

test("ending a pause early applies from now on, and a pause that runs out doesn't change later mornings", async () => {
  const since = async (member: Member) => (await selectMember(db, member.id).get())?.wakeUpSince;
  const member = await createMember(FOREVER);
  await changed(member, { pausedUntil: "2026-07-08" });
  expect(await since(member)).toBe(FOREVER.wakeUpSince);
  await changed(member, { emailEnabled: true }, Date.parse("2026-07-08T20:00:00Z"));
  expect(await since(member)).toBe(FOREVER.wakeUpSince);

  await changed(member, { pausedUntil: "2026-07-10" });
  expect(await changed(member, { pausedUntil: null }, NOW + 1000)).toMatchObject({
    pausedUntil: null,
    nextWakeUpAt: "2026-07-05T11:00:00.000Z",
  });
  expect(await since(member)).toBe(NOW + 1000);
});

test("a pause keeps its end date when the member changes zones, unless it was ended meanwhile", async () => {
  const member = await createMember({ ...FOREVER, timezone: "America/New_York" });
  await changed(member, { pausedUntil: "2026-07-08" });
  expect(await changed(member, { timezone: "America/Los_Angeles" })).toMatchObject({
    pausedUntil: "2026-07-08",
    nextWakeUpAt: "2026-07-08T13:00:00.000Z",
  });
  const paused = await selectMember(db, member.id).get();
  await updateMember(db, member.id, { pausedUntil: null });
  const caller = { memberId: member.id, member: Promise.resolve(paused ?? member) };
  const origin = { now: NOW, requestId: "test", defer: () => undefined };
  const profile = await updateProfile(createContext(env, origin), { caller, change: { timezone: "America/Denver" } });
  expect(profile).toMatchObject({ timezone: "America/Denver", pausedUntil: null });
});

test("changes that affect a member's emails are audited, and unchanged settings aren't", async () => {
  const member = await createMember(FOREVER);
  await changed(member, { pausedUntil: "2026-07-10" });
  await changed(member, { pausedUntil: "2026-07-10", emailTime: "06:00", emailEnabled: true, playbackSpeed: 1.5 });
  await changed(member, { pausedUntil: "2026-07-12" });
  await changed(member, { pausedUntil: null, emailTime: "07:00", timezone: "America/Denver" });
  await changed(member, { emailEnabled: false });
  await changed(member, { emailEnabled: true });
  await changed(member, { emailTime: "08:00", emailEnabled: false });
  const entries = await rowsOf("select actor, action, details from audit where subject = ? order by id", member.id);
  expect(entries.map(({ action, details }) => [action, JSON.parse(String(details))])).toEqual([
    ["mails.pause", { pausedUntil: "2026-07-10" }],
    ["mails.pause", { pausedUntil: "2026-07-12" }],
    ["mails.time", { emailTime: "07:00", timezone: "America/Denver" }],
    ["mails.resume", null],
    ["mails.off", null],
    ["mails.on", null],
    ["mails.time", { emailTime: "08:00", timezone: "America/Denver" }],
    ["mails.off", null],
  ]);
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([`member:${member.id}`]));
});

test("moving to an hour that has passed records which morning gets no email", async () => {
  // 06:30 in Chicago.
  const now = Date.parse("2026-07-06T11:30:00Z");
  const recorded = async ({ id }: Member) =>
    (await rowsOf("select action, details from audit where subject = ? order by id", id)).map(({ action, details }) => [
      action,
      JSON.parse(String(details)).date,
    ]);
  const moved = ["mails.time", undefined] as const;
  const late = await createMember({ ...FOREVER, wakeUpHour: 8 });
  await changed(late, { emailTime: "06:00" }, now);
  expect(await recorded(late)).toEqual([moved, ["mails.skipped", "2026-07-06"]]);
  await changed(late, { emailTime: "06:00" }, now + 60_000);
  expect(await recorded(late)).toHaveLength(2);

  const still = await createMember({ ...FOREVER, wakeUpHour: 8 });
  await changed(still, { emailTime: "07:00" }, now);
  expect(await recorded(still)).toEqual([moved]);
  // That morning's email has been sent, and a morning without content has none to lose.
  const woken = await createMember({ ...FOREVER, wakeUpHour: 8 });
  await rowsOf(
    "insert into deliveries (day, member_id, batch, key_version, state, claimed_at) values (unixepoch('2026-07-06') / 86400, ?, 0, 1, 1, 1)",
    woken.id,
  );
  await changed(woken, { emailTime: "06:00" }, now);
  expect(await recorded(woken)).toEqual([moved]);
  const contentless = await createMember({ ...FOREVER, wakeUpHour: 8 });
  await changed(contentless, { emailTime: "06:00" }, Date.parse("2026-08-06T11:30:00Z"));
  expect(await recorded(contentless)).toEqual([moved]);

  // Once a session may be sent again, the morning has an email to lose, decided or not.
  await rowsOf("update content set may_be_sent_again = 1 where date = '2026-07-06'");
  const foreseen = await createMember({ ...FOREVER, wakeUpHour: 8 });
  await changed(foreseen, { emailTime: "06:00" }, Date.parse("2026-08-06T11:30:00Z"));
  expect(await recorded(foreseen)).toEqual([moved, ["mails.skipped", "2026-08-06"]]);
  await rowsOf("update content set may_be_sent_again = 0");

  // 06:30 in Chicago on the 6th is 01:30 on the 7th in Kiritimati: the morning of the 6th has passed everywhere.
  const traveller = await createMember({ ...FOREVER, wakeUpHour: 8 });
  const token = await tokenFor(traveller, now);
  const put = { method: "PUT", json: { timezone: "Pacific/Kiritimati" }, token, now };
  expect((await requestWith({ WAKE_UP_ZONES: "world" }, "/api/user/profile", put)).status).toBe(200);
  expect(await recorded(traveller)).toEqual([moved, ["mails.skipped", "2026-07-06"]]);
});

test("during the grace period the end date is the paid end, and after access ends it's the actual end", async () => {
  const [paid, over] = [NOW - 11 * 86_400_000, NOW - 3_600_000];
  const running = await createMember({ subscriptionEndsAt: paid, accessEndsAt: NOW + 3_600_000 });
  expect((await read(running)).subscriptionEndDate).toBe(new Date(paid).toISOString());
  const ended = await createMember({ subscriptionEndsAt: paid, accessEndsAt: over });
  expect((await read(ended)).subscriptionEndDate).toBe(new Date(over).toISOString());
});

test("the subscription's end day is in the member's own zone", async () => {
  const subscriptionEndsAt = Date.parse("2026-11-22T05:00:00Z");
  const dayIn = async (timezone: string) =>
    (await read(await createMember({ ...FOREVER, subscriptionEndsAt, timezone }))).subscriptionEndDay;
  expect(await dayIn("America/Los_Angeles")).toBe("2026-11-21");
  expect(await dayIn("America/New_York")).toBe("2026-11-22");
  expect((await read(await createMember({ ...FOREVER, subscriptionEndsAt: null }))).subscriptionEndDay).toBeNull();
});

test("sixty audited changes are allowed per hour, while reading and changes unrelated to email still work", async () => {
  const member = await createMember(FOREVER);
  const times = ["07:00", "06:00"];
  const statuses: number[] = [];
  for (let change = 0; change < 61; change += 1)
    statuses.push((await put(member, { emailTime: times[change % 2] })).status);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  const refused = await put(member, { emailEnabled: false }, NOW + 3_540_000);
  expect([statuses[60], refused.status, refused.headers.get("retry-after")]).toEqual([429, 429, "60"]);
  expect(await refused.json()).toMatchObject({
    error: "You've made a lot of changes in the past hour. Try again in a minute.",
  });
  expect(await rowsOf("select 1 from audit where subject = ?", member.id)).toHaveLength(60);
  expect(await changed(member, { playbackSpeed: 1.5 })).toMatchObject({ playbackSpeed: 1.5, emailEnabled: true });
  expect(await changed(member, { emailEnabled: false }, NOW + 3_600_000)).toMatchObject({ emailEnabled: false });
});
