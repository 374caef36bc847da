import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { deletedContent, libraryItem } from "#domain/contract/content/library.ts";
import { DAY_MS } from "#domain/durations.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { purgeContent } from "./delete-content.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

const freshDate = datesAfter("2026-09-01");

const remove = (ref: string, now = NOW) => request(`/api/content/${ref}`, { method: "DELETE", admin: true, now });
const restore = (id: string, json: object = {}, now = NOW) =>
  request(`/api/content/${id}/restore`, { admin: true, json, now });
const deletedIds = async (now = NOW) =>
  deletedContent.parse(await (await request("/api/content/deleted", { admin: true, now })).json()).map(({ id }) => id);

test("a deleted item disappears for members and the library, frees its date, and can be restored unchanged", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  const item = await createItem(freshDate(), { title: "Kept", transcript: "Words.", audioKey });
  const token = await tokenFor(await createMember({ accessEndsAt: NOW + DAY_MS }), NOW);
  const asMember = () => request(`/api/content/${item.id}`, { token, now: NOW });
  expect((await asMember()).status).toBe(200);
  expect((await remove(item.id)).status).toBe(200);
  expect((await asMember()).status).toBe(404);
  expect((await request(`/api/content/date/${item.date}`, { admin: true })).status).toBe(404);
  expect((await remove(item.id)).status).toBe(404);
  expect(await deletedIds()).toContain(item.id);

  const back = await restore(item.id);
  expect(back.status).toBe(200);
  expect(libraryItem.parse(await back.json())).toMatchObject({
    id: item.id,
    date: item.date,
    title: "Kept",
    transcript: "Words.",
    audioFilename: audioKey,
    version: 3,
  });
  expect((await asMember()).status).toBe(200);
  expect((await restore(item.id)).status).toBe(404);
  const audits = await rowsOf("select action from audit where subject = ? order by id", item.date);
  expect(audits.map(({ action }) => action)).toEqual(["content.delete", "content.restore"]);
});

test("an item can't be restored to a taken date, but can be to another", async () => {
  const [date, other] = [freshDate(), freshDate()];
  const item = await createItem(date);
  await remove(item.id);
  await createItem(date, { title: "The new one" });
  const taken = await restore(item.id);
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({ code: "conflict", fields: { date: "This day already has a session." } });
  expect(await deletedIds()).toContain(item.id);
  expect(libraryItem.parse(await (await restore(item.id, { date: other })).json()).date).toBe(other);
});

test("only one of two simultaneous restores to the same date succeeds", async () => {
  const date = freshDate();
  const first = await createItem(date);
  await remove(first.id);
  const second = await createItem(date);
  await remove(second.id);
  const statuses = (await Promise.all([restore(first.id), restore(second.id)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
});

test("after 30 days a deleted item loses its text, media, and revisions, but members keep their progress", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(4));
  const item = await createItem(freshDate(), { title: "Secret", transcript: "Words.", audioKey });
  const young = await createItem(freshDate(), { title: "Young" });
  await request(`/api/content/${item.id}`, { method: "PUT", json: { title: "Newer" }, admin: true, now: NOW });
  const token = await tokenFor(await createMember({ accessEndsAt: NOW + DAY_MS }), NOW);
  await request(`/api/progress/${item.id}`, { token, json: { totalWatched: true }, now: NOW });
  await remove(item.id, NOW - 31 * DAY_MS);
  await remove(young.id, NOW - 29 * DAY_MS);
  await purgeContent(contextAt(NOW));
  await purgeContent(contextAt(NOW));
  const [row] = await rowsOf("select title, description, transcript, audio_key from content where id = ?", item.id);
  expect(row).toEqual({ title: "", description: "", transcript: null, audio_key: null });
  expect(await rowsOf("select version from content_revisions where content_id = ?", item.id)).toEqual([]);
  expect(await rowsOf("select total_watched from progress_in_words where content_id = ?", item.id)).toHaveLength(1);
  expect((await restore(item.id)).status).toBe(404);
  expect(await deletedIds()).not.toContain(item.id);
  expect((await restore(young.id)).status).toBe(200);
});

test("a duplicate is a separate draft with the same text and media", async () => {
  const [from, to] = [freshDate(), freshDate()];
  const audioKey = await createMedium("audio", new Uint8Array(4));
  const item = await createItem(from, { title: "Twice", transcript: "Words.", audioKey, starts: 9 });
  const duplicate = (date: string) => request(`/api/content/${item.id}/duplicate`, { admin: true, json: { date } });
  const response = await duplicate(to);
  expect(response.status).toBe(201);
  const copy = libraryItem.parse(await response.json());
  expect(copy).toMatchObject({
    date: to,
    title: "Twice",
    transcript: "Words.",
    audioFilename: audioKey,
    status: "draft",
    starts: 0,
    version: 1,
  });
  expect(copy.id).not.toBe(item.id);
  expect((await duplicate(to)).status).toBe(409);
  const [audit] = await rowsOf("select action, details from audit where subject = ?", to);
  expect(audit).toEqual({ action: "content.duplicate", details: JSON.stringify({ from }) });
});

test("an item can move only to a free day, and not after its email has gone out", async () => {
  const [from, free, taken] = [freshDate(), freshDate(), freshDate()];
  const item = await createItem(from);
  await createItem(taken);
  const move = (date: string) => request(`/api/content/${item.id}`, { method: "PUT", json: { date }, admin: true });
  expect((await move(taken)).status).toBe(409);
  expect(libraryItem.parse(await (await move(free)).json())).toMatchObject({ date: free, version: 2 });
  await env.DB.prepare(
    "insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, sent_count, next_attempt_at, created_at) values (?, 0, 'UTC', 6, ?, '[]', 'sent', 1, 0, 0)",
  )
    .bind(crypto.randomUUID(), free)
    .run();
  const refused = await move(from);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("Duplicate it") });
});
