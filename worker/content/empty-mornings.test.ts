import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { emptyMorningsResponse, fallbackChoices } from "#domain/contract/content/empty-mornings.ts";
import { MAX_FALLBACKS } from "#domain/rules/fallbacks.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const PATH = "/api/admin/settings/empty-mornings";
const NOW = instantAt("2027-05-10", 12, CHICAGO);

beforeEach(async () => {
  const tables = ["settings", "fallback_mornings", "progress", "content_revisions", "content"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

async function read() {
  const response = await request(PATH, { admin: true, now: NOW });
  expect(response.status).toBe(200);
  return emptyMorningsResponse.parse(await response.json());
}

const set = (json: object) => request(PATH, { admin: true, method: "PUT", json, now: NOW });

test("before anybody has set it nothing is sent, and the next empty morning is named", async () => {
  await createItem("2027-05-10");
  expect(await read()).toEqual({
    version: 0,
    mode: "nothing",
    fallbacks: [],
    next: { date: "2027-05-11", fallback: null },
    empty: { days: 29, unfilled: 29 },
  });
});

test("a choice is kept in its order, audited, and says what goes out next", async () => {
  const [old, older] = [await createItem("2027-03-02"), await createItem("2027-03-01")];
  await createItem("2027-05-10");
  const response = await set({ version: 0, mode: "fallback", contentIds: [older.id, old.id] });
  const saved = emptyMorningsResponse.parse(await response.json());
  expect(saved).toEqual(await read());
  expect(saved).toMatchObject({ version: 1, mode: "fallback", empty: { days: 29, unfilled: 25 } });
  expect(saved.fallbacks.map(({ id, dropped }) => [id, dropped])).toEqual([
    [older.id, null],
    [old.id, null],
  ]);
  expect(saved.next).toEqual({
    date: "2027-05-11",
    fallback: { id: older.id, date: older.date, title: older.title },
  });
  const [entry] = await rowsOf(
    "select actor, details from audit where action = 'settings.empty-mornings' order by id desc limit 1",
  );
  expect(entry).toEqual({
    actor: "admin",
    details: JSON.stringify({ mode: "fallback", fallbacks: [older.date, old.date] }),
  });
  // Looking ahead decides nothing.
  expect(await rowsOf("select * from fallback_mornings")).toEqual([]);
});

test("who saves over what they have not seen is told what stands there, and changes nothing", async () => {
  const item = await createItem("2027-03-02");
  const choice = { version: 0, mode: "fallback", contentIds: [item.id] };
  expect((await set(choice)).status).toBe(200);
  const audited = () => rowsOf("select count(*) as n from audit where action = 'settings.empty-mornings'");
  const before = await audited();
  const refused = await set({ ...choice, mode: "nothing" });
  expect(refused.status).toBe(409);
  const body = (await refused.json()) as { code: string; present: unknown };
  expect(body.code).toBe("stale");
  expect(body.present).toEqual(await read());
  expect(await audited()).toEqual(before);
  expect((await set({ ...choice, version: 1, mode: "nothing" })).status).toBe(200);
  // The list is kept for later.
  expect(await read()).toMatchObject({
    version: 2,
    mode: "nothing",
    fallbacks: [{ id: item.id }],
    next: { fallback: null },
  });
});

test("two saves of one version at once: one of them counts", async () => {
  const item = await createItem("2027-03-02");
  const choice = { version: 0, mode: "fallback", contentIds: [item.id] };
  const answers = await Promise.all([set(choice), set({ ...choice, mode: "nothing" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await read()).version).toBe(1);
});

test("only what is released can be chosen, each once, and not none of it", async () => {
  const draft = await createItem("2027-03-03", { status: "draft" });
  const hidden = await createItem("2027-03-04", { hidden: true });
  const coming = await createItem("2027-05-11");
  const item = await createItem("2027-03-02");
  for (const contentIds of [[draft.id], [hidden.id], [coming.id], ["nothing"], [item.id, item.id], []]) {
    expect((await set({ version: 0, mode: "fallback", contentIds })).status).toBe(400);
  }
  const many = Array.from({ length: MAX_FALLBACKS + 1 }, (_, index) => `id-${index}`);
  expect((await set({ version: 0, mode: "fallback", contentIds: many })).status).toBe(400);
  const choices = await request(`${PATH}/choices`, { admin: true, now: NOW });
  expect(fallbackChoices.parse(await choices.json()).map(({ id }) => id)).toEqual([item.id]);
  const none = await request(`${PATH}/choices?search=else`, { admin: true, now: NOW });
  expect(await none.json()).toEqual([]);
});

test("what is hidden, made a draft or deleted drops out by itself, is named, and may stay on the list", async () => {
  const dates = ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04"];
  const items = await Promise.all(dates.map((date) => createItem(date)));
  const contentIds = items.map(({ id }) => id);
  await set({ version: 0, mode: "fallback", contentIds });
  const edit = (date: string, json: object) => request(`/api/content/${date}`, { admin: true, method: "PUT", json });
  await edit("2027-03-01", { hidden: true });
  await edit("2027-03-02", { status: "draft" });
  await request("/api/content/2027-03-03", { admin: true, method: "DELETE" });
  const { fallbacks, next, version } = await read();
  expect(fallbacks.map(({ dropped }) => dropped)).toEqual(["hidden", "draft", "deleted", null]);
  expect(next?.fallback).toMatchObject({ date: "2027-03-04" });

  const overview = (await (await request("/api/admin/overview", { admin: true, now: NOW })).json()) as {
    needs: { droppedFallbacks: number };
  };
  expect(overview.needs.droppedFallbacks).toBe(3);
  const item = await request("/api/content/date/2027-03-01", { admin: true });
  expect(await item.json()).toMatchObject({ isFallback: true });
  const checks = await request("/api/content/2027-03-01/preflight", { admin: true });
  expect(await checks.json()).toContainEqual(expect.objectContaining({ check: "Fallback", result: "warning" }));
  expect((await set({ version, mode: "fallback", contentIds: contentIds.toReversed() })).status).toBe(200);
});
