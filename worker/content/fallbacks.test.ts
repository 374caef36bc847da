import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { runwayResponse } from "#domain/contract/content/library.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { decideFallbacks } from "./fallbacks.ts";
import { readRunway } from "./read-library.ts";

const TODAY = "2027-05-10";
const NOW = instantAt(TODAY, 12, CHICAGO);

async function clear() {
  const tables = ["fallback_mornings", "member_progress", "content_revisions", "content"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
}
beforeEach(clear);

const edit = (date: string, json: object) => request(`/api/content/${date}`, { admin: true, method: "PUT", json });

async function runway() {
  const response = await request("/api/content/runway", { admin: true, now: NOW });
  return runwayResponse.parse(await response.json()).days;
}

/** The own dates of what the runway's first empty mornings send. */
async function foreseen(count = 3) {
  const empty = (await runway()).filter(({ isEmpty }) => isEmpty);
  return empty.slice(0, count).map(({ fallback }) => fallback?.date ?? null);
}

const stored = (date: string, contentId: string) =>
  rowsOf("insert into fallback_mornings (date, content_id, decided_at) values (?, ?, 0)", date, contentId);

/** Decides dates in their order. Returns the chosen sessions' own dates. */
async function decide(...dates: string[]) {
  const chosen = await decideFallbacks(contextAt(NOW), dates);
  return dates.map((date) => chosen.get(date)?.date ?? null);
}

test("no session may be sent again until an administrator allows it, which is audited as an edit", async () => {
  const item = await createItem("2027-03-01");
  expect(await foreseen()).toEqual([null, null, null]);
  const answer = (await (await edit(item.date, { mayBeSentAgain: true })).json()) as object;
  expect(answer).toMatchObject({ mayBeSentAgain: true, version: 2 });
  expect(await foreseen()).toEqual([item.date, item.date, item.date]);
  const [entry] = await rowsOf("select action, subject, details from audit order by id desc limit 1");
  expect(entry).toEqual({
    action: "content.update",
    subject: item.date,
    details: JSON.stringify({ fields: ["mayBeSentAgain"] }),
  });
  const list = (await (await request("/api/content/all", { admin: true })).json()) as object[];
  expect(list).toMatchObject([{ mayBeSentAgain: true }]);
  await edit(item.date, { mayBeSentAgain: false });
  expect(await foreseen()).toEqual([null, null, null]);
  // Looking ahead decides nothing.
  expect(await rowsOf("select * from fallback_mornings")).toEqual([]);
});

test("fallbacks exclude hidden, draft, and deleted sessions, and future sessions until their day has passed", async () => {
  const dates = ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04", addDays(TODAY, 1)];
  for (const date of dates) await createItem(date, { mayBeSentAgain: true });
  await createItem("2025-08-11", { mayBeSentAgain: true });
  await edit("2027-03-01", { hidden: true });
  await edit("2027-03-02", { status: "draft" });
  await request("/api/content/2027-03-03", { admin: true, method: "DELETE" });
  await edit(addDays(TODAY, 1), { status: "scheduled" });
  expect(await foreseen()).toEqual(["2027-03-04", "2027-03-04", addDays(TODAY, 1)]);
});

test("the session sent longest ago comes first, by its own date and all stored mornings", async () => {
  const [old, older] = [await createItem("2027-03-02", { mayBeSentAgain: true }), await createItem("2027-03-01")];
  await edit(older.date, { mayBeSentAgain: true });
  const last = await createItem("2027-05-01", { mayBeSentAgain: true });
  await stored("2027-04-20", older.id);
  expect(await foreseen(4)).toEqual([old.date, older.date, last.date, old.date]);
  await stored("2027-05-09", old.id);
  expect(await foreseen(4)).toEqual([older.date, last.date, old.date, older.date]);
  // Replaced on a morning, it was still sent to those who were up.
  await rowsOf(
    "update fallback_mornings set content_id = ?, earlier = ? where date = '2027-05-09'",
    older.id,
    `["${old.id}"]`,
  );
  expect(await foreseen(3)).toEqual([last.date, older.date, old.date]);
});

test("a session moved to a later day counts as last sent on that day", async () => {
  const [moved, other] = [await createItem("2027-03-01"), await createItem("2027-03-02")];
  for (const { date } of [moved, other]) await edit(date, { mayBeSentAgain: true });
  await stored("2027-04-01", moved.id);
  await edit(moved.date, { date: "2027-05-09" });
  await stored("2027-04-20", other.id);
  expect(await foreseen(2)).toEqual([other.date, "2027-05-09"]);
});

test("the runway shows the fallbacks that will be stored if nothing changes", async () => {
  const day = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, days));
  const sessions = fc.uniqueArray(fc.record({ date: day(-40, 25), isOn: fc.boolean() }), {
    selector: ({ date }) => date,
    maxLength: 12,
  });
  const mornings = fc.uniqueArray(fc.record({ date: day(-30, 1), which: fc.nat() }), {
    selector: ({ date }) => date,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(sessions, mornings, async (library, history) => {
      await clear();
      const items = [];
      for (const { date, isOn } of library) items.push(await createItem(date, { mayBeSentAgain: isOn }));
      for (const { date, which } of history) {
        const item = items[which % Math.max(1, items.length)];
        if (item && item.date < date) await stored(date, item.id);
      }
      const empty = (await runway()).filter(({ isEmpty }) => isEmpty);
      const expected = empty.map(({ fallback }) => fallback?.date ?? null);
      expect(await decide(...empty.map(({ date }) => date))).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test("a stored fallback is kept until members can no longer open it, even if its switch is turned off", async () => {
  const [first, second] = [await createItem("2027-03-01"), await createItem("2027-03-02")];
  for (const { date } of [first, second]) await edit(date, { mayBeSentAgain: true });
  expect(await decide(TODAY)).toEqual([first.date]);
  await edit(first.date, { mayBeSentAgain: false });
  expect(await decide(TODAY)).toEqual([first.date]);
  expect(await foreseen(2)).toEqual([first.date, second.date]);
  await edit(first.date, { hidden: true });
  expect(await decide(TODAY)).toEqual([second.date]);
  await edit(second.date, { hidden: true });
  expect(await decide(TODAY)).toEqual([null]);
  expect(await rowsOf("select content_id, earlier from fallback_mornings")).toEqual([
    { content_id: second.id, earlier: JSON.stringify([first.id]) },
  ]);
});

test("fallbacks chosen at the same time differ for two dates, and one date gets only one", async () => {
  for (const date of ["2027-03-01", "2027-03-02"]) await createItem(date, { mayBeSentAgain: true });
  const dates = [TODAY, TODAY, addDays(TODAY, 1), addDays(TODAY, 1)];
  const found = await Promise.all(dates.map((date) => decideFallbacks(contextAt(NOW), [date])));
  const [one, again, other, otherAgain] = dates.map((date, index) => found[index]?.get(date)?.date);
  expect([one, other].toSorted()).toEqual(["2027-03-01", "2027-03-02"]);
  expect([again, otherAgain]).toEqual([one, other]);
});

test("a duplicate must be turned on separately, and restoring a revision doesn't change the switch", async () => {
  const item = await createItem("2027-03-01", { mayBeSentAgain: true, sentAgainOn: "2027-04-01" });
  const copy = await request(`/api/content/${item.id}/duplicate`, { admin: true, json: { date: "2027-06-01" } });
  expect(await copy.json()).toMatchObject({ mayBeSentAgain: false });
  expect(await rowsOf("select sent_again_on from content where date = '2027-06-01'")).toEqual([{ sent_again_on: "" }]);

  await edit(item.date, { title: "Another", mayBeSentAgain: false });
  const path = `/api/content/${item.id}/revisions`;
  const changed = async () =>
    ((await (await request(path, { admin: true })).json()) as { changed: string[] }[]).map((one) => one.changed);
  expect(await changed()).toEqual([["title", "mayBeSentAgain"]]);
  const restored = await request(`${path}/1/restore`, { admin: true, method: "POST" });
  expect(await restored.json()).toMatchObject({ title: item.title, mayBeSentAgain: false });
  // Releases before this one stored no switch.
  await rowsOf("update content_revisions set fields = json_remove(fields, '$.mayBeSentAgain')");
  await edit(item.date, { mayBeSentAgain: true });
  expect(await changed()).toEqual([["mayBeSentAgain"], ["title"], ["title"]]);
});

test("with 500 eligible sessions, choosing a fallback reads a dozen rows, and looking ahead reads 30 sessions", async () => {
  await env.DB.prepare(
    `insert into content (id, date, title, status, may_be_sent_again, created_at, updated_at)
     select 'item-' || value, date('2025-09-01', '+' || value || ' days'), 'Session', 'published', 1, 0, 0
     from json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 500 }, (_, index) => index)))
    .run();
  const { d1, cost } = countingD1(env.DB);
  const ctx = { ...contextAt(NOW), db: createDb(d1) };
  expect((await decideFallbacks(ctx, [TODAY])).size).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(12);
  const written = cost.rowsWritten;
  expect((await decideFallbacks(ctx, [TODAY])).size).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(24);
  expect(cost.rowsWritten).toBe(written);
  const before = cost.rowsRead;
  expect((await readRunway(ctx)).days.map(({ fallback }) => fallback?.date)).toEqual(
    Array.from({ length: 30 }, (_, index) => addDays("2025-09-01", index)),
  );
  expect(cost.rowsRead - before).toBeLessThanOrEqual(70);
});
