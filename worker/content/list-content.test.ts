import { beforeAll, expect, test } from "vitest";
import { type ContentItem, contentList, openedItem } from "#domain/contract/content/content.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member, NewMember } from "../account/member/member.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const NOON_OF_THE_20TH = Date.parse("2025-08-20T17:00:00Z");

type Query = { year?: number; month?: number; now?: number };

async function listFor(overrides: Partial<NewMember>, { year = 2025, month = 8, now = NOON_OF_THE_20TH }: Query = {}) {
  const member = await createMember({ ...FOREVER, ...overrides });
  const response = await request(`/api/content?year=${year}&month=${month}`, {
    token: await tokenFor(member, now),
    now,
  });
  expect(response.status).toBe(200);
  return contentList.parse(await response.json());
}

function datesOf(items: ContentItem[]): string[] {
  return items.map((item) => item.date);
}

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const videoKey = await createMedium("video", new Uint8Array(8));
  const embed = { embedProvider: "vimeo", embedRef: "76979871" } as const;
  await createItem("2025-08-31");
  await createItem("2025-08-11");
  await createItem("2025-08-12", { audioKey, ...embed });
  await createItem("2025-08-18", { hidden: true });
  await createItem("2025-08-19", { status: "draft" });
  await createItem("2025-08-20", { status: "scheduled", audioKey });
  await createItem("2025-08-21", { audioKey, ...embed, durationSeconds: 540 });
  await createItem("2025-08-22", { status: "scheduled" });
  await createItem("2025-08-23", { videoKey });
  await createItem("2025-09-01");
});

test("a month lists live and announced items by date", async () => {
  const items = await listFor({});
  expect(datesOf(items)).toEqual(["2025-08-12", "2025-08-20", "2025-08-21", "2025-08-23", "2025-08-31"]);
  expect(items.map((item) => item.comingSoon)).toEqual([false, false, true, true, true]);
});

test("live items include their media; announced ones don't", async () => {
  const [live, , ...soon] = await listFor({});
  expect(live).toMatchObject({
    audioFilename: expect.stringMatching(/\.mp3$/),
    vimeoEmbedCode: expect.stringContaining("player.vimeo.com/video/76979871"),
    youtubeUrl: "https://vimeo.com/76979871",
    video: { provider: "vimeo", ref: "76979871" },
  });
  const media = { audioFilename: null, videoFilename: null, vimeoEmbedCode: null, youtubeUrl: null, video: null };
  for (const item of soon) expect(item).toMatchObject({ ...media, title: expect.any(String) });
  expect(soon.map(({ hasAudio, hasVideo }) => [hasAudio, hasVideo])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test("annual members get tomorrow's item today", async () => {
  const tomorrows = (items: ContentItem[]) => items.find((item) => item.date === "2025-08-21");
  expect(tomorrows(await listFor({ subscriptionType: "annual" }))).toMatchObject({
    comingSoon: false,
    audioFilename: expect.any(String),
  });
  for (const subscriptionType of ["monthly", "quarterly", "gift", "trial"] as const) {
    expect(tomorrows(await listFor({ subscriptionType })), subscriptionType).toMatchObject({ comingSoon: true });
  }
});

test("a scheduled item is announced the day before, in the member's own zone", async () => {
  const nextMorning = async (now: string) =>
    (await listFor({}, { now: Date.parse(now) })).find(({ date }) => date === "2025-08-22")?.comingSoon;
  expect(await nextMorning("2025-08-21T04:59:59Z")).toBeUndefined();
  expect(await nextMorning("2025-08-21T05:00:00Z")).toBe(true);
  expect(datesOf(await listFor({ subscriptionType: "annual" }))).toContain("2025-08-22");
});

test("a scheduled item opens at midnight on its day, in the member's own zone", async () => {
  const seesThe22nd = async (timezone: string, now: string) =>
    (await listFor({ timezone }, { now: Date.parse(now) })).some(
      ({ date, comingSoon }) => date === "2025-08-22" && !comingSoon,
    );
  expect(await seesThe22nd("America/Chicago", "2025-08-22T04:59:59Z")).toBe(false);
  expect(await seesThe22nd("America/Chicago", "2025-08-22T05:00:00Z")).toBe(true);
  expect(await seesThe22nd("America/Los_Angeles", "2025-08-22T05:00:00Z")).toBe(false);
  expect(await seesThe22nd("Pacific/Auckland", "2025-08-21T11:59:59Z")).toBe(false);
  expect(await seesThe22nd("Pacific/Auckland", "2025-08-21T12:00:00Z")).toBe(true);
  expect(await seesThe22nd("Pacific/Kiritimati", "2025-08-21T10:00:00Z")).toBe(true);
});

test("a month ends where the next one begins, and a month without items is an empty list", async () => {
  expect(datesOf(await listFor({}, { month: 9, now: Date.parse("2025-09-05T12:00:00Z") }))).toEqual(["2025-09-01"]);
  expect(await listFor({}, { year: 2024, month: 2 })).toEqual([]);
});

test("items show only the requesting member's progress", async () => {
  const [ana, ben] = await Promise.all([createMember(FOREVER), createMember(FOREVER)]);
  const options = async (member: Member) => ({
    token: await tokenFor(member, NOON_OF_THE_20TH),
    now: NOON_OF_THE_20TH,
  });
  const list = async (member: Member) => {
    const response = await request("/api/content?year=2025&month=8", await options(member));
    const items = contentList.parse(await response.json()).slice(0, 3);
    for (const item of items) {
      const opened = await request(`/api/content/${item.date}`, await options(member));
      expect(openedItem.parse(await opened.json())).toEqual({
        ...item,
        transcript: null,
        captionsFilename: null,
        isFavorite: false,
      });
    }
    return items.map(({ completed, progressPercent }) => [completed, progressPercent]);
  };
  const save = async (date: string, json: object) =>
    request(`/api/progress/${date}`, { json, ...(await options(ana)) });
  const untouched = [false, 0];
  await save("2025-08-12", { audioProgress: 41 });
  await save("2025-08-20", { audioProgress: 79.9 });
  expect(await list(ana)).toEqual([[false, 20], [false, 79], untouched]);
  await save("2025-08-12", { videoCompleted: true });
  await save("2025-08-20", { totalWatched: true });
  expect(await list(ana)).toEqual([[false, 70], [true, 100], untouched]);
  expect(await list(ben)).toEqual([untouched, untouched, untouched]);
});

test.for([
  ["whose access has ended", { accessEndsAt: NOON_OF_THE_20TH, subscriptionStatus: "active" }],
  ["who never had access", { accessEndsAt: null, subscriptionStatus: "trial" }],
] as const)("a member %s gets no list, whatever their status says", async ([, overrides]) => {
  const member = await createMember(overrides);
  const token = await tokenFor(member, NOON_OF_THE_20TH);
  for (const path of ["?year=2025&month=8", "/months", "/library?q=session"]) {
    const response = await request(`/api/content${path}`, { token, now: NOON_OF_THE_20TH });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "no_access" });
  }
});

test("a member with a cancelled status still gets the content list while they have access", async () => {
  expect(await listFor({ subscriptionStatus: "cancelled" })).not.toEqual([]);
});

test("a visitor gets no list, and the admin password doesn't count as membership", async () => {
  for (const path of ["?year=2025&month=8", "/months", "/library?q=session"]) {
    expect((await request(`/api/content${path}`)).status).toBe(401);
    expect((await request(`/api/content${path}`, { admin: true })).status).toBe(401);
  }
});

test.for(["", "?year=2025", "?month=8", "?year=2025&month=0", "?year=2025&month=13", "?year=abc&month=8"])(
  "the query %j is refused",
  async (query) => {
    const response = await request(`/api/content${query}`, { token: await tokenFor(await createMember()) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation" });
  },
);
