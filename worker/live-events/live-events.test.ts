import { beforeEach, expect, test } from "vitest";
import { type LiveEvent, liveEventList, nextLiveEvent } from "#domain/contract/live-events.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, setMember, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { remindOfLiveEvents } from "./remind-of-live-events.ts";

const EVENTS = "/api/admin/live-events";
const NOW = Date.parse("2027-01-10T12:00:00Z");
const LINK = "https://live.example.org/strike";

// The next event and due reminders are queried across the whole database.
beforeEach(async () => {
  await db.batch([
    db.run("delete from live_event_reminders"),
    db.run("delete from live_events"),
    db.run("delete from transactional_mails"),
    db.run("update members set highest_plan = null"),
  ]);
});

/** Calls as the administrator, and waits for work after the response. */
function admin(path: string, options: RequestOptions = {}): Promise<Response> {
  return requestWith({}, path, { admin: true, now: NOW, ...options });
}

const event = (startsAt: number, more: object = {}) => ({
  title: "Strike hour",
  startsAt: new Date(startsAt).toISOString(),
  url: LINK,
  note: "Bring water.",
  ...more,
});

const post = (startsAt: number, more: object = {}, now = NOW) =>
  admin(EVENTS, { json: { requestId: crypto.randomUUID(), ...event(startsAt, more) }, now });

async function announce(startsAt: number, more: object = {}, now = NOW): Promise<string> {
  const answer = await post(startsAt, more, now);
  expect(answer.status).toBe(200);
  return (await answer.json<LiveEvent>()).id;
}

function createAnnual(more: Parameters<typeof createMember>[0] = {}) {
  const access = { subscriptionType: "annual", accessEndsAt: NOW + 90 * DAY_MS } as const;
  return createMember({ ...access, timezone: "America/New_York", ...more });
}

/** One hourly run, and the minute's sending, at an instant. */
async function hourAt(now: number): Promise<void> {
  await remindOfLiveEvents(contextAt(now));
  // The test's instants jump back and forth, which never happens to starts on a real clock.
  await db.run("delete from dispatcher");
  await sendDueMails(contextAt(now));
}

const subjectsOf = async (member: { email: string }) => (await outboxOf(member.email)).map((mail) => mail.subject);

async function next(member: Parameters<typeof tokenFor>[0], now = NOW) {
  const answer = await request("/api/user/live-event", { token: await tokenFor(member, now), now });
  const body = await answer.text();
  return { body, event: nextLiveEvent.parse(JSON.parse(body)).event };
}

test("annual members see how to join, others only what and when, and no one sees a cancelled event", async () => {
  const [annual, monthly] = [await createAnnual(), await createMember({ accessEndsAt: NOW + 30 * DAY_MS })];
  expect((await next(annual)).event).toBeNull();
  await announce(NOW + 20 * DAY_MS, { title: "Later" });
  const id = await announce(NOW + 10 * DAY_MS);
  expect((await next(annual)).event).toMatchObject({
    title: "Strike hour",
    invitation: { url: LINK, note: "Bring water." },
  });
  const locked = await next(monthly);
  expect(locked.event).toEqual({ ...locked.event, title: "Strike hour", invitation: null });
  for (const secret of ["live.example.org", "water", "calendar", id]) expect(locked.body).not.toContain(secret);
  // It remains the next event while it lasts.
  expect((await next(annual, NOW + 10 * DAY_MS + 119 * MINUTE_MS)).event?.title).toBe("Strike hour");
  expect((await next(annual, NOW + 10 * DAY_MS + 121 * MINUTE_MS)).event?.title).toBe("Later");
  await setMember(annual.id, { accessEndsAt: NOW - 1 });
  expect((await next(annual)).event?.invitation).toBeNull();
  expect((await admin(`${EVENTS}/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await next(monthly)).event?.title).toBe("Later");
  expect((await admin(`${EVENTS}/${id}`, { method: "DELETE" })).status).toBe(404);
  expect((await admin(`${EVENTS}/${id}`, { method: "PUT", json: event(NOW + DAY_MS) })).status).toBe(404);
});

test("the list has upcoming and past events, and flags a coming quarter without any", async () => {
  const list = async (now = NOW) => liveEventList.parse(await (await admin(EVENTS, { now })).json());
  expect(await list()).toEqual({ coming: [], past: [], drafts: [], isMissing: true });
  const [second, first] = [await announce(NOW + 40 * DAY_MS), await announce(NOW + 2 * DAY_MS)];
  expect(await list()).toMatchObject({ coming: [{ id: first }, { id: second }], isMissing: false });
  expect(await list(NOW + 3 * DAY_MS)).toMatchObject({ coming: [{ id: second }], past: [{ id: first }] });
  for (const id of [first, second]) await admin(`${EVENTS}/${id}`, { method: "DELETE" });
  await announce(NOW + 100 * DAY_MS);
  expect((await list()).isMissing).toBe(true);
});

test("a running event can still be changed and cancelled, and becomes past only when it ends", async () => {
  const list = async (now: number) => liveEventList.parse(await (await admin(EVENTS, { now })).json());
  const startsAt = NOW + DAY_MS;
  const [id, calledOff] = [await announce(startsAt), await announce(startsAt + MINUTE_MS)];
  const running = startsAt + 119 * MINUTE_MS;
  // Members still see it until then, but it isn't listed as upcoming for the quarter.
  expect(await list(running)).toMatchObject({ coming: [{ id }, { id: calledOff }], past: [], isMissing: true });
  const url = "https://live.example.org/other-room";
  const put = (json: object) => admin(`${EVENTS}/${id}`, { method: "PUT", json, now: running });
  expect((await put(event(startsAt, { url }))).status).toBe(200);
  // The same instant in another format.
  expect((await put(event(startsAt, { url, startsAt: "2027-01-11T12:00:00Z" }))).status).toBe(200);
  expect((await next(await createAnnual(), running)).event).toMatchObject({ invitation: { url } });
  expect((await put(event(startsAt - MINUTE_MS))).status).toBe(400);
  expect((await admin(`${EVENTS}/${calledOff}`, { method: "DELETE", now: running })).status).toBe(200);
  const over = await list(startsAt + 121 * MINUTE_MS);
  expect(over).toMatchObject({ coming: [], past: [{ id }] });
});

test.for([
  ["a time that has passed", { startsAt: new Date(NOW - 1).toISOString() }],
  ["no time", { startsAt: "soon" }],
  ["an address without https", { url: "http://live.example.org" }],
  ["an address that runs", { url: "javascript:alert(1)" }],
  ["no title", { title: " " }],
] as const)("an event with %s is refused", async ([, wrong]) => {
  expect((await post(NOW + DAY_MS, wrong)).status).toBe(400);
});

test("a repeated request announces one event, and each change is audited once under the event's name", async () => {
  const requestId = crypto.randomUUID();
  for (const _ of [1, 2]) await announce(NOW + DAY_MS, { requestId });
  expect((await post(NOW + DAY_MS, { requestId, title: "Another" })).status).toBe(409);
  expect(liveEventList.parse(await (await admin(EVENTS)).json()).coming).toHaveLength(1);
  await admin(`${EVENTS}/${requestId}`, { method: "PUT", json: event(NOW + DAY_MS, { note: "Bring tea." }) });
  await admin(`${EVENTS}/${requestId}`, { method: "DELETE" });
  await admin(`${EVENTS}/${requestId}`, { method: "DELETE" });
  const audit = await admin(`/api/admin/audit?subject=${requestId}`);
  const { entries } = await audit.json<{ entries: { action: string; subjectName: string; details: unknown }[] }>();
  expect(entries.map(({ action, subjectName, details }) => [action, subjectName, details])).toEqual([
    ["live-event.cancel", "Strike hour", null],
    ["live-event.update", "Strike hour", { fields: ["note"] }],
    ["live-event.create", "Strike hour", { title: "Strike hour" }],
  ]);
});

test("emails go out a week before and shortly before, once each, to annual members who get emails", async () => {
  const startsAt = NOW + 8 * DAY_MS;
  const members = {
    annual: await createAnnual(),
    monthly: await createMember({ accessEndsAt: NOW + 90 * DAY_MS }),
    ended: await createAnnual({ accessEndsAt: NOW }),
    off: await createAnnual({ emailEnabled: false }),
    suppressed: await createAnnual({ suppressedAt: NOW }),
    paused: await createAnnual({ pausedUntil: NOW + 30 * DAY_MS }),
    deleted: await createAnnual({ deletedAt: NOW }),
  };
  await announce(startsAt);
  await hourAt(startsAt - 7 * DAY_MS - 3 * HOUR_MS);
  // Written in advance, held until its minute.
  await hourAt(startsAt - 7 * DAY_MS - HOUR_MS);
  expect(await rowsOf("select * from transactional_mails")).toHaveLength(1);
  expect(await subjectsOf(members.annual)).toEqual([]);
  await hourAt(startsAt - 7 * DAY_MS);
  await hourAt(startsAt - 7 * DAY_MS + HOUR_MS);
  expect(await subjectsOf(members.annual)).toEqual(["Save the date: Strike hour"]);
  await hourAt(startsAt - 3 * HOUR_MS);
  await hourAt(startsAt - 91 * MINUTE_MS);
  expect(await subjectsOf(members.annual)).toHaveLength(1);
  // The cron runs three times at the same time, and again later.
  await Promise.all([1, 2, 3].map(() => hourAt(startsAt - 90 * MINUTE_MS)));
  await hourAt(startsAt - 40 * MINUTE_MS);
  expect(await subjectsOf(members.annual)).toEqual(["Starting soon: Strike hour", "Save the date: Strike hour"]);
  for (const name of ["monthly", "ended", "off", "suppressed", "paused", "deleted"] as const) {
    expect(await subjectsOf(members[name]), name).toEqual([]);
  }
  const [mail] = await outboxOf(members.annual.email);
  // 12:00 UTC is 7 AM in New York.
  expect(mail?.text).toContain("Monday, January 18 at 7:00 AM Eastern");
  expect(mail?.text).toContain("Bring water.");
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const unsubscribe = new URL(/<(http[^>]+)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "");
  expect((await request(`${unsubscribe.pathname}${unsubscribe.search}`, { method: "POST" })).status).toBe(200);
  expect((await rowsOf("select email_enabled as on_ from members where id = ?", members.annual.id))[0]?.on_).toBe(0);
});

test("late emails are dropped, and so are emails to members who are no longer eligible", async () => {
  const [annual, stays] = [await createAnnual(), await createAnnual()];
  const leaving = {
    off: [await createAnnual(), { emailEnabled: false }],
    ended: [await createAnnual(), { accessEndsAt: NOW }],
    monthly: [await createAnnual(), { highestPlan: "monthly" }],
    paused: [await createAnnual(), { pausedUntil: NOW + 30 * DAY_MS }],
  } as const;
  const startsAt = NOW + 3 * DAY_MS;
  await announce(startsAt);
  await hourAt(NOW);
  expect(await subjectsOf(annual)).toEqual([]);
  await remindOfLiveEvents(contextAt(startsAt - 2 * HOUR_MS));
  for (const [member, change] of Object.values(leaving)) await setMember(member.id, change);
  await sendDueMails(contextAt(startsAt - 60 * MINUTE_MS));
  expect(await subjectsOf(annual)).toEqual(["Starting soon: Strike hour"]);
  for (const [name, [member]] of Object.entries(leaving)) expect(await subjectsOf(member), name).toEqual([]);
  // The provider was down until 29 minutes before another event.
  await announce(startsAt + DAY_MS, { title: "Late" });
  await remindOfLiveEvents(contextAt(startsAt + DAY_MS - 2 * HOUR_MS));
  await sendDueMails(contextAt(startsAt + DAY_MS - 30 * MINUTE_MS));
  expect(await subjectsOf(stays)).toEqual(["Starting soon: Strike hour"]);
  const closed = await rowsOf(
    "select last_error as why, count(*) as n from transactional_mails where state = 'closed' group by 1",
  );
  expect(closed).toEqual([
    { why: "cause_gone", n: 4 },
    { why: "too_late", n: 2 },
  ]);
  // It's no longer written either.
  await db.run("delete from transactional_mails");
  await db.run("delete from live_event_reminders");
  await hourAt(startsAt + DAY_MS - 30 * MINUTE_MS);
  expect(await rowsOf("select * from transactional_mails")).toEqual([]);
});

test("an event announced within its reminder window is emailed right away", async () => {
  const annual = await createAnnual();
  await announce(NOW + 60 * MINUTE_MS);
  expect(await rowsOf("select * from live_event_reminders")).toHaveLength(1);
  await sendDueMails(contextAt(NOW + MINUTE_MS));
  expect(await subjectsOf(annual)).toEqual(["Starting soon: Strike hour"]);
});

test("a rescheduled event is emailed again, and a cancelled one isn't", async () => {
  const annual = await createAnnual();
  const startsAt = NOW + 7 * DAY_MS;
  const id = await announce(startsAt);
  await hourAt(NOW);
  expect(await subjectsOf(annual)).toEqual(["Save the date: Strike hour"]);
  const moved = event(startsAt + HOUR_MS);
  expect((await admin(`${EVENTS}/${id}`, { method: "PUT", json: moved })).status).toBe(200);
  await hourAt(NOW + HOUR_MS);
  expect((await outboxOf(annual.email)).map(({ text }) => /\d+:00 AM/.exec(text)?.[0])).toEqual(["8:00 AM", "7:00 AM"]);
  await remindOfLiveEvents(contextAt(startsAt - HOUR_MS));
  // Moved again before it was sent: the email has only the newest time.
  const soon = event(startsAt + 90 * MINUTE_MS);
  await admin(`${EVENTS}/${id}`, { method: "PUT", json: soon, now: startsAt - HOUR_MS });
  await hourAt(startsAt + 10 * MINUTE_MS);
  expect((await outboxOf(annual.email)).map(({ text }) => /\d+:\d\d AM/.exec(text)?.[0])).toEqual([
    "8:30 AM",
    "8:00 AM",
    "7:00 AM",
  ]);
  const later = await announce(startsAt + 3 * DAY_MS);
  await remindOfLiveEvents(contextAt(startsAt + 3 * DAY_MS - HOUR_MS));
  await admin(`${EVENTS}/${later}`, { method: "DELETE", now: startsAt + 3 * DAY_MS - HOUR_MS });
  await hourAt(startsAt + 3 * DAY_MS - 50 * MINUTE_MS);
  expect(await subjectsOf(annual)).toHaveLength(3);
});

test("edited details reach unsent emails, but don't cause another email", async () => {
  const [annual, other] = [await createAnnual(), await createAnnual()];
  const startsAt = NOW + 7 * DAY_MS;
  const id = await announce(startsAt);
  await hourAt(NOW);
  await remindOfLiveEvents(contextAt(startsAt - 2 * HOUR_MS));
  const json = event(startsAt, { url: "https://live.example.org/other-room" });
  await admin(`${EVENTS}/${id}`, { method: "PUT", json, now: startsAt - 2 * HOUR_MS });
  for (const minutes of [90, 60, 40]) await hourAt(startsAt - minutes * MINUTE_MS);
  for (const member of [annual, other]) {
    const [soon, week] = await outboxOf(member.email);
    expect(await subjectsOf(member)).toHaveLength(2);
    expect(soon?.text).toContain("https://live.example.org/other-room");
    expect(week?.text).toContain(LINK);
  }
});
