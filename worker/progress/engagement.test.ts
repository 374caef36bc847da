import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { activityResponse, engagementResponse, streakResponse } from "#domain/contract/progress.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { streakOf } from "#domain/rules/streak.ts";
import { createItem, createMedium, createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { selectCompletedDates, selectLiveDates } from "./progress.queries.ts";
import { selectStreakBefore } from "./streak-before.queries.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const FIRST_DAY = "2026-04-25";

/** Days with a live item: April 25 to May 14, except May 5 and 6. */
const itemDates = Array.from({ length: 20 }, (_, index) => addDays(FIRST_DAY, index)).filter(
  (date) => date !== "2026-05-05" && date !== "2026-05-06",
);

function noonOf(date: string): number {
  return Date.parse(`${date}T17:00:00Z`);
}

async function complete(member: Member, itemDate: string, on = itemDate): Promise<void> {
  const now = noonOf(on);
  const json = { totalWatched: true, audioCompleted: true, videoCompleted: true };
  const response = await request(`/api/progress/${itemDate}`, { json, token: await tokenFor(member, now), now });
  expect(response.status).toBe(200);
}

async function engagementOf(member: Member, now: number) {
  const response = await request("/api/user/engagement", { token: await tokenFor(member, now), now });
  return engagementResponse.parse(await response.json());
}

async function streakAt(member: Member, now: number) {
  const response = await request("/api/user/streak", { token: await tokenFor(member, now), now });
  return streakResponse.parse(await response.json());
}

// Items on even days have only audio; the 6th has a hidden one.
beforeAll(async () => {
  for (const date of [...itemDates, "2026-05-06"]) {
    const isEven = Number(date.slice(8)) % 2 === 0;
    await createItem(date, {
      hidden: date === "2026-05-06",
      audioKey: await createMedium("audio", new Uint8Array(4)),
      ...(isEven ? {} : { embedProvider: "vimeo", embedRef: "76979871" }),
    });
  }
});

test("a new member's counters are zero", async () => {
  const member = await createMember(FOREVER);
  expect(await engagementOf(member, noonOf("2026-05-03"))).toEqual({
    videosWatched: 0,
    currentStreak: 0,
    thisMonthTotal: 0,
    longestStreak: 0,
    totalMinutes: 0,
    itemsCompleted: 0,
  });
  expect(await streakAt(member, noonOf("2026-05-03"))).toEqual({
    currentStreak: 0,
    longestStreak: 0,
    lastCompletedDate: null,
  });
});

test("the video, streak, and month counters follow what was completed and when", async () => {
  const member = await createMember(FOREVER);
  for (const date of ["2026-04-29", "2026-04-30", "2026-05-01"]) await complete(member, date);
  // An old session played on May 2 counts for May 2.
  await complete(member, "2026-04-26", "2026-05-02");
  expect(await engagementOf(member, noonOf("2026-05-02"))).toEqual({
    videosWatched: 2,
    currentStreak: 4,
    thisMonthTotal: 2,
    longestStreak: 4,
    totalMinutes: 0,
    itemsCompleted: 4,
  });
});

test("a day without a completion ends the streak only after the day has ended in the member's zone", async () => {
  const member = await createMember(FOREVER);
  for (const date of ["2026-05-01", "2026-05-02"]) await complete(member, date);
  const untilMidnight = Date.parse("2026-05-04T04:59:00Z");
  expect(await streakAt(member, untilMidnight)).toEqual({
    currentStreak: 2,
    longestStreak: 2,
    lastCompletedDate: "2026-05-02",
  });
  expect(await streakAt(member, untilMidnight + 60_000)).toMatchObject({ currentStreak: 0, longestStreak: 2 });
});

test("counters stay readable after access ends, and a new member doesn't start with another's", async () => {
  const member = await createMember({ accessEndsAt: noonOf("2026-05-02") });
  await complete(member, "2026-05-01");
  expect(await engagementOf(member, noonOf("2026-05-02"))).toMatchObject({ currentStreak: 1, thisMonthTotal: 1 });
  expect(await engagementOf(await createMember(FOREVER), noonOf("2026-05-02"))).toMatchObject({ thisMonthTotal: 0 });
});

test("minutes count each item's played share, or all of it once completed, using the file's length if needed", async () => {
  const member = await createMember(FOREVER);
  const now = noonOf("2026-03-20");
  const videoKey = await createMedium("video", new Uint8Array(4));
  await env.DB.prepare("update media set duration_seconds = 240.5 where key = ?").bind(videoKey).run();
  await createItem("2026-03-01", { durationSeconds: 600 });
  await createItem("2026-03-02", { videoKey, durationSeconds: 1000 });
  await createItem("2026-03-03", { videoKey });
  await createItem("2026-03-04", { embedProvider: "vimeo", embedRef: "76979871" });
  const token = await tokenFor(member, now);
  const save = (date: string, json: object) => request(`/api/progress/${date}`, { json, token, now });
  const minutes = async () => (await engagementOf(member, now)).totalMinutes;
  await save("2026-03-02", { videoProgress: 30 });
  expect(await minutes()).toBe(5);
  await save("2026-03-01", { totalWatched: true });
  expect(await minutes()).toBe(15);
  await save("2026-03-03", { videoProgress: 50 });
  await save("2026-03-04", { videoProgress: 100 });
  expect(await minutes()).toBe(17);
});

test("activity counts completions on each of the member's own days, for 53 weeks", async () => {
  const member = await createMember({ ...FOREVER, timezone: "Pacific/Auckland" });
  // In Auckland it's already the 4th.
  for (const date of ["2026-04-25", "2026-04-27"]) await complete(member, date, "2026-05-03");
  await complete(member, "2026-05-01");
  const activityAt = async (now: number) => {
    const response = await request("/api/user/activity", { token: await tokenFor(member, now), now });
    return activityResponse.parse(await response.json());
  };
  const days = [
    { date: "2026-05-02", count: 1 },
    { date: "2026-05-04", count: 2 },
  ];
  expect(await activityAt(noonOf("2026-05-03"))).toEqual({ today: "2026-05-04", days });
  const onTheLastDay = Date.parse("2027-05-07T13:00:00+12:00");
  expect(await activityAt(onTheLastDay)).toEqual({ today: "2027-05-07", days });
  expect(await activityAt(onTheLastDay + DAY_MS)).toEqual({ today: "2027-05-08", days: days.slice(1) });
});

const completions = fc.array(fc.record({ item: fc.nat(17), late: fc.nat(4), isUndone: fc.boolean() }), {
  maxLength: 12,
});

/** Before any morning: what the days say as of the day before, or nothing after a completion dated later. */
async function expectStreaksBefore({ id }: Member) {
  const liveDates = (await selectLiveDates(db, id, noonOf("2026-06-30"))).map(({ date }) => date);
  const completed = (await selectCompletedDates(db, id)).flatMap(({ date }) => date ?? []);
  const days = Array.from({ length: 27 }, (_, index) => addDays(FIRST_DAY, index - 1));
  const counted = await Promise.all(days.map((date) => selectStreakBefore(db, id, date)));
  const expected = days.map((today) => {
    const completedDates = completed.filter((date) => date < today);
    const { currentStreak } = streakOf({ completedDates, liveDates, today });
    return [{ streak: completed.some((date) => date > today) ? 0 : currentStreak }];
  });
  expect(counted).toEqual(expected);
}

test("the counters in the member's row match their progress rows, whatever was completed and undone", async () => {
  await fc.assert(
    fc.asyncProperty(completions, async (all) => {
      const member = await createMember(FOREVER);
      for (const { item, late, isUndone } of all) {
        const date = itemDates[item] ?? FIRST_DAY;
        await complete(member, date, addDays(date, late));
        if (!isUndone) continue;
        const now = noonOf(addDays(date, late));
        const options = { token: await tokenFor(member, now), now };
        const { epoch } = await (await request(`/api/progress/${date}`, options)).json<{ epoch: number }>();
        await request(`/api/progress/${date}/not-done`, { ...options, json: { epoch } });
      }
      const [row] = await rowsOf(
        "select items_completed, last_completed_date, current_streak from members where id = ?",
        member.id,
      );
      const lastDay = String(row?.last_completed_date ?? FIRST_DAY);
      const { currentStreak, lastCompletedDate } = await streakAt(member, noonOf(lastDay));
      const { itemsCompleted } = await engagementOf(member, noonOf(lastDay));
      expect(row).toEqual({
        items_completed: itemsCompleted,
        last_completed_date: lastCompletedDate,
        current_streak: currentStreak,
      });
      await expectStreaksBefore(member);
    }),
    { numRuns: 15 },
  );
});

test("visitors have no counters", async () => {
  for (const path of ["/api/user/engagement", "/api/user/streak", "/api/user/activity", "/api/progress/2026-05-01"]) {
    expect((await request(path)).status).toBe(401);
  }
});
