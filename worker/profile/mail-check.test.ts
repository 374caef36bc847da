import { expect, test } from "vitest";
import { pushDeliveries } from "#db/schema/push.ts";
import { deliveries } from "#db/schema/wake-up.ts";
import { memberMornings } from "#domain/contract/members.ts";
import { morningsResponse } from "#domain/contract/profile.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";

/** 17:00 in Chicago, long after 6 AM. */
const NOW = Date.parse("2026-07-04T22:00:00Z");
const TODAY = "2026-07-04";
const JOINED = { createdAt: Date.parse("2026-01-01T00:00:00Z"), accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };

type State = (typeof deliveries.$inferInsert)["state"];

async function deliver(member: Member, localDate: string, state: State, sentAt: number | null = null) {
  const of = { localDate, memberId: member.id };
  await db.insert(deliveries).values({ ...of, batch: 0, keyVersion: 1, state, claimedAt: NOW, sentAt });
}

async function read(member: Member, now = NOW) {
  const response = await request("/api/user/mornings", { token: await tokenFor(member, now), now });
  expect(response.status).toBe(200);
  return morningsResponse.parse(await response.json());
}

test("the last 14 mornings are listed newest first, with the state of each delivery", async () => {
  const member = await createMember({ ...JOINED, wakeUpSince: 0 });
  const sentAt = Date.parse("2026-07-04T11:00:02Z");
  await deliver(member, TODAY, "sent", sentAt);
  const states = ["claimed", "missed", "failed", "unknown"] as const;
  for (const [index, state] of states.entries()) await deliver(member, addDays(TODAY, -index - 1), state);
  // Neither another day's nor another member's.
  await deliver(member, addDays(TODAY, -14), "sent", NOW);
  await deliver(await createMember(), addDays(TODAY, -5), "sent", NOW);
  const { sender, mornings } = await read(member);
  expect(sender).toMatch(/^[^<>\s]+@[^<>\s]+$/);
  expect(mornings).toEqual([
    { date: "2026-07-04", state: "sent", at: "2026-07-04T11:00:02.000Z" },
    { date: "2026-07-03", state: "sending", at: null },
    { date: "2026-07-02", state: "missed", at: null },
    { date: "2026-07-01", state: "failed", at: null },
    { date: "2026-06-30", state: "unknown", at: null },
    ...Array.from({ length: 9 }, (_, index) => ({
      date: addDays("2026-06-29", -index),
      state: "none",
      at: null,
      why: "no_session",
    })),
  ]);
});

test("a morning says how the best of its notifications ended", async () => {
  const member = await createMember({ ...JOINED, wakeUpSince: 0 });
  const states = { [TODAY]: ["gone", "accepted", "unknown"], "2026-07-02": ["unanswered", "gone"] } as const;
  for (const [date, ofDate] of Object.entries(states))
    for (const [index, state] of ofDate.entries())
      await db.insert(pushDeliveries).values({ day: date, memberId: member.id, deviceId: `${index}`, state, at: NOW });
  const { mornings } = await read(member);
  expect(mornings.flatMap(({ date, push }) => (push ? [[date, push]] : []))).toEqual([
    [TODAY, "accepted"],
    ["2026-07-02", "unanswered"],
  ]);
});

test("mornings are dated in the member's own zone", async () => {
  for (const [timezone, now, today] of [
    ["Pacific/Kiritimati", "2026-07-04T10:00:00Z", "2026-07-05"],
    ["Pacific/Pago_Pago", "2026-07-04T10:59:59Z", "2026-07-03"],
  ] as const) {
    const member = await createMember({ ...JOINED, timezone });
    const { mornings } = await read(member, Date.parse(now));
    expect(mornings.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, index) => addDays(today, -index)));
  }
});

test("today's email is coming, then late while it can still go out, and days before joining are left out", async () => {
  // A day that no other test uses.
  const [day, before] = ["2026-09-04", "2026-09-03"];
  await createItem(day);
  const six = Date.parse(`${day}T11:00:00Z`);
  const member = await createMember({ ...JOINED, wakeUpSince: 0, createdAt: Date.parse(`${before}T12:00:00Z`) });
  for (const [now, state] of [
    [six - 1, "coming"],
    [six, "late"],
    [six + 3 * HOUR_MS, "late"],
    [six + 3 * HOUR_MS + 1, "none"],
  ] as const) {
    expect((await read(member, now)).mornings).toEqual([
      { date: day, state, at: null },
      { date: before, state: "none", at: null, why: "joined" },
    ]);
  }
  const [off, moved] = [
    await createMember({ ...JOINED, wakeUpSince: 0, emailEnabled: false }),
    await createMember({ ...JOINED, wakeUpSince: six + 1 }),
  ];
  for (const [other, why] of [
    [off, { why: "mails_off" }],
    [moved, {}],
  ] as const) {
    expect((await read(other, six + 1)).mornings[0]).toEqual({ date: day, state: "none", at: null, ...why });
  }
});

test("a day without a session shows that no email is coming", async () => {
  const member = await createMember({ ...JOINED, wakeUpSince: 0 });
  const { mornings } = await read(member, Date.parse("2026-10-04T10:00:00Z"));
  expect(mornings[0]).toEqual({ date: "2026-10-04", state: "none", at: null, why: "no_session" });
});

test("mornings without an email say why, based on the record of the member's own changes", async () => {
  const day = (offset: number) => addDays("2027-05-20", offset);
  for (let offset = -6; offset <= 0; offset += 1) if (offset !== -4) await createItem(day(offset));
  const at = (date: string) => Date.parse(`${date}T15:00:00Z`);
  const member = await createMember({ ...JOINED, wakeUpSince: 0, createdAt: at(day(-6)) });
  const put = async (json: object, now: number) => {
    const token = await tokenFor(member, now);
    expect((await request("/api/user/profile", { method: "PUT", json, token, now })).status).toBe(200);
  };
  await put({ pausedUntil: day(-4) }, at(day(-6)));
  await put({ emailEnabled: false }, at(day(-4)));
  await put({ emailEnabled: true }, at(day(-3)));
  await rowsOf(
    "insert into wake_up_slots (slot_at, outcome, due_count, settled_at) values (?1, 'missed', 1, ?1)",
    Date.parse(`${day(-2)}T11:00:00Z`),
  );
  // An outage of days, before.
  await rowsOf(
    `with recursive earlier(at) as (select ?1 union all select at - 900000 from earlier limit 200)
      insert into wake_up_slots (slot_at, outcome, due_count, settled_at) select at, 'missed', 1, at from earlier`,
    at(day(-4)),
  );
  await rowsOf("update access_grants set until = ? where member_id = ?", Date.parse(`${day(0)}T01:00:00Z`), member.id);
  const { mornings } = await read(member, at(day(0)));
  expect(mornings.map(({ state, why }) => why ?? state)).toEqual([
    "no_access",
    "none",
    "missed",
    "mails_off",
    "no_session",
    "paused",
    "joined",
  ]);
  await rowsOf("delete from wake_up_slots where outcome = 'missed'");
});

test("the provider's failure message is for the administrator only, unless the member's mailbox sent it", async () => {
  const member = await createMember({ ...JOINED, wakeUpSince: 0 });
  const of = { memberId: member.id, batch: 0, keyVersion: 1, state: "failed", claimedAt: NOW } as const;
  await db.insert(deliveries).values([
    { ...of, localDate: TODAY, sentAt: NOW, reason: "Mailbox full" },
    { ...of, localDate: addDays(TODAY, -1), reason: "The API key is invalid" },
  ]);
  expect((await read(member)).mornings.slice(0, 2).map(({ reason }) => reason)).toEqual(["Mailbox full", undefined]);
  const response = await request(`/api/admin/members/${member.id}/mornings`, { admin: true, now: NOW });
  const { mornings } = memberMornings.parse(await response.json());
  expect(mornings.slice(0, 2).map(({ reason }) => reason)).toEqual(["Mailbox full", "The API key is invalid"]);
  expect((await request("/api/admin/members/nobody/mornings", { admin: true })).status).toBe(404);
});

test("a test email says it's a test, goes out right away, and isn't a delivery", async () => {
  const member = await createMember();
  const response = await requestWith({}, "/api/user/test-mail", { method: "POST", token: await tokenFor(member) });
  expect(response.status).toBe(200);
  const [mail, ...others] = await outboxOf(member.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Test email from /);
  expect(mail?.text).toContain("the test you asked for");
  expect(mail?.text).toMatch(/add \S+@\S+ to your contacts/);
  expect(await rowsOf("select kind, state from transactional_mails where member_id = ?", member.id)).toEqual([
    { kind: "test-mail", state: "sent" },
  ]);
  expect(await rowsOf("select actor, action from audit where subject = ?", member.id)).toEqual([
    { actor: `member:${member.id}`, action: "mails.test" },
  ]);
  expect(await rowsOf("select 1 from wake_up_deliveries where member_id = ?", member.id)).toEqual([]);
});

test("three test emails are allowed per UTC day, even if requested together, and the next day starts over", async () => {
  const member = await createMember();
  const late = Date.parse("2026-07-04T23:30:00Z");
  const send = async (now: number) =>
    requestWith({}, "/api/user/test-mail", { method: "POST", token: await tokenFor(member, now), now });
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(late)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
  const refused = await send(late);
  expect(refused.headers.get("retry-after")).toBe("1800");
  expect(await refused.json()).toMatchObject({
    code: "rate_limited",
    error: "You've sent yourself 3 test emails today. Try again tomorrow.",
  });
  expect(await outboxOf(member.email)).toHaveLength(3);
  expect((await send(Date.parse("2026-07-05T00:00:00Z"))).status).toBe(200);
});

test("no test email goes to an address that bounced, and the request is refused", async () => {
  const member = await createMember({ suppressedAt: 1 });
  const response = await request("/api/user/test-mail", { method: "POST", token: await tokenFor(member) });
  expect(response.status).toBe(409);
  expect(await rowsOf("select 1 from transactional_mails where member_id = ?", member.id)).toEqual([]);
});

test("a morning skipped by an hour change says so, unless its email came anyway", async () => {
  const member = await createMember({ ...JOINED, wakeUpSince: 0 });
  for (const date of [TODAY, "2026-07-03"]) {
    await rowsOf(
      "insert into audit (at, actor, action, subject, details) values (?, 'member', 'mails.skipped', ?, ?)",
      NOW - HOUR_MS,
      member.id,
      JSON.stringify({ date }),
    );
  }
  await deliver(member, "2026-07-03", "sent", NOW);
  const { mornings } = await read(member);
  expect(mornings.slice(0, 3).map(({ state }) => state)).toEqual(["moved", "sent", "none"]);
});
