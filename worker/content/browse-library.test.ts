import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type BrowseResponse, browseResponse } from "#domain/contract/content/browse.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { NewMember } from "../account/member/member.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const NOON_OF_THE_20TH = Date.parse("2025-08-20T17:00:00Z");

type Asked = { token?: string; member?: Partial<NewMember>; now?: number; d1?: D1Database };

async function browse(query: Record<string, string>, asked: Asked = {}): Promise<BrowseResponse> {
  const { member, now = NOON_OF_THE_20TH, d1 = env.DB } = asked;
  const token = asked.token ?? (await tokenFor(await createMember({ ...FOREVER, ...member }), now));
  const path = `/api/content/library?${new URLSearchParams(query)}`;
  const response = await requestWith({ DB: d1 }, path, { token, now });
  expect(response.status).toBe(200);
  return browseResponse.parse(await response.json());
}

const datesOf = ({ items }: BrowseResponse) => items.map(({ date }) => date);

test("a search finds released sessions by any part of title, description, or transcript, newest first", async () => {
  await createItem("2025-08-13", { title: "100% Thunder_Bolt" });
  await createItem("2025-08-14", { title: "Rise", description: "A day of thUnder." });
  await createItem("2025-08-15", { title: "Thunder", hidden: true });
  await createItem("2025-08-16", { title: "Thunder", status: "draft" });
  await createItem("2025-08-17", { title: "Rise", transcript: `Breathe.\n${"a".repeat(9970)} THÜNDER` });
  await createItem("2025-08-18", { title: "Rise", transcript: `${"a".repeat(10_000)} thunder` });
  await createItem("2025-08-24", { title: "Thunder of tomorrow", status: "scheduled" });
  expect(datesOf(await browse({ q: "  tHUNDER " }))).toEqual(["2025-08-17", "2025-08-14", "2025-08-13"]);
  expect(datesOf(await browse({ q: "0%" }))).toEqual(["2025-08-13"]);
  expect(datesOf(await browse({ q: "r_b" }))).toEqual(["2025-08-13"]);
  expect(datesOf(await browse({ q: "\\" }))).toEqual([]);
  const at = async (instant: string, member: Partial<NewMember> = {}) =>
    datesOf(await browse({ q: "tomorrow" }, { member, now: Date.parse(instant) }));
  expect(await at("2025-08-24T04:59:59Z")).toEqual([]);
  expect(await at("2025-08-24T05:00:00Z")).toEqual(["2025-08-24"]);
  expect(await at("2025-08-23T12:00:00Z", { subscriptionType: "annual" })).toEqual(["2025-08-24"]);
});

test("a search ignores accents, case, and the order of words, both in the texts and in the query", async () => {
  await createItem("2025-07-18", { title: "Before the launch: Über Café" });
  await createItem("2025-08-19", { title: "Über Café" });
  await createItem("2025-08-20", { title: "Cafe of the UBER driver" });
  for (const q of ["cafe", "CAFÉ", "cafe\u0301", "UBER", "über", "über café"])
    expect(datesOf(await browse({ q })), q).toEqual(["2025-08-20", "2025-08-19"]);
  expect(datesOf(await browse({ q: "cafe driver’s über" }))).toEqual([]);
});

test("filters combine, and each session shows the member's progress", async () => {
  const [audioKey, videoKey] = [
    await createMedium("audio", new Uint8Array(4)),
    await createMedium("video", new Uint8Array(4)),
  ];
  const day = (nth: number) => addDays("2025-10-01", nth);
  await createItem(day(0), { audioKey, durationSeconds: 600 });
  await createItem(day(1), { videoKey });
  await createItem(day(2), { audioKey, embedProvider: "vimeo", embedRef: "76979871" });
  await createItem(day(3));
  const now = Date.parse("2025-10-20T12:00:00Z");
  const token = await tokenFor(await createMember(FOREVER), now);
  await request(`/api/progress/${day(0)}`, { token, now, json: { audioProgress: 40 } });
  await request(`/api/progress/${day(2)}`, { token, now, json: { totalWatched: true } });
  await request(`/api/content/${day(2)}/favorite`, { method: "PUT", token, now });
  const of = async (filter: Record<string, string>) =>
    datesOf(await browse(filter, { token, now })).filter((date) => date >= day(0));
  expect(await of({})).toEqual([day(3), day(2), day(1), day(0)]);
  expect(await of({ audio: "1" })).toEqual([day(2), day(0)]);
  expect(await of({ video: "1" })).toEqual([day(2), day(1)]);
  expect(await of({ audio: "1", video: "1" })).toEqual([day(2)]);
  expect(await of({ notDone: "1" })).toEqual([day(3), day(1), day(0)]);
  expect(await of({ notDone: "1", audio: "1" })).toEqual([day(0)]);
  expect(await of({ started: "1" })).toEqual([day(0)]);
  expect(await of({ favorites: "1" })).toEqual([day(2)]);
  expect(await of({ favorites: "1", notDone: "1" })).toEqual([]);
  const { items } = await browse({ audio: "1" }, { token, now });
  expect(items.slice(0, 2)).toMatchObject([
    { hasAudio: true, hasVideo: true, duration: null, completed: true, progressPercent: 100, isFavorite: true },
    { hasAudio: true, hasVideo: false, duration: 600, completed: false, progressPercent: 40, isFavorite: false },
  ]);
});

test("counts say how many sessions the filters find, and how many with one more, without what isn't open yet", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  // The third opens first in Kiritimati, and isn't open yet in Chicago.
  for (const date of ["2027-01-01", "2027-01-02", "2027-01-03"]) await createItem(date, { title: "Counted", audioKey });
  await createItem("2026-12-31", { title: "Counted", videoKey: await createMedium("video", new Uint8Array(4)) });
  const now = Date.parse("2027-01-02T12:00:00Z");
  const token = await tokenFor(await createMember({ ...FOREVER, timezone: "America/Chicago" }), now);
  await request("/api/progress/2027-01-01", { token, now, json: { totalWatched: true } });
  await request("/api/content/2026-12-31/favorite", { method: "PUT", token, now });
  const counts = async (filter: Record<string, string>) =>
    (await browse({ q: "counted", counts: "1", ...filter }, { token, now })).counts;
  expect(await counts({})).toEqual({ all: 3, notDone: 2, audio: 2, video: 1, favorites: 1 });
  expect(await counts({ audio: "1" })).toEqual({ all: 2, notDone: 1, audio: 2, video: 0, favorites: 0 });
  expect(await counts({ notDone: "1", favorites: "1" })).toEqual({
    all: 1,
    notDone: 1,
    audio: 0,
    video: 1,
    favorites: 1,
  });
  expect(await browse({ q: "counted" }, { token, now })).not.toHaveProperty("counts");
});

test("pages continue at the cursor, without missing or repeating a session, in the first and last zones", async () => {
  const dates = Array.from({ length: 70 }, (_, nth) => addDays("2026-01-01", nth));
  for (const date of dates) await createItem(date, { title: `Countdown ${date}` });
  // It's already March 12 in Kiritimati and still March 10 in Pago Pago.
  const now = Date.parse("2026-03-11T10:30:00Z");
  for (const [timezone, last] of [
    ["Pacific/Pago_Pago", "2026-03-10"],
    ["Pacific/Kiritimati", "2026-03-11"],
  ] as const) {
    const token = await tokenFor(await createMember({ ...FOREVER, timezone }), now);
    const found: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await browse({ q: "countdown", ...(cursor && { cursor }) }, { token, now });
      sizes.push(page.items.length);
      found.push(...datesOf(page));
      cursor = page.next;
    }
    expect(found).toEqual(dates.filter((date) => date <= last).toReversed());
    expect(sizes.slice(0, -1).every((size) => size === 30)).toBe(true);
  }
});

test.for(["?q=a%00b", `?q=${"x".repeat(81)}`, "?audio=yes", "?cursor=newest", "?cursor=1"])(
  "the query %s is refused",
  async (query) => {
    const response = await request(`/api/content/library${query}`, { token: await tokenFor(await createMember()) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation" });
  },
);

test("a cursor that isn't a day ends the list", async () => {
  expect(await browse({ cursor: "9007199254740991.x" })).toEqual({ items: [], next: null });
});
