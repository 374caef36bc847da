import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import {
  type ContentRevisions,
  contentRevisions,
  libraryItem,
  REVISIONS_A_PAGE,
} from "#domain/contract/content/library.ts";
import { DAY_MS } from "#domain/durations.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, createMedium, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { fillLargeHouse } from "#test/worker/large-house.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { purgeContent } from "./delete-content.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;

const freshDate = datesAfter("2031-03-01");

function put(id: string, json: unknown, now = NOW): Promise<Response> {
  return request(`/api/content/${id}`, { method: "PUT", json, admin: true, now });
}

async function changed(id: string, json: unknown, now = NOW) {
  const response = await put(id, json, now);
  expect(response.status).toBe(200);
  return libraryItem.parse(await response.json());
}

async function revisionsOf(id: string, query = ""): Promise<ContentRevisions> {
  const response = await request(`/api/content/${id}/revisions${query}`, { admin: true, now: NOW });
  return contentRevisions.parse(await response.json());
}

const restore = (id: string, version: number, now = NOW) =>
  request(`/api/content/${id}/revisions/${version}/restore`, { admin: true, json: {}, now });

test("an edit keeps the version it replaced and increments the version number", async () => {
  const { id } = await createItem(freshDate(), { title: "One", transcript: "Words." });
  expect(await changed(id, { title: "Two" })).toMatchObject({ version: 2, title: "Two" });
  expect(await changed(id, { description: "New.", status: "draft" }, NOW + 1)).toMatchObject({ version: 3 });
  expect(await revisionsOf(id)).toMatchObject([
    { version: 2, title: "Two", status: "published", changed: ["description", "status"] },
    { version: 1, title: "One", replacedAt: "2026-11-21T12:00:00.000Z", changed: ["title"] },
  ]);
});

test("a session of the large test database can be edited, and its version numbers continue", async () => {
  await fillLargeHouse(db, NOW, { members: 1, items: 2, deliveries: 0 });
  const id = `large-${LAUNCH_DATE}`;
  expect(await changed(id, { title: "Edited" })).toMatchObject({ version: 4, title: "Edited" });
  expect((await revisionsOf(id)).map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("every stored revision can be reached page by page, with what its edit changed", async () => {
  const { id } = await createItem(freshDate(), { title: "0" });
  const edits = REVISIONS_A_PAGE + 3;
  for (let edit = 1; edit <= edits; edit += 1) {
    await changed(id, edit % 2 ? { title: String(edit) } : { description: String(edit) }, NOW + edit);
  }
  const first = await revisionsOf(id);
  const second = await revisionsOf(id, `?before=${first.at(-1)?.version}`);
  expect([first.length, second.length]).toEqual([REVISIONS_A_PAGE, 3]);
  const all = [...first, ...second];
  expect(all.map(({ version }) => version)).toEqual(Array.from({ length: edits }, (_, index) => edits - index));
  // The first edit, which is odd, turned version 1 into 2.
  expect(all.map((one) => one.changed)).toEqual(all.map(({ version }) => [version % 2 ? "title" : "description"]));
  expect(await revisionsOf(id, "?before=1")).toEqual([]);
});

test("one editor's saves within ten minutes form one revision; later or others' saves start a new one", async () => {
  const { id } = await createItem(freshDate(), { title: "0" });
  const saves = [
    ["1", "a", 0],
    ["2", "a", 4],
    ["3", "a", 9],
    ["4", "b", 9.5],
    ["5", "a", 9.6],
    ["6", "a", 9.7],
    ["7", "a", 25],
    ["8", undefined, 25.1],
    ["9", undefined, 25.2],
  ] as const;
  for (const [title, flow, minutes] of saves) await changed(id, { title, flow }, NOW + minutes * MINUTE);
  expect((await revisionsOf(id)).map(({ title }) => title)).toEqual(["8", "7", "6", "4", "3", "0"]);
});

test("restoring a revision changes text and media, but not day, status, or visibility, and can be undone", async () => {
  const [audioKey, artworkKey] = [
    await createMedium("audio", new Uint8Array(4)),
    await createMedium("artwork", new Uint8Array(4)),
  ];
  const first = {
    title: "One",
    transcript: "Words.",
    audioKey,
    artworkKey,
    hidden: true,
    status: "draft",
  } as const;
  const { id } = await createItem(freshDate(), { ...first, embedProvider: "vimeo", embedRef: "76979871" });
  const later = freshDate();
  const released = { hidden: false, status: "published" } as const;
  await changed(id, { title: "Two", transcript: "", audioKey: null, youtubeUrl: "", ...released, date: later });
  const back = await restore(id, 1);
  expect(back.status).toBe(200);
  expect(libraryItem.parse(await back.json())).toMatchObject({
    date: later,
    title: "One",
    transcript: "Words.",
    audioFilename: audioKey,
    artworkKey,
    video: { provider: "vimeo", ref: "76979871" },
    ...released,
    version: 3,
  });
  expect((await restore(id, 1)).status).toBe(200);
  expect(await revisionsOf(id)).toHaveLength(2);
  expect(libraryItem.parse(await (await restore(id, 2)).json())).toMatchObject({ title: "Two", transcript: null });
  expect((await restore(id, 77)).status).toBe(404);
  const audits = await rowsOf("select details from audit where action = 'content.restore-revision' order by id");
  expect(JSON.parse(String(audits[0]?.details))).toMatchObject({
    version: 1,
    fields: expect.arrayContaining(["title"]),
  });
});

test("restoring a published version doesn't publish a draft", async () => {
  const { id } = await createItem(freshDate(), { title: "Out", status: "published" });
  await changed(id, { title: "Withdrawn", status: "draft", hidden: true });
  const back = await restore(id, 1);
  expect(libraryItem.parse(await back.json())).toMatchObject({ title: "Out", status: "draft", hidden: true });
});

test("an edit of an outdated version is refused with the current item and changes nothing", async () => {
  const { id } = await createItem(freshDate(), { title: "One" });
  await changed(id, { title: "Hers", version: 1 });
  const late = await put(id, { title: "His", description: "Kept?", version: 1 });
  expect(late.status).toBe(409);
  const body = await late.json<{ code: string; present: unknown }>();
  expect(body.code).toBe("stale");
  expect(libraryItem.parse(body.present)).toMatchObject({ title: "Hers", version: 2 });
  expect(await revisionsOf(id)).toHaveLength(1);
  expect(await changed(id, { title: "His", version: 2 })).toMatchObject({ title: "His", version: 3 });
});

test("only one of several simultaneous edits of the same version succeeds", async () => {
  const { id } = await createItem(freshDate(), { title: "One" });
  const statuses = (await Promise.all(["A", "B", "C"].map((title) => put(id, { title, version: 1 })))).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect(await revisionsOf(id)).toHaveLength(1);
});

test("a repeated save is accepted and leaves no second revision or audit entry", async () => {
  const { id, date } = await createItem(freshDate(), { title: "One" });
  const json = { title: "Two", version: 1, flow: "a" };
  await changed(id, json);
  expect(await changed(id, json)).toMatchObject({ title: "Two", version: 2 });
  expect(await revisionsOf(id)).toHaveLength(1);
  expect(await rowsOf("select id from audit where action = 'content.update' and subject = ?", date)).toHaveLength(1);
});

test("without a version the last write wins, even among simultaneous edits", async () => {
  const { id } = await createItem(freshDate(), { title: "One" });
  const responses = await Promise.all([put(id, { title: "Two" }), put(id, { description: "Three." })]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const item = libraryItem.parse(await (await put(id, { hidden: true })).json());
  expect(item).toMatchObject({ title: "Two", description: "Three.", hidden: true, version: 4 });
});

test("revisions are kept for 90 days", async () => {
  const { id } = await createItem(freshDate(), { title: "One" });
  await changed(id, { title: "Two" }, NOW - 91 * DAY_MS);
  await changed(id, { title: "Three" }, NOW - 89 * DAY_MS);
  await purgeContent(contextAt(NOW));
  await purgeContent(contextAt(NOW));
  expect((await revisionsOf(id)).map(({ title }) => title)).toEqual(["Two"]);
});

function addRevisions(id: string, count: number, replacedAt: number) {
  return rowsOf(
    `insert into content_revisions (content_id, version, fields, replaced_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1) select ?2, 1000 + i, '{}', ?3 from n`,
    count,
    id,
    replacedAt,
  );
}

test("hourly purges delete revisions and items in limited numbers, and read almost nothing once done", async () => {
  const old = await createItem(freshDate());
  await addRevisions(old.id, 700, NOW - 91 * DAY_MS);
  const deleted = await Promise.all(
    Array.from({ length: 150 }, () => createItem(freshDate(), { deletedAt: NOW - 31 * DAY_MS })),
  );
  await addRevisions(deleted[0]?.id ?? "", 700, NOW - 60 * DAY_MS);
  const ids = JSON.stringify([old, ...deleted].map(({ id }) => id));
  const left = async () => {
    const [row] = await rowsOf(
      `select (select count(*) from content_revisions where content_id in (select value from json_each(?1))) as revisions,
        (select count(*) from content where title <> '' and deleted_at > 0 and id in (select value from json_each(?1))) as items`,
      ids,
    );
    return { revisions: Number(row?.revisions), items: Number(row?.items) };
  };
  let before = await left();
  for (let hours = 0; hours < 50; hours += 1) {
    const { d1, cost } = countingD1(env.DB);
    await purgeContent({ ...contextAt(NOW), db: createDb(d1) });
    const after = await left();
    expect(before.revisions - after.revisions).toBeLessThanOrEqual(1000);
    expect(before.items - after.items).toBeLessThanOrEqual(100);
    expect(cost.rowsRead).toBeLessThanOrEqual(1100 * 5);
    expect(cost.rowsWritten).toBeLessThanOrEqual(1100 * 2);
    before = after;
    if (cost.rowsRead <= 25) break;
    expect(hours).toBeLessThan(49);
  }
  expect(before).toEqual({ revisions: 0, items: 0 });
});
