import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { wakeUpByMail } from "#domain/contract/mail-responses.ts";
import { DAY_MS } from "#domain/durations.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { FRIDAY, hoursOf, MONDAY, on, SATURDAY } from "#test/worker/weekends.ts";
import type { Member, NewMember } from "../../account/member/member.ts";
import { readConfig } from "../../kernel/env.ts";
import { mailKey } from "../../kernel/links/mail-key.ts";
import { moveHours } from "./change-by-mail.queries.ts";

/** A member in Chicago who wakes at 6 AM on weekdays. */
const sleeper = (weekendHour: number | null, overrides: Partial<NewMember> = {}) =>
  createMember({ weekendHour, wakeUpSince: on(FRIDAY, 0), accessEndsAt: on(MONDAY, 23), ...overrides });

const linkOf = ({ id: member }: Member, date: string) => ({
  member,
  date,
  key: mailKey(readConfig(env), { member, date }),
});

async function call(action: "check" | "pause" | "hour" | "undo", json: object, now: number) {
  const response = await request(`/api/by-mail/${action}`, { json, now, address: uniqueAddress() });
  expect(response.status).toBe(200);
  return wakeUpByMail.parse(await response.json());
}

const timesOf = async ({ id }: Member) =>
  (
    await rowsOf(
      `select details ->> 'emailTime' as hour, details ->> 'weekendTime' as weekend from audit
       where subject = ? and action = 'mails.time' order by id`,
      id,
    )
  ).map(({ hour, weekend }) => [hour, weekend]);

test("a weekday email moves the weekday hour, even on the weekend, and Undo moves it back", async () => {
  const now = on(SATURDAY, 5);
  const member = await sleeper(8);
  const link = linkOf(member, FRIDAY);
  expect(await call("check", link, now)).toEqual({ emailTime: "06:00", pausedUntil: null, days: "weekdays" });
  const { undo, ...moved } = await call("hour", { ...link, hour: 7 }, now);
  expect(moved).toEqual({ emailTime: "07:00", pausedUntil: null, days: "weekdays" });
  // Today's slot stays the member's.
  expect(await hoursOf(member)).toEqual({ hour: 7, weekend: 8, since: on(FRIDAY, 0) });
  // A repeat changes nothing and can't be undone.
  expect(await call("hour", { ...link, hour: 7 }, now + 1)).toEqual(moved);
  const undone = await call("undo", { ...link, undo }, now + 1000);
  expect(undone).toEqual({ emailTime: "06:00", pausedUntil: null, days: "weekdays" });
  expect(await hoursOf(member)).toMatchObject({ hour: 6, weekend: 8 });
  expect(await call("undo", { ...link, undo }, now + 2000)).toEqual(undone);
  expect(await timesOf(member)).toEqual([
    ["07:00", "08:00"],
    ["06:00", "08:00"],
  ]);
});

test("a weekend email moves the weekend hour, starting with the next morning, and Undo moves it back", async () => {
  const now = on(SATURDAY, 9);
  const member = await sleeper(8);
  const link = linkOf(member, SATURDAY);
  const { undo, ...moved } = await call("hour", { ...link, hour: 9 }, now);
  expect([moved, undo]).toEqual([{ emailTime: "09:00", pausedUntil: null, days: "weekends" }, expect.any(String)]);
  expect(await hoursOf(member)).toEqual({ hour: 6, weekend: 9, since: now });
  expect(await call("undo", { ...link, undo }, now + 1000)).toMatchObject({ emailTime: "08:00", days: "weekends" });
  expect(await hoursOf(member)).toEqual({ hour: 6, weekend: 8, since: now + 1000 });
});

test("moving the hour keeps a weekend without email", async () => {
  const now = on(SATURDAY, 9);
  const member = await sleeper(NO_HOUR);
  const moved = await call("hour", { ...linkOf(member, FRIDAY), hour: 7 }, now);
  expect(moved).toMatchObject({ emailTime: "07:00", days: "weekdays" });
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekend: NO_HOUR });
});

test("an undo after a newer choice in My Account is refused and changes nothing", async () => {
  const now = on(FRIDAY, 9);
  const member = await sleeper(8);
  const { undo } = await call("hour", { ...linkOf(member, FRIDAY), hour: 7 }, now);
  await rowsOf("update members set updated_at = ? where id = ?", now + 1, member.id);
  const json = { ...linkOf(member, FRIDAY), undo };
  const refused = await request("/api/by-mail/undo", { json, now: now + 2, address: uniqueAddress() });
  expect(refused.status).toBe(410);
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekend: 8 });
});

test("a pause names the morning when emails resume, and its hour", async () => {
  const now = on(FRIDAY, 9);
  const paused = { pausedUntil: on(SATURDAY, 0) };
  const [member, resting] = [await sleeper(8, paused), await sleeper(NO_HOUR, paused)];
  const answerTo = (own: Member) => call("check", linkOf(own, FRIDAY), now);
  expect(await answerTo(member)).toMatchObject({ emailTime: "08:00", pausedUntil: SATURDAY });
  expect(await answerTo(resting)).toMatchObject({ emailTime: "06:00", pausedUntil: MONDAY });
  const { pausedUntil } = await call("pause", { ...linkOf(member, FRIDAY), until: MONDAY }, now + DAY_MS / 24);
  expect(pausedUntil).toBe(MONDAY);
});

test.for([{ weekendHour: 8 }, { weekendHour: null }])(
  "an hour change based on outdated settings (%j) isn't made",
  async (read) => {
    const member = await sleeper(read.weekendHour);
    await rowsOf("update members set weekend_hour = 9 where id = ?", member.id);
    expect(await moveHours(db, member, { ...read, wakeUpHour: 7 }, on(FRIDAY, 9))).toEqual([]);
    expect(await hoursOf(member)).toEqual({ hour: 6, weekend: 9, since: on(FRIDAY, 0) });
  },
);

test("an offered hour after 4 PM works like any other", async () => {
  const now = on(FRIDAY, 9);
  const member = await sleeper(8);
  const json = { ...linkOf(member, FRIDAY), hour: 17 };
  const moved = await requestWith({ WAKE_UP_HOURS: "05-18" }, "/api/by-mail/hour", { json, now });
  expect([moved.status, await hoursOf(member)]).toMatchObject([200, { hour: 17, weekend: 8 }]);
});
