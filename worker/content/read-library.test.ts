import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { contentCalendar, contentLibrary, runwayResponse } from "#domain/contract/content/library.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createItem, createMedium, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { linkedPages } from "#test/worker/linked-pages.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { readCalendar } from "./read-library.ts";

/** Noon on March 10, 2027 in Chicago; the library spans 2025 to 2030. */
const NOW = Date.parse("2027-03-10T18:00:00Z");
const FIRST_DAY = "2025-01-01";
const ITEMS = 2000;

/** 2,000 days, every tenth a draft and every seventh scheduled, with as many batches as a large membership has. */
async function fillLibrary(): Promise<void> {
  const rows = Array.from({ length: ITEMS }, (_, index) => ({
    date: addDays(FIRST_DAY, index),
    status: index % 10 === 0 ? "draft" : index % 7 === 0 ? "scheduled" : "published",
  }));
  await env.DB.prepare(`
    insert into content (id, date, title, description, status, created_at, updated_at)
    select 'item-' || json_extract(value, '$.date'), json_extract(value, '$.date'), 'Day ' || json_extract(value, '$.date'),
      'Go.', json_extract(value, '$.status'), 0, 0 from json_each(?)`)
    .bind(JSON.stringify(rows))
    .run();
  await env.DB.prepare(`
    insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, sent_count, next_attempt_at, created_at)
    select 'b' || json_extract(value, '$.date') || n.column1, 0, 'UTC', 6, json_extract(value, '$.date'), '[]', 'sent', 9, 0, 0
    from json_each(?1), (values (1), (2), (3), (4), (5)) as n where json_extract(value, '$.date') < '2027-03-10'`)
    .bind(JSON.stringify(rows))
    .run();
}

const page = async (query: string) =>
  contentLibrary.parse(await (await request(`/api/content/all${query}`, { admin: true, now: NOW })).json());

beforeAll(fillLibrary);

test("without a query, the library is an array of the newest 1,000 sessions, with a Link to the rest", async () => {
  const rows = await rowsOf("select date from content where deleted_at is null order by date desc");
  expect(rows.length).toBeGreaterThan(ITEMS - 100);
  const pages = await linkedPages("/api/content/all");
  expect(pages.map(({ length }) => length)).toEqual([1000, ...pages.slice(1, -1).map(() => 100), pages.at(-1)?.length]);
  const dates = contentLibrary.parse(pages.flat()).map(({ date }) => date);
  expect(dates).toEqual(rows.map(({ date }) => date));
});

test("a page's Link keeps its parameters for the next page, and the last page has no Link", async () => {
  const pages = await linkedPages("/api/content/all?month=2028-05&limit=10");
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 10, 1]);
  expect(pages.flat()).toEqual(await page("?month=2028-05&limit=100"));
});

test("pages follow one another without gaps until they end", async () => {
  const first = await page("?limit=3&cursor=2029-01-01");
  const second = await page(`?limit=3&cursor=${first.at(-1)?.date}`);
  const dates = [...first, ...second].map(({ date }) => date);
  expect(dates).toEqual(Array.from({ length: 6 }, (_, index) => addDays("2028-12-31", -index)));
  expect(await page("?cursor=2000-01-01")).toEqual([]);
});

test("month, status, and title filter the library, alone and combined", async () => {
  const march = await page("?month=2028-05&limit=100");
  expect(march).toHaveLength(31);
  const drafts = await page("?month=2028-05&status=draft");
  expect(drafts.map(({ date }) => date)).toEqual(
    march.filter(({ status }) => status === "draft").map(({ date }) => date),
  );
  expect((await page("?search=day%202028-05-1&status=draft")).every(({ date }) => date.startsWith("2028-05-1"))).toBe(
    true,
  );
  expect(await page("?search=nothing+such")).toEqual([]);
});

test.for(["?limit=0", "?limit=101", "?cursor=soon", "?month=2027-13", "?status=hidden"])(
  "the query %j is refused",
  async (query) => {
    expect((await request(`/api/content/all${query}`, { admin: true })).status).toBe(400);
  },
);

test("a month's calendar describes each of its days and no other month's", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  await createItem("2024-06-01", { audioKey, description: "" });
  await createItem("2024-06-30", { embedProvider: "vimeo", embedRef: "76979871", hidden: true, status: "scheduled" });
  await createItem("2024-06-15", { deletedAt: 1 });
  const response = await request("/api/content/calendar?month=2024-06", { admin: true });
  const none = { hasAudio: false, hasVideo: false, hasDescription: true, hidden: false, emailSent: false };
  expect(contentCalendar.parse(await response.json())).toMatchObject([
    { ...none, date: "2024-06-01", hasAudio: true, hasDescription: false, status: "published" },
    { ...none, date: "2024-06-30", hasVideo: true, hidden: true, status: "scheduled" },
  ]);
  const sent = contentCalendar.parse(
    await (await request("/api/content/calendar?month=2027-03", { admin: true })).json(),
  );
  expect(sent.filter(({ emailSent }) => emailSent).map(({ date }) => date.slice(8))).toEqual(
    Array.from({ length: 9 }, (_, index) => `0${index + 1}`),
  );
});

test("a month's calendar reads its own days in one call, however many sessions there are", async () => {
  const { d1, cost } = countingD1(env.DB);
  const month = { ...contextAt(NOW), db: createDb(d1) };
  expect(await readCalendar(month, { month: "2028-05" })).toHaveLength(31);
  expect(cost).toMatchObject({ calls: 1, rowsRead: 32 });
});

test("the runway begins today in Chicago and says what each day is missing", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  await env.DB.prepare(
    "update content set audio_key = ?, status = 'published' where date between '2027-03-10' and '2027-03-14'",
  )
    .bind(audioKey)
    .run();
  await env.DB.prepare("delete from content where date = '2027-03-20'").run();
  const { days } = runwayResponse.parse(await (await request("/api/content/runway", { admin: true, now: NOW })).json());
  expect(days).toHaveLength(30);
  expect(days[0]).toMatchObject({ date: "2027-03-10", gaps: [], item: { title: "Day 2027-03-10" } });
  expect(days.filter(({ gaps }) => gaps.length === 0).map(({ date }) => date)).toEqual(
    Array.from({ length: 5 }, (_, index) => `2027-03-1${index}`),
  );
  expect(days[10]).toEqual({ date: "2027-03-20", item: null, gaps: ["content"], isEmpty: true, fallback: null });
  expect(days[5]).toMatchObject({ isEmpty: false, fallback: null });
  expect(days[5]?.gaps).toContain("medium");
  expect(await rowsOf("select count(*) as n from content where date = '2027-03-20'")).toEqual([{ n: 0 }]);
});
