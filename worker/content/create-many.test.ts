import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import {
  type CreateManyResponse,
  createManyRequest,
  createManyResponse,
  MOST_ROWS,
  type NewDay,
} from "#domain/contract/content/create-many.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { createMany } from "./create-many.ts";

const freshDate = datesAfter("2040-01-01");
const freshRows = (count: number): NewDay[] =>
  Array.from({ length: count }, (_, index) => ({ date: freshDate(), title: `Day ${index}` }));

const post = (json: unknown) => request("/api/content/many", { json, admin: true });

async function send(requestId: string, rows: NewDay[]): Promise<CreateManyResponse["rows"]> {
  const response = await post({ requestId, rows });
  expect(response.status).toBe(200);
  return createManyResponse.parse(await response.json()).rows;
}

const storedIn = (rows: NewDay[]) =>
  rowsOf(
    "select id, date, title, description, status, embed_ref, transcript, number from content where date in (select value from json_each(?)) order by date",
    JSON.stringify(rows.map(({ date }) => date)),
  );
const auditOf = (date: string) => rowsOf("select action, details from audit where subject = ?", date);

test("a month's rows become sessions with their texts, by one entry in the audit log", async () => {
  const [first, ...more] = freshRows(30) as [NewDay, ...NewDay[]];
  const full = { ...first, title: " Rise ", description: "Go.", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  const answer = await send(crypto.randomUUID(), [{ ...full, transcript: "Words", status: "scheduled" }, ...more]);
  const stored = await storedIn([first, ...more]);
  expect(stored).toHaveLength(30);
  expect(stored[0]).toMatchObject({ title: "Rise", description: "Go.", status: "scheduled", transcript: "Words" });
  expect(stored[0]).toMatchObject({ embed_ref: "dQw4w9WgXcQ", number: expect.any(Number) });
  expect(stored[1]).toMatchObject({ title: "Day 1", description: "", status: "draft", transcript: null });
  expect(answer.map(({ item }) => item?.id)).toEqual(stored.map(({ id }) => id));
  expect(await auditOf(first.date)).toEqual([
    { action: "content.create-many", details: JSON.stringify({ dates: [first, ...more].map(({ date }) => date) }) },
  ]);
});

test("a repeated request makes nothing twice, in other pieces and at the same time, too, and later edits stay", async () => {
  const [requestId, rows] = [crypto.randomUUID(), freshRows(6)];
  const [one, again] = await Promise.all([send(requestId, rows), send(requestId, rows)]);
  expect(again).toEqual(one);
  const id = one[0]?.item?.id;
  const moved = freshDate();
  await request(`/api/content/${id}`, { method: "PUT", admin: true, json: { title: "Edited", date: moved } });
  await request(`/api/content/${one[1]?.item?.id}`, { method: "DELETE", admin: true });
  const pieces = [...(await send(requestId, rows.slice(0, 3))), ...(await send(requestId, rows.slice(2)))];
  expect(pieces[0]).toMatchObject({ date: rows[0]?.date, item: { id, date: moved, title: "Edited", version: 2 } });
  expect(pieces[1]).toEqual({ date: rows[1]?.date, item: null });
  expect(pieces.slice(4)).toEqual(one.slice(3));
  expect(await storedIn(rows)).toHaveLength(5);
  expect(await auditOf(rows[0]?.date ?? "")).toHaveLength(2);
});

test("a call overtaken by its own repetition, or that breaks off, adds nothing to it", async () => {
  const [requestId, rows] = [crypto.randomUUID(), freshRows(4)];
  const parsed = createManyRequest.parse({ requestId, rows });
  const broken = contextOvertaken(Date.now(), () => Promise.reject(new Error("The Worker was killed")));
  await expect(createMany(broken, parsed)).rejects.toThrow("killed");
  expect(await storedIn(rows)).toEqual([]);
  const overtaken = contextOvertaken(Date.now(), () => send(requestId, rows));
  const answer = await createMany(overtaken, parsed);
  expect(answer.rows).toEqual(await send(requestId, rows));
  expect(await storedIn(rows)).toHaveLength(4);
  expect(await auditOf(rows[0]?.date ?? "")).toHaveLength(1);
});

test("a date that's taken is left as it was, and the others are created", async () => {
  const rows = freshRows(3);
  const taken = await createItem(rows[1]?.date ?? "", { title: "Hers" });
  const answer = await send(crypto.randomUUID(), rows);
  expect(answer.map(({ item }) => item?.title ?? null)).toEqual(["Day 0", null, "Day 2"]);
  expect((await storedIn(rows)).map(({ id }) => id)[1]).toBe(taken.id);
});

test("a row for a past date becomes a draft, whatever its status", async () => {
  const date = addDays(new Date().toISOString().slice(0, 10), -3);
  const [{ item } = { item: null }] = await send(crypto.randomUUID(), [{ date, title: "Late", status: "published" }]);
  expect(item?.status).toBe("draft");
});

test.for<[string, (rows: NewDay[]) => unknown]>([
  ["two rows of one date", (rows) => [...rows, ...rows.slice(0, 1)]],
  ["no rows", () => []],
  ["more than a hundred rows", () => freshRows(MOST_ROWS + 1)],
  ["a row without a title", (rows) => [...rows, { date: freshDate(), title: " " }]],
  ["a row with an unreadable date", (rows) => [...rows, { date: "2040-02-31", title: "Day" }]],
  [
    "a row with an unknown video",
    (rows) => [...rows, { date: freshDate(), title: "Day", youtubeUrl: "https://a.test/1" }],
  ],
])("%s is refused, and nothing is created", async ([, change]) => {
  const rows = freshRows(2);
  expect((await post({ requestId: crypto.randomUUID(), rows: change(rows) })).status).toBe(400);
  expect(await storedIn(rows)).toEqual([]);
});

test("a hundred rows need four statements", async () => {
  const { d1, cost } = countingD1(env.DB);
  const request = { requestId: crypto.randomUUID(), rows: freshRows(MOST_ROWS) };
  await createMany({ ...contextAt(Date.now()), db: createDb(d1) }, createManyRequest.parse(request));
  expect(cost).toMatchObject({ calls: 2, statements: 4 });
});
