import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { content } from "#db/schema/content.ts";
import { BRAND } from "#domain/brand.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { MOST_EPISODES } from "#domain/rules/feeds.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CHICAGO, calendarFrom } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { addFeed, pathsIn } from "#test/worker/feeds.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";

const NOW = Date.now();
const { dayAhead } = calendarFrom(NOW);
const OVERCAST = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
let audioKey = "";
let todaysId = "";

type Read = { now?: number; etag?: string; method?: string };

/** Reads a feed, and what that cost. */
async function read(path: string, { now = NOW, etag, method = "GET" }: Read = {}) {
  const { d1: DB, cost } = countingD1(env.DB);
  const headers = { "user-agent": OVERCAST, ...(etag ? { "if-none-match": etag } : {}) };
  const response = await requestWith({ DB }, path, { now, method, headers });
  return { response, cost, etag: response.headers.get("etag") ?? "", xml: await response.text() };
}

const guidsOf = (xml: string) => [...xml.matchAll(/<guid[^>]*>([^<]+)/g)].map(([, guid]) => guid);

beforeAll(async () => {
  audioKey = await createMedium("audio", new Uint8Array(321));
  for (const days of [-2, -1, 0, 1, 2]) {
    const { id } = await createItem(dayAhead(days), { audioKey, title: `Day ${days}`, durationSeconds: 540 });
    if (days === 0) todaysId = id;
  }
  await createItem(dayAhead(-3), { title: "Only video", embedProvider: "vimeo", embedRef: "76979871" });
  await createItem(dayAhead(-4), { title: "A draft", audioKey, status: "draft" });
  await createItem(dayAhead(-5), { title: "Hidden", audioKey, hidden: true });
  await createItem(dayAhead(-6), { title: "Deleted", audioKey, deletedAt: NOW });
});

test("a feed lists sessions with audio released on the member's own day, newest first", async () => {
  const { path } = await addFeed(await createMember());
  const { response, xml } = await read(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/rss+xml; charset=utf-8",
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringContaining("default-src 'self'"),
  });
  const titles = [...xml.matchAll(/<item><title>([^<]+)/g)].map(([, title]) => title);
  expect(titles.filter((title) => title?.startsWith("Day"))).toEqual(["Day 0", "Day -1", "Day -2"]);
  expect(titles.join()).not.toMatch(/video|draft|Hidden|Deleted/);
  expect(guidsOf(xml)[0]).toBe(todaysId);
  expect(xml).toContain('length="321" type="audio/mpeg"');
  const vip = await addFeed(await createMember({ subscriptionType: "annual" }));
  expect((await read(vip.path)).xml).toContain("<title>Day 1</title>");
});

test("a session released a day early has no future date, since players would hide it", async () => {
  const { path } = await addFeed(await createMember({ subscriptionType: "annual" }));
  const { xml } = await read(path);
  const dates = [...xml.matchAll(/<pubDate>([^<]+)/g)].map(([, date]) => Date.parse(date ?? ""));
  const midnight = instantAt(dateIn(CHICAGO, NOW), 0, CHICAGO);
  expect(dates.slice(0, 2)).toEqual([midnight + 60_000, midnight]);
});

test("an unchanged feed is a 304 that costs one call, at most five rows, and no writes", async () => {
  const { path } = await addFeed(await createMember());
  const { etag } = await read(path);
  const { response, cost } = await read(path, { etag });
  expect(response.status).toBe(304);
  expect(response.headers.get("etag")).toBe(etag);
  expect(cost).toMatchObject({ calls: 1, statements: 1, rowsWritten: 0 });
  expect(cost.rowsRead).toBeGreaterThan(0);
  expect(cost.rowsRead).toBeLessThanOrEqual(5);
  const head = await read(path, { method: "HEAD" });
  expect([head.response.status, head.xml, head.etag]).toEqual([200, "", etag]);
});

test("If-Modified-Since has no effect, because a feed has no date", async () => {
  const { path } = await addFeed(await createMember());
  const headers = { "if-modified-since": new Date(NOW + DAY_MS).toUTCString() };
  expect((await requestWith({}, path, { now: NOW, headers })).status).toBe(200);
});

test("a new site address changes the feed's ETag, because it's in every link", async () => {
  const { path } = await addFeed(await createMember());
  const { etag } = await read(path);
  const headers = { "if-none-match": etag };
  const moved = await requestWith({ APP_URL: "http://localhost:4321" }, path, { now: NOW, headers });
  expect([moved.status, await moved.text()]).toEqual([200, expect.stringContaining("http://localhost:4321/episodes/")]);
});

test("a feed's ETag varies by device, library, and the member's day, zone, plan, and access", async () => {
  const member = await createMember();
  const [{ path }, other] = [await addFeed(member), await addFeed(member)];
  let last = (await read(path)).etag;
  expect((await read(other.path)).etag).not.toBe(last);
  const changesWith = async (what: string, change: () => Promise<unknown>, now = NOW) => {
    await change();
    const { etag } = await read(path, { now });
    expect(etag, what).not.toBe(last);
    last = etag;
  };
  const { id } = await createItem(dayAhead(-10), { audioKey });
  const edit = (column: string, value: unknown) =>
    env.DB.prepare(`update content set ${column} = ? where id = ?`).bind(value, id).run();
  for (const [column, value] of [
    ["title", "Another"],
    ["description", "Another"],
    ["transcript", "Word by word"],
    ["hidden", 1],
    ["hidden", 0],
    ["duration_seconds", 541],
    ["audio_key", null],
    ["audio_key", audioKey],
  ] as const)
    await changesWith(column, () => edit(column, value));
  await changesWith("a new item", () => createItem(dayAhead(-20), { audioKey }));
  await changesWith("the zone", () => setMember(member.id, { timezone: "Asia/Tokyo" }));
  await changesWith("the plan", () => setMember(member.id, { highestPlan: "annual" }));
  await changesWith("the day", async () => {}, NOW + DAY_MS);
  await changesWith("the end of access", () => setMember(member.id, { accessEndsAt: NOW - 1 }), NOW);
  await edit("starts", 7);
  expect((await read(path)).etag).toBe(last);
});

test("after access ends, the feed's only episode says so and how to come back", async () => {
  await env.MEDIA.put(`public/${BRAND.preview.sample}`, new Uint8Array(77), {
    httpMetadata: { contentType: "audio/mpeg" },
  });
  const member = await createMember();
  const { path } = await addFeed(member);
  const { etag } = await read(path);
  const endedAt = NOW - HOUR_MS;
  await setMember(member.id, { accessEndsAt: endedAt });
  const ended = await read(path, { etag });
  expect(ended.response.status).toBe(200);
  expect(guidsOf(ended.xml)).toEqual([`ended-${endedAt}`]);
  expect(ended.xml).toContain("Your access has ended");
  expect(ended.xml).toContain("/subscribe");
  expect(ended.xml).toContain(`/media/${BRAND.preview.sample}" length="77" type="audio/mpeg"`);
  expect((await read(path, { etag: ended.etag })).response.status).toBe(304);
  await setMember(member.id, { accessEndsAt: NOW + DAY_MS });
  expect((await read(path)).xml).toContain("<title>Day 0</title>");
});

test("a revoked, unknown, or malformed token, or a closed account's, gets a 404 and costs at most one call", async () => {
  const member = await createMember();
  const { path } = await addFeed(member);
  await setMember(member.id, { deletedAt: NOW });
  for (const [address, calls] of [
    [path, 1],
    [`/feed/${"a".repeat(32)}`, 1],
    ["/feed/short", 0],
    [`/feed/${"a".repeat(5000)}`, 0],
  ] as const) {
    const { response, cost } = await read(address);
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(cost.calls).toBe(calls);
  }
});

test("a device's last use, player, and episodes are written at most once an hour", async () => {
  const { path, feed } = await addFeed(await createMember());
  // No day begins within the two hours that follow.
  const noon = instantAt(dateIn(CHICAGO, NOW), 12, CHICAGO);
  const { xml, etag } = await read(path, { now: noon });
  const written = () => rowsOf("select last_used_at, user_agent, episodes from feeds where id = ?", feed.id);
  const episodes = guidsOf(xml).length;
  expect(await written()).toEqual([{ last_used_at: expect.any(Number), user_agent: OVERCAST, episodes }]);
  const [first] = await written();
  expect((await read(path, { now: noon + HOUR_MS / 2, etag })).cost.rowsWritten).toBe(0);
  expect(await written()).toEqual([first]);
  const later = await read(path, { now: noon + HOUR_MS, etag });
  expect(later.cost.rowsWritten).toBe(1);
});

test("a transcript has its own address, which stops working when access ends", async () => {
  const date = dayAhead(-40);
  await createItem(date, { audioKey, transcript: "Stand up. Breathe." });
  const member = await createMember();
  const { path } = await addFeed(member);
  const { transcripts } = pathsIn((await read(path)).xml);
  const address = transcripts.at(-1) ?? "";
  const { response, xml } = await read(address);
  expect([response.status, response.headers.get("content-type"), xml]).toEqual([
    200,
    "text/plain; charset=utf-8",
    "Stand up. Breathe.",
  ]);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  await setMember(member.id, { accessEndsAt: NOW - 1 });
  expect((await read(address)).response.status).toBe(403);
});

test("a feed holds the newest three hundred sessions", async () => {
  const now = NOW + 2000 * DAY_MS;
  const dates = calendarFrom(now);
  const rows = Array.from({ length: MOST_EPISODES + 5 }, (_, nth) => ({
    id: crypto.randomUUID(),
    date: dates.dayAhead(-nth),
    title: `Of ${nth}`,
    status: "published" as const,
    audioKey,
    createdAt: now,
    updatedAt: now,
  }));
  for (let from = 0; from < rows.length; from += 5) await db.insert(content).values(rows.slice(from, from + 5));
  const { path } = await addFeed(await createMember({ accessEndsAt: now + DAY_MS }));
  const { xml, cost } = await read(path, { now });
  expect(guidsOf(xml)).toEqual(rows.slice(0, MOST_EPISODES).map(({ id }) => id));
  expect(cost.rowsRead).toBeLessThan(1300);
});

const builtAt = (xml: string) => Date.parse(/<lastBuildDate>([^<]+)/.exec(xml)?.[1] ?? "");

test("a feed's build date is the newest change that its ETag covers", async () => {
  const member = await createMember();
  const { path } = await addFeed(member);
  const date = dayAhead(-45);
  const { id } = await createItem(date, { audioKey });
  const noon = instantAt(dateIn(CHICAGO, NOW), 12, CHICAGO);
  // Tomorrow, nothing but the day has changed.
  const tomorrow = await read(path, { now: noon + DAY_MS });
  expect(builtAt(tomorrow.xml)).toBe(instantAt(dateIn(CHICAGO, noon + DAY_MS), 0, CHICAGO));
  await rowsOf("update library_version set changed_at = ?", noon + DAY_MS + 5000);
  expect(builtAt((await read(path, { now: noon + DAY_MS })).xml)).toBe(noon + DAY_MS + 5000);
  const before = Date.now();
  await rowsOf("update content set title = 'Changed' where id = ?", id);
  const [{ changed_at: changedAt } = {}] = await rowsOf("select changed_at from library_version");
  expect(changedAt).toBeGreaterThanOrEqual(before);
  const endedAt = NOW + 3 * DAY_MS;
  await setMember(member.id, { accessEndsAt: endedAt });
  expect(builtAt((await read(path, { now: endedAt + HOUR_MS })).xml)).toBe(Math.floor(endedAt / 1000) * 1000);
});

test("a feed also answers with a slash or .xml after its token", async () => {
  const { path } = await addFeed(await createMember());
  const { xml, etag } = await read(path);
  for (const address of [`${path}/`, `${path}.xml`]) {
    const same = await read(address);
    expect([same.response.status, same.etag, same.xml]).toEqual([200, etag, xml]);
  }
  expect((await read(`${path}.rss`)).response.status).toBe(404);
});

test("listeners of a day share the rendered items, and each has their own addresses", async () => {
  const [one, other] = [await createMember(), await createMember()];
  const [ofOne, ofOther] = [await addFeed(one), await addFeed(other)];
  const first = await read(ofOne.path);
  const second = await read(ofOther.path);
  // The member's row, and one that notes the use.
  expect(second.cost.rowsRead).toBeLessThan(10);
  const withoutKeys = (xml: string) =>
    xml.replaceAll(/(feed=|episodes\/)[^/&"<]+/g, "$1").replaceAll(/(session|key=|\/)[\w~-]{32}/g, "$1");
  const itemsOf = (xml: string) => xml.slice(xml.indexOf("<item>"));
  expect(withoutKeys(itemsOf(second.xml))).toBe(withoutKeys(itemsOf(first.xml)));
  const [mine, theirs] = [pathsIn(first.xml), pathsIn(second.xml)];
  expect(mine.audio[0]).not.toBe(theirs.audio[0]);
  for (const address of [mine.audio[0], theirs.audio[0]]) expect((await read(address ?? "")).response.status).toBe(200);
  expect((await read(mine.audio[0]?.replace(ofOne.feed.id, ofOther.feed.id) ?? "")).response.status).toBe(404);
  await rowsOf("update content set title = 'Renamed for all' where id = ?", todaysId);
  for (const { path } of [ofOne, ofOther]) expect((await read(path)).xml).toContain("<title>Renamed for all</title>");
  await rowsOf("update content set title = 'Day 0' where id = ?", todaysId);
});
