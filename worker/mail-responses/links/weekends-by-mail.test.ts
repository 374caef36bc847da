import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { wakeUpPlans } from "#db/schema/wake-up.ts";
import { wakeUpByMail } from "#domain/contract/mail-responses.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { contextOvertaken } from "#test/worker/jobs.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { createPlanned, FRIDAY, hoursOf, MONDAY, on, SATURDAY, SUNDAY } from "#test/worker/weekends.ts";
import type { Member } from "../../account/member/member.ts";
import { readConfig } from "../../kernel/env.ts";
import { mailKey } from "../../kernel/links/mail-key.ts";
import { moveByMail } from "./change-by-mail.ts";

const WEEK = { weekdayHour: 6, weekendHour: 8 };
const REST = { weekdayHour: 6, weekendHour: null };

const linkOf = ({ id: member }: Member, date: string) => ({
  ...{ member, date, key: mailKey(readConfig(env), { member, date }) },
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

test("a weekday email moves the weekday hour, even once the weekend has begun, and Undo moves it back", async () => {
  const now = on(FRIDAY, 21);
  const member = await createPlanned(WEEK, now);
  const link = linkOf(member, FRIDAY);
  expect(await call("check", link, now)).toEqual({ emailTime: "06:00", pausedUntil: null, days: "weekdays" });
  const { undo, ...moved } = await call("hour", { ...link, hour: 7 }, now);
  expect(moved).toEqual({ emailTime: "07:00", pausedUntil: null, days: "weekdays" });
  const after = { hour: 8, weekday: 7, weekend: 8, next: on(SUNDAY, 20) };
  expect(await hoursOf(member)).toMatchObject(after);
  // A repeat changes nothing and can't be undone.
  expect(await call("hour", { ...link, hour: 7 }, now + 1)).toEqual(moved);
  const undone = await call("undo", { ...link, undo }, now + 1000);
  expect(undone).toEqual({ emailTime: "06:00", pausedUntil: null, days: "weekdays" });
  expect(await hoursOf(member)).toMatchObject({ ...after, weekday: 6 });
  expect(await call("undo", { ...link, undo }, now + 2000)).toEqual(undone);
  expect(await timesOf(member)).toEqual([
    ["07:00", "08:00"],
    ["06:00", "08:00"],
  ]);
});

test("a weekend email moves the weekend hour, starting with the next morning", async () => {
  const now = on(SATURDAY, 9);
  const member = await createPlanned(WEEK, now);
  const { undo, ...moved } = await call("hour", { ...linkOf(member, SATURDAY), hour: 9 }, now);
  expect([moved, undo]).toEqual([{ emailTime: "09:00", pausedUntil: null, days: "weekends" }, expect.any(String)]);
  expect(await hoursOf(member)).toMatchObject({ hour: 9, since: now, weekday: 6, weekend: 9 });
});

test("moving the hour keeps a weekend without email", async () => {
  const now = on(SATURDAY, 9);
  const member = await createPlanned(REST, now);
  const moved = await call("hour", { ...linkOf(member, FRIDAY), hour: 7 }, now);
  expect(moved).toMatchObject({ emailTime: "07:00", days: "weekdays" });
  expect(await hoursOf(member)).toMatchObject({ hour: 7, since: on(MONDAY, 0), weekday: 7, weekend: null });
});

test("a click after a newer choice in My Account changes nothing", async () => {
  const now = on(FRIDAY, 9);
  const member = await createPlanned(WEEK, now);
  const { undo } = await call("hour", { ...linkOf(member, FRIDAY), hour: 7 }, now);
  await rowsOf("update members set updated_at = ? where id = ?", now + 1, member.id);
  const json = { ...linkOf(member, FRIDAY), undo };
  const refused = await request("/api/by-mail/undo", { json, now: now + 2, address: uniqueAddress() });
  expect(refused.status).toBe(410);
  expect(await hoursOf(member)).toMatchObject({ hour: 7, weekday: 7, weekend: 8 });
});

test("a pause names the morning when emails resume, and its hour", async () => {
  const now = on(FRIDAY, 9);
  const [member, resting] = [
    await createPlanned(WEEK, now, { pausedUntil: on(SATURDAY, 0) }),
    await createPlanned(REST, now, { pausedUntil: on(SATURDAY, 0) }),
  ];
  const answerTo = (own: Member) => call("check", linkOf(own, FRIDAY), now);
  expect(await answerTo(member)).toMatchObject({ emailTime: "08:00", pausedUntil: SATURDAY });
  expect(await answerTo(resting)).toMatchObject({ emailTime: "06:00", pausedUntil: MONDAY });
  const { pausedUntil } = await call("pause", { ...linkOf(member, FRIDAY), until: MONDAY }, now + DAY_MS / 24);
  expect(pausedUntil).toBe(MONDAY);
});

test("a move isn't made if weekends change in the meantime", async () => {
  const now = on(FRIDAY, 9);
  const member = await createPlanned(WEEK, now);
  const chooseAnother = () => rowsOf("update wake_up_plans set weekend_hour = 9 where member_id = ?", member.id);
  await moveByMail(contextOvertaken(now + 1, chooseAnother), { ...linkOf(member, FRIDAY), hour: 7 });
  expect(await hoursOf(member)).toMatchObject({ hour: 6, since: now, weekday: 6, weekend: 9 });
});

test("a move overtaken by a first choice of weekends isn't made", async () => {
  const now = on(FRIDAY, 9);
  const member = await createMember({ wakeUpHour: 6, wakeUpSince: 1, accessEndsAt: on(MONDAY, 23) });
  const plan = { weekdayHour: 6, weekendHour: 9, nextChangeAt: on(FRIDAY, 20) };
  const choose = () => db.insert(wakeUpPlans).values({ memberId: member.id, ...plan });
  await moveByMail(contextOvertaken(now, choose), { ...linkOf(member, FRIDAY), hour: 7 });
  expect(await hoursOf(member)).toEqual({ hour: 6, since: 1, weekday: 6, weekend: 9, next: on(FRIDAY, 20) });
});

test("where weekends differ, an hour after 4 PM is refused", async () => {
  const now = on(FRIDAY, 9);
  const member = await createPlanned(WEEK, now);
  const json = { ...linkOf(member, FRIDAY), hour: 17 };
  const refused = await requestWith({ WAKE_UP_HOURS: "05-18" }, "/api/by-mail/hour", { json, now });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: "Choose hours before 5:00 PM to set a different weekend hour." },
  ]);
  expect(await hoursOf(member)).toMatchObject({ hour: 6, weekday: 6 });
});
