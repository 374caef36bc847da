import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, rowsOf, setMember } from "#test/worker/factories.ts";
import { losingD1 } from "#test/worker/faulty-bindings.ts";
import { addFeed, pathsIn } from "#test/worker/feeds.ts";
import { tickAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../account/member/member.ts";

const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const EPISODES = 6;
/** 3 × (episodes in its feed) + 50. */
const MOST = 3 * EPISODES + 50;
const NOW = Date.now();
const ids: string[] = [];
let audioKey = "";

beforeAll(async () => {
  audioKey = await createMedium("audio", BYTES);
  for (let days = 0; days < EPISODES; days += 1) {
    const { id } = await createItem(dayAhead(-days), { audioKey, title: `Day ${-days}` });
    ids.push(id);
  }
});

type Ask = { now?: number; method?: string; headers?: Record<string, string> };

/** A phone that has read its feed. `get` asks for an episode, and says what that cost. */
async function phoneOf(member: Member, now = NOW) {
  const { path, feed } = await addFeed(member);
  const { audio } = pathsIn(await (await requestWith({}, path, { now })).text());
  const get = async (address = audio[0] ?? "", ask: Ask = {}) => {
    const { d1: DB, cost } = countingD1(env.DB);
    const response = await requestWith({ DB }, address, { now, ...ask });
    return { response, status: response.status, cost };
  };
  const set = (downloads: Record<string, number>) =>
    env.DB.prepare("update feeds set downloads = ? where id = ?").bind(JSON.stringify(downloads), feed.id).run();
  const stored = async () => {
    const [row] = await rowsOf("select downloads from feeds where id = ?", feed.id);
    return JSON.parse(String(row?.downloads)) as Record<string, number>;
  };
  const count = async () => Object.values(await stored()).reduce((sum, one) => sum + one, 0);
  return { feed, path, audio, get, set, stored, count };
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

test("an episode's stated length and type match what's served, and its address doesn't change", async () => {
  const member = await createMember();
  const { audio, path, get } = await phoneOf(member);
  expect(audio).toHaveLength(EPISODES);
  const { response, cost } = await get();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-length": "1000",
    "content-type": "audio/mpeg",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
    etag: expect.stringMatching(/^"/),
  });
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...BYTES]);
  expect(cost).toMatchObject({ calls: 1, rowsWritten: 1 });
  expect(pathsIn(await (await requestWith({}, path, { now: NOW + 60_000 })).text()).audio).toEqual(audio);
});

test.for([
  ["a whole file", {}, 200, 1],
  ["from its start", { headers: { range: "bytes=0-" } }, 206, 1],
  ["a probe of its start", { headers: { range: "bytes=0-1" } }, 206, 1],
  ["from its middle", { headers: { range: "bytes=500-" } }, 206, 0],
  ["a part of its middle", { headers: { range: "bytes=10-19" } }, 206, 0],
  ["its end", { headers: { range: "bytes=-128" } }, 206, 0],
  ["an end as long as the file", { headers: { range: "bytes=-1000" } }, 206, 1],
  ["a range that is none", { headers: { range: "bytes=9-5" } }, 200, 1],
  ["two ranges, which are ignored", { headers: { range: "bytes=5-6,8-9" } }, 200, 1],
  ["the middle, if the file changed", { headers: { range: "bytes=5-", "if-range": '"another"' } }, 200, 1],
  ["a file that changed", { headers: { "if-none-match": '"another"' } }, 200, 1],
  ["past its end", { headers: { range: "bytes=5000-" } }, 416, 0],
  ["HEAD", { method: "HEAD" }, 200, 0],
] as const)("a request (%s) gets the right status and download count", async ([, ask, status, downloads]) => {
  const { get, count } = await phoneOf(await createMember());
  const got = await get(undefined, ask);
  expect(got.status).toBe(status);
  expect(await count()).toBe(downloads);
  expect(got.cost.rowsWritten).toBe(downloads);
  expect(got.cost.calls).toBeLessThanOrEqual(2);
});

test("an unchanged file is a 304 and doesn't count as a download", async () => {
  const { get, set, count } = await phoneOf(await createMember());
  const { response } = await get(undefined, { method: "HEAD" });
  const headers = { "if-none-match": response.headers.get("etag") ?? "" };
  const again = await get(undefined, { headers });
  expect([again.status, again.cost.calls, await count()]).toEqual([304, 1, 0]);
  await set({ [dayOf(NOW)]: MOST });
  expect((await get(undefined, { headers })).status).toBe(304);
});

test("a new phone that probes and downloads everything stays below the limit", async () => {
  const { audio, get, count } = await phoneOf(await createMember());
  for (const address of audio)
    for (const range of ["bytes=0-1", "bytes=0-", "bytes=300-"])
      expect((await get(address, { headers: { range } })).status).toBe(206);
  expect(await count()).toBe(2 * EPISODES);
  expect(2 * EPISODES).toBeLessThan(MOST);
});

test("past the download limit, new downloads get 429 until the oldest day expires, but parts still play", async () => {
  const { get, set, count } = await phoneOf(await createMember({ accessEndsAt: NOW + 90 * DAY_MS }));
  await set({ [dayOf(NOW - 29 * DAY_MS)]: 9, [dayOf(NOW)]: MOST - 10, [dayOf(NOW - 30 * DAY_MS)]: 1000 });
  expect((await get()).status).toBe(200);
  const refused = await get();
  expect(refused.status).toBe(429);
  expect(Number(refused.response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await get(undefined, { headers: { range: "bytes=9-5" } })).status).toBe(429);
  expect((await get(undefined, { headers: { range: "bytes=500-" } })).status).toBe(206);
  expect((await get(undefined, { method: "HEAD" })).status).toBe(200);
  expect((await get(undefined, { now: NOW + DAY_MS })).status).toBe(200);
  // The day that dropped out is forgotten.
  expect(await count()).toBe(MOST - 10 + 1 + 1);
});

test("a download plays even if D1 loses its download count", async () => {
  const { audio } = await phoneOf(await createMember());
  const { d1: DB } = losingD1({ when: "before", times: 1 });
  expect((await requestWith({ DB }, audio[0] ?? "", { now: NOW })).status).toBe(200);
});

test("simultaneous requests can't start more downloads than allowed", async () => {
  const { get, set, count } = await phoneOf(await createMember());
  await set({ [dayOf(NOW)]: MOST - 3 });
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => get()))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  expect(await count()).toBe(MOST);
});

test("each device has its own limit", async () => {
  const member = await createMember();
  const [one, other] = [await phoneOf(member), await phoneOf(member)];
  await one.set({ [dayOf(NOW)]: MOST });
  expect([(await one.get()).status, (await other.get()).status]).toEqual([429, 200]);
});

test("one email in thirty days offers to revoke the feed, no matter how many requests are refused", async () => {
  const member = await createMember({ accessEndsAt: NOW + 90 * DAY_MS });
  const { feed, get, set } = await phoneOf(member);
  const mails = () =>
    rowsOf("select kind, parameters from transactional_mails where member_id = ? and kind = 'feed-limit'", member.id);
  const refuse = async (now: number) => {
    await set({ [dayOf(now)]: MOST });
    const refused = await Promise.all([get(undefined, { now }), get(undefined, { now })]);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  };
  await refuse(NOW);
  await refuse(NOW + 29 * DAY_MS);
  expect(await mails()).toEqual([{ kind: "feed-limit", parameters: JSON.stringify({ device: feed.name }) }]);
  await tickAt(NOW + 60_000);
  const [mail] = (await outboxOf(member.email)).filter(({ subject }) => subject.includes("podcast feed"));
  expect(mail?.html).toContain("/library#podcast-apps");
  expect(mail?.text).toContain(feed.name);
  await refuse(NOW + 31 * DAY_MS);
  expect(await mails()).toHaveLength(2);
});

test("a revoked feed's address, a forged one, and another feed's aren't found; ended access is forbidden", async () => {
  const member = await createMember();
  const [one, other] = [await phoneOf(member), await phoneOf(member)];
  const address = one.audio[0] ?? "";
  const [, , , item, key, file] = address.split("/");
  for (const forged of [
    address.replace(one.feed.id, other.feed.id),
    address.replace(key ?? "", "A".repeat(43)),
    `/episodes/${one.feed.id}/${crypto.randomUUID()}/${key}/${file}`,
  ]) {
    const got = await one.get(forged);
    expect([got.status, got.cost.calls], forged).toEqual([404, 0]);
  }
  expect(item).toBeDefined();
  await setMember(member.id, { accessEndsAt: NOW - 1 });
  const ended = await one.get();
  expect([ended.status, ended.cost.rowsWritten]).toEqual([403, 0]);
  expect(await ended.response.json()).toMatchObject({ code: "no_access" });
  await env.DB.prepare("delete from feeds where id = ?").bind(one.feed.id).run();
  expect((await one.get()).status).toBe(404);
  await setMember(member.id, { accessEndsAt: NOW + DAY_MS, deletedAt: NOW });
  expect((await other.get()).status).toBe(404);
});

test.for([
  ["hidden", 1, 0],
  ["status", "draft", "published"],
  ["deleted_at", NOW, null],
] as const)(
  "a session made unavailable by its %s doesn't play or count a download",
  async ([column, value, before]) => {
    const id = ids.at(-1) ?? "";
    const { audio, get, count } = await phoneOf(await createMember());
    const address = audio.find((path) => path.includes(id));
    const set = (to: string | number | null) =>
      env.DB.prepare(`update content set ${column} = ? where id = ?`).bind(to, id).run();
    expect((await get(address)).status).toBe(200);
    await set(value);
    const gone = await get(address);
    await set(before);
    expect(gone.status).toBe(404);
    expect(await count()).toBe(1);
  },
);
