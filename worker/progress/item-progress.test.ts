import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  type ProgressResponse,
  progressResponse,
  type SaveProgressResponse,
  saveProgressResponse,
} from "#domain/contract/progress.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMedium, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";

const NOW = Date.parse("2026-05-20T17:00:00Z");
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const EMBED = { embedProvider: "youtube", embedRef: "dQw4w9WgXcQ" } as const;

let day = 0;
async function item(media: "audio" | "video" | "both" | "none", overrides = {}) {
  day += 1;
  const audio = media === "audio" || media === "both";
  return createItem(addDays("2026-02-01", day), {
    ...(audio ? { audioKey: await createMedium("audio", new Uint8Array(4)) } : {}),
    ...(media === "video" || media === "both" ? EMBED : {}),
    ...overrides,
  });
}

async function report(member: Member, ref: string, json: unknown, now = NOW): Promise<Response> {
  return request(`/api/progress/${ref}`, { json, token: await tokenFor(member, now), now });
}

async function saved(member: Member, ref: string, json: unknown, now = NOW): Promise<SaveProgressResponse> {
  const response = await report(member, ref, json, now);
  expect(response.status).toBe(200);
  return saveProgressResponse.parse(await response.json());
}

async function read(member: Member, ref: string, now = NOW): Promise<ProgressResponse> {
  const response = await request(`/api/progress/${ref}`, { token: await tokenFor(member, now), now });
  expect(response.status).toBe(200);
  return progressResponse.parse(await response.json());
}

async function completedDate(member: Member, contentId: string): Promise<unknown> {
  const statement = env.DB.prepare(
    "select completed_date from progress_in_words where member_id = ? and content_id = ?",
  );
  return statement.bind(member.id, contentId).first("completed_date");
}

test("an item has no progress before the first report", async () => {
  const { id, date } = await item("both");
  expect(await read(await createMember(FOREVER), date)).toEqual({
    id,
    date,
    audioCompleted: false,
    videoCompleted: false,
    totalWatched: false,
    audioProgress: 0,
    videoProgress: 0,
    audioPosition: 0,
    videoPosition: 0,
    playback: 0,
    sequence: 0,
    at: null,
    epoch: 0,
  });
});

test("a report is saved only for its member, under the item's date and ID", async () => {
  const [ana, ben] = await Promise.all([createMember(FOREVER), createMember(FOREVER)]);
  const { id, date } = await item("both");
  expect(await saved(ana, date, { audioProgress: 41.7 })).toMatchObject({ audioProgress: 41, totalWatched: false });
  expect(await read(ana, id)).toMatchObject({ audioProgress: 41 });
  expect(await read(ben, id)).toMatchObject({ audioProgress: 0 });
});

test("a session counts for the member's own day of completion, and the first completion is kept", async () => {
  const member = await createMember({ ...FOREVER, timezone: "Pacific/Auckland" });
  const { id, date } = await item("audio");
  await saved(member, date, { totalWatched: true }, Date.parse("2026-05-20T11:59:00Z"));
  expect(await completedDate(member, id)).toBe("2026-05-20");
  await saved(member, date, { audioCompleted: true }, Date.parse("2026-05-20T12:00:00Z"));
  expect(await completedDate(member, id)).toBe("2026-05-20");

  const next = await item("audio");
  await saved(member, next.date, { totalWatched: true }, Date.parse("2026-05-20T12:00:00Z"));
  expect(await completedDate(member, next.id)).toBe("2026-05-21");
});

test("a completion delivered late counts for the day it happened, up to 48 hours back and never ahead", async () => {
  const member = await createMember(FOREVER);
  const days: Record<string, string> = {
    "2026-05-19T23:00:00-05:00": "2026-05-19",
    "2026-05-19T05:00:00.000Z": "2026-05-19",
    "2026-05-19T04:59:59.000Z": "2026-05-18",
    "2026-05-01T12:00:00.000Z": "2026-05-18",
    "2026-05-28T12:00:00.000Z": "2026-05-20",
  };
  for (const [at, expected] of Object.entries(days)) {
    const { id, date } = await item("audio");
    await saved(member, date, { audioCompleted: true, at });
    expect(await completedDate(member, id), at).toBe(expected);
  }
});

test("a completion never counts before the session opened, which is a day early for annual members", async () => {
  const days = { annual: "2026-05-18", monthly: "2026-05-19" } as const;
  const { id, date } = await createItem("2026-05-19");
  for (const [subscriptionType, expected] of Object.entries(days)) {
    const member = await createMember({ ...FOREVER, subscriptionType: subscriptionType as "annual" | "monthly" });
    await saved(member, date, { totalWatched: true, at: "2026-05-18T18:00:00.000Z" });
    expect(await completedDate(member, id)).toBe(expected);
  }
});

async function end(member: Member, call: string, epoch: number): Promise<SaveProgressResponse> {
  const response = await report(member, call, { epoch });
  expect(response.status).toBe(200);
  return saveProgressResponse.parse(await response.json());
}

test("starting over resets the position, keeps completions and their day, and rejects earlier saves", async () => {
  const member = await createMember(FOREVER);
  const { id, date } = await item("audio");
  const yesterday = NOW - 86_400_000;
  await saved(member, date, { audioCompleted: true, audioProgress: 90, audioPosition: 500 }, yesterday);
  const over = await end(member, `${date}/start-over`, 0);
  expect(over).toMatchObject({
    epoch: 1,
    audioPosition: 0,
    audioProgress: 0,
    audioCompleted: true,
    totalWatched: true,
  });
  expect(over).not.toHaveProperty("streak");
  expect(await completedDate(member, id)).toBe("2026-05-19");
  const late = { audioPosition: 510, audioProgress: 92, playback: 1, sequence: 9, epoch: 0 };
  expect(await saved(member, date, late)).toEqual(over);
  expect(await end(member, `${date}/start-over`, 0)).toEqual(over);
  expect(await saved(member, date, { audioPosition: 3, epoch: 1 })).toMatchObject({ audioPosition: 3, epoch: 1 });
});

test("marking as not done undoes a completion and its day, and it can be completed again", async () => {
  const member = await createMember(FOREVER);
  const { id, date } = await item("both");
  const done = await saved(member, date, { totalWatched: true, audioCompleted: true, videoProgress: 50 });
  expect(done).toMatchObject({
    engagement: { itemsCompleted: 1, currentStreak: 1 },
    streak: { currentStreak: 1, lastCompletedDate: "2026-05-20" },
  });
  expect(await saved(member, date, { totalWatched: true })).not.toHaveProperty("engagement");
  const undone = await end(member, `${id}/not-done`, 0);
  expect(undone).toMatchObject({
    audioCompleted: false,
    totalWatched: false,
    videoProgress: 0,
    epoch: 1,
    engagement: { itemsCompleted: 0, currentStreak: 0, videosWatched: 0 },
    streak: { currentStreak: 0, longestStreak: 0, lastCompletedDate: null },
  });
  expect(await completedDate(member, id)).toBeNull();
  expect(await saved(member, date, { totalWatched: true, epoch: 0 })).toMatchObject({ totalWatched: false });
  expect(await saved(member, date, { totalWatched: true, epoch: 1 })).toMatchObject({ streak: { currentStreak: 1 } });
});

test("an incomplete session counts for no day", async () => {
  const member = await createMember(FOREVER);
  const { id, date } = await item("both");
  await saved(member, date, { audioCompleted: true });
  expect(await completedDate(member, id)).toBeNull();
});

test("sessions that are unreleased, hidden, drafts, or missing accept no reports", async () => {
  const member = await createMember(FOREVER);
  const refs = [
    (await createItem("2026-06-01")).date,
    (await item("audio", { hidden: true })).id,
    (await item("audio", { status: "draft" })).date,
    "2020-01-01",
  ];
  for (const ref of refs) {
    for (const [call, json] of [
      [ref, { totalWatched: true }],
      [`${ref}/start-over`, { epoch: 0 }],
      [`${ref}/not-done`, { epoch: 0 }],
    ] as const) {
      expect((await report(member, call, json)).status, call).toBe(404);
    }
    const reading = await request(`/api/progress/${ref}`, { token: await tokenFor(member, NOW), now: NOW });
    expect(reading.status).toBe(404);
  }
});

test("annual members can report on tomorrow's item today", async () => {
  const member = await createMember({ ...FOREVER, subscriptionType: "annual" });
  const { id, date } = await createItem("2026-05-21");
  await saved(member, date, { totalWatched: true });
  expect(await completedDate(member, id)).toBe("2026-05-20");
});

test("without access, progress is neither read nor saved", async () => {
  const member = await createMember({ accessEndsAt: NOW, subscriptionStatus: "active" });
  const { id, date } = await item("audio");
  const answers = [
    await report(member, date, { totalWatched: true }),
    await report(member, `${date}/start-over`, { epoch: 0 }),
    await report(member, `${date}/not-done`, { epoch: 0 }),
    await request(`/api/progress/${date}`, { token: await tokenFor(member, NOW), now: NOW }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "no_access" });
  }
  const { results } = await env.DB.prepare("select * from progress_in_words where content_id = ?").bind(id).all();
  expect(results).toEqual([]);
});

test.for([
  [{ audioProgress: 101 }, "audioProgress"],
  [{ videoProgress: -1 }, "videoProgress"],
  [{ audioProgress: "50" }, "audioProgress"],
  [{ totalWatched: "yes" }, "totalWatched"],
  [{ audioCompleted: 1 }, "audioCompleted"],
  [{ audioPosition: -1 }, "audioPosition"],
  [{ videoPosition: 86_401 }, "videoPosition"],
  [{ playback: 0 }, "playback"],
  [{ sequence: 1.5 }, "sequence"],
  [{ epoch: -1 }, "epoch"],
  [{ at: "yesterday" }, "at"],
] as const)("the report %j is refused", async ([json, field]) => {
  const { date } = await item("both");
  const response = await report(await createMember(FOREVER), date, json);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "validation", fields: { [field]: expect.any(String) } });
});

test("a session counts once as started from what opened it, on the member's day", async () => {
  const { date } = await item("audio");
  const [member, other] = [await createMember(FOREVER), await createMember(FOREVER)];
  const counts = async () =>
    rowsOf("select date(day * 86400, 'unixepoch') as date, by_mail, by_push from starts_by_day");
  await saved(member, date, { audioPosition: 3, openedBy: "notification" });
  // The same playback, a later one, and one that a link didn't open.
  await saved(member, date, { audioPosition: 9, playback: 1, sequence: 1, openedBy: "notification" });
  await saved(member, date, { audioPosition: 3, openedBy: "email" });
  await saved(other, date, { audioPosition: 3 });
  expect(await counts()).toEqual([{ date: "2026-05-20", by_mail: 0, by_push: 1 }]);
  const { date: short } = await item("audio");
  await saved(member, short, { audioPosition: 60, audioCompleted: true, openedBy: "email" });
  expect(await counts()).toEqual([{ date: "2026-05-20", by_mail: 1, by_push: 1 }]);
});
