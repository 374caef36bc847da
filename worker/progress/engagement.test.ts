import { beforeAll, expect, test } from "vitest";
import { engagementResponse, streakResponse } from "#domain/contract/progress.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../members/member.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const FIRST_DAY = "2026-04-25";

/** Noon in Chicago. */
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

// An item a day from 25 April to 14 May, without one on 5 and 6 May; those of even days with audio alone.
beforeAll(async () => {
  for (let index = 0; index < 20; index += 1) {
    const date = addDays(FIRST_DAY, index);
    if (date === "2026-05-05") continue;
    const isHidden = date === "2026-05-06";
    const isEven = Number(date.slice(8)) % 2 === 0;
    await createItem(date, {
      hidden: isHidden,
      audioKey: await createMedium("audio", new Uint8Array(4)),
      ...(isEven ? {} : { embedProvider: "vimeo", embedRef: "76979871" }),
    });
  }
});

test("a new member has nothing counted", async () => {
  const member = await createMember(FOREVER);
  expect(await engagementOf(member, noonOf("2026-05-03"))).toEqual({
    videosWatched: 0,
    currentStreak: 0,
    thisMonthTotal: 0,
    longestStreak: 0,
    totalMinutes: 0,
    itemsCompleted: 0,
    isStreakAtRisk: false,
  });
  expect(await streakAt(member, noonOf("2026-05-03"))).toEqual({
    currentStreak: 0,
    longestStreak: 0,
    lastCompletedDate: null,
  });
});

test("videos, the streak and the month are counted by what was completed and when", async () => {
  const member = await createMember(FOREVER);
  for (const date of ["2026-04-29", "2026-04-30", "2026-05-01"]) await complete(member, date);
  // An old session heard on 2 May counts for 2 May.
  await complete(member, "2026-04-26", "2026-05-02");
  expect(await engagementOf(member, noonOf("2026-05-02"))).toEqual({
    videosWatched: 2,
    currentStreak: 4,
    thisMonthTotal: 2,
    longestStreak: 4,
    totalMinutes: 0,
    itemsCompleted: 4,
    isStreakAtRisk: false,
  });
});

test("today is open until it ends in the member's zone; then a missed day ends the streak", async () => {
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

test("days without an item, hidden ones too, do not break a streak", async () => {
  const member = await createMember(FOREVER);
  for (const date of ["2026-05-03", "2026-05-04", "2026-05-07"]) await complete(member, date);
  expect(await streakAt(member, noonOf("2026-05-07"))).toMatchObject({ currentStreak: 3, longestStreak: 3 });
});

test("counters stay readable when access has ended, and begin with nobody else's", async () => {
  const member = await createMember({ accessEndsAt: noonOf("2026-05-02") });
  await complete(member, "2026-05-01");
  expect(await engagementOf(member, noonOf("2026-05-02"))).toMatchObject({ currentStreak: 1, thisMonthTotal: 1 });
  expect(await engagementOf(await createMember(FOREVER), noonOf("2026-05-02"))).toMatchObject({ thisMonthTotal: 0 });
});

test("visitors have no counters", async () => {
  for (const path of ["/api/user/engagement", "/api/user/streak", "/api/progress/2026-05-01"]) {
    expect((await request(path)).status).toBe(401);
  }
});
