import { expect, test } from "vitest";
import { deliveries } from "#db/schema/wake-up.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { CHICAGO, dayAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { createItem, createMember, db } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { FRIDAY, MONDAY, on, SATURDAY } from "#test/worker/weekends.ts";
import { resumeSending, setPause } from "../../mail/pauses.queries.ts";

test("today's email is sent once through its delivery, and a copy only on request", async () => {
  const today = dateIn("America/Chicago", Date.now());
  const member = await createMember({ currentStreak: 3, lastCompletedDate: addDays(today, -1) });
  const item = await createItem(today);
  const send = async (again: boolean) => {
    const response = await request("/api/admin/wake-up", { admin: true, json: { email: member.email, again } });
    return response.json();
  };

  expect(await send(false)).toMatchObject({ outcome: "sent" });
  const [mail] = await outboxOf(member.email);
  expect(mail?.subject).toContain(item.title);
  expect(mail?.text).toContain("6:00 AM · 3 days in a row");
  expect(mail?.html).toContain(`http://localhost:8787/content/${item.date}`);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

  expect(await send(false)).toMatchObject({ outcome: "already_sent" });
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await send(true)).toMatchObject({ outcome: "copy_sent" });
  const [copy, first] = await outboxOf(member.email);
  expect(first?.id).toBe(mail?.id);
  expect(copy?.text).toBe(mail?.text);
  expect(copy?.headers["List-Unsubscribe"]).toBe(mail?.headers["List-Unsubscribe"]);
  // The provider's events about the copy say nothing about the morning's delivery.
  expect(copy?.tags).toEqual([{ name: "kind", value: "wake-up-copy" }]);
});

test("an email sent now shows its day's hour and names the weekday or weekend hour its link changes", async () => {
  for (const date of [FRIDAY, SATURDAY]) await createItem(date);
  const member = await createMember({ weekendHour: 8, accessEndsAt: on(MONDAY, 0) });
  const send = (now: number, again: boolean) =>
    request("/api/admin/wake-up", { admin: true, json: { email: member.email, again }, now });
  await send(on(FRIDAY, 21), true);
  await send(on(SATURDAY, 7), false);
  await send(on(SATURDAY, 7) + 1, true);
  const [copy, saturday, friday] = (await outboxOf(member.email)).map(({ text }) => text);
  expect(friday).toContain("6:00 AM");
  expect(friday).toContain("Wake me at 7:00 AM on weekdays");
  expect(saturday).toContain("8:00 AM");
  expect(saturday).toContain("Wake me at 9:00 AM on weekends");
  expect(copy).toBe(saturday);
});

test("nothing is sent on a weekend without email, not even a copy", async () => {
  await createItem(addDays(SATURDAY, 7));
  const member = await createMember({ weekendHour: NO_HOUR, accessEndsAt: on(MONDAY, 0) + 7 * DAY_MS });
  for (const again of [false, true]) {
    const json = { email: member.email, again };
    const answer = await request("/api/admin/wake-up", { admin: true, json, now: on(addDays(SATURDAY, 7), 7) });
    const message = `${member.email} gets no email on weekends.`;
    expect(await answer.json()).toEqual({ outcome: "not_due", message });
  }
  expect(await outboxOf(member.email)).toEqual([]);
});

test("no content, no member to send to, and an earlier record of the morning are each reported", async () => {
  const now = instantAt(dayAhead(200), 12, CHICAGO);
  const send = async (email: string) => {
    const response = await request("/api/admin/wake-up", { admin: true, json: { email }, now });
    return response.json();
  };
  const [member, off, missed] = await Promise.all([
    createMember({ accessEndsAt: now + 1 }),
    createMember({ emailEnabled: false, accessEndsAt: now + 1 }),
    createMember({ accessEndsAt: now + 1 }),
  ]);
  expect(await send(member.email)).toMatchObject({ outcome: "no_content" });
  await createItem(dayAhead(200));
  expect(await send(off.email)).toMatchObject({ outcome: "not_due", message: expect.stringContaining("off") });
  const nobody = uniqueEmail();
  expect(await send(nobody)).toMatchObject({ code: "not_found", error: `Member ${nobody} not found` });
  const of = { localDate: dayAhead(200), memberId: missed.id, batch: 0, keyVersion: 1 };
  await db.insert(deliveries).values({ ...of, state: "missed", claimedAt: 0, reason: "cut_off" });
  expect(await send(missed.email)).toMatchObject({ outcome: "failed", message: expect.stringContaining("missed") });
  expect(await outboxOf(missed.email)).toEqual([]);
});

test("no copy goes out while sending is paused", async () => {
  const now = instantAt(dayAhead(201), 12, CHICAGO);
  const member = await createMember({ accessEndsAt: now + 1 });
  await createItem(dayAhead(201));
  await setPause(db, now + 60_000, "quota");
  const copy = async () => {
    const json = { email: member.email, again: true };
    return (await request("/api/admin/wake-up", { admin: true, json, now })).json();
  };
  expect(await copy()).toMatchObject({ outcome: "failed", message: expect.stringContaining("paused") });
  expect(await outboxOf(member.email)).toEqual([]);
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
  expect(await copy()).toMatchObject({ outcome: "copy_sent" });
});
