import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { type DayAction, daysChanged, daysPlan, daysUndone } from "#domain/contract/content/days.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, createProgress, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { insertWakeUpMail } from "../wake-up/slots/slots.queries.ts";
import { changeDays, previewDays } from "./change-days.ts";
import { decideFallback } from "./fallbacks.queries.ts";
import { undoDays } from "./undo-days.ts";

let weeks = 0;
/** Far apart, so that no test's days move onto another's. */
function freshStart(): string {
  weeks += 1;
  return addDays("2035-01-01", weeks * 150);
}

type Item = { id: string; date: string; version: number };
type Options = { requestId?: string };

const post = (path: string, json: object) => request(`/api/content/${path}`, { json, admin: true });

async function weekOf(overrides: Parameters<typeof createItem>[1] = {}, length = 3): Promise<Item[]> {
  const start = freshStart();
  return Promise.all(Array.from({ length }, (_, index) => createItem(addDays(start, index), overrides)));
}

async function planned(days: readonly Item[], action: DayAction) {
  const response = await post("days/plan", { action, days: days.map(({ id, date }) => ({ id, date })) });
  expect(response.status).toBe(200);
  return daysPlan.parse(await response.json()).days;
}

function change(days: readonly Item[], action: DayAction, { requestId = crypto.randomUUID() }: Options = {}) {
  const rows = days.map(({ id, date, version }) => ({ id, date, version }));
  return post("days", { requestId, action, days: rows });
}

async function changed(days: readonly Item[], action: DayAction): Promise<string> {
  const requestId = crypto.randomUUID();
  const response = await change(days, action, { requestId });
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  expect(daysChanged.parse(await response.json()).changed).toBe(days.length);
  return requestId;
}

async function undone(id: string) {
  const response = await post(`days/${id}/undo`, {});
  expect(response.status).toBe(200);
  return daysUndone.parse(await response.json());
}

const storedOf = (days: readonly Item[]) =>
  rowsOf(
    `select c.id, date, status, hidden, may_be_sent_again as again, deleted_at is not null as deleted, version
     from json_each(?) j join content c on c.id = j.value order by j.key`,
    JSON.stringify(days.map(({ id }) => id)),
  );
const datesOf = async (days: readonly Item[]) => (await storedOf(days)).map(({ date }) => date);
const revisionsOf = (days: readonly Item[]) =>
  rowsOf(
    "select content_id, version, fields ->> 'date' as date from content_revisions where content_id in (select value from json_each(?)) order by date",
    JSON.stringify(days.map(({ id }) => id)),
  );

test.for<[string, DayAction, Record<string, unknown>]>([
  ["scheduled", { status: "scheduled" }, { status: "scheduled" }],
  ["published", { status: "published" }, { status: "published" }],
  ["hidden", { hidden: true }, { hidden: 1 }],
  ["marked as those that may be sent again", { mayBeSentAgain: true }, { again: 1 }],
  ["deleted", { delete: true }, { deleted: 1 }],
])("several days are %s together, with a revision each and one audit entry", async ([, action, after]) => {
  const days = await weekOf({ status: "draft" });
  const before = await storedOf(days);
  const job = await changed(days, action);
  expect(await storedOf(days)).toEqual(before.map((row) => ({ ...row, ...after, version: 2 })));
  expect(await revisionsOf(days)).toEqual(days.map(({ id, date }) => ({ content_id: id, version: 1, date })));
  const entries = await rowsOf("select action, details from audit where subject = ?", job);
  const details = JSON.stringify({ ...action, dates: days.map(({ date }) => date) });
  expect(entries).toEqual([{ action: "content.change-days", details }]);
  expect(await undone(job)).toEqual({ restored: 3, left: [] });
  expect(await storedOf(days)).toEqual(before.map((row) => ({ ...row, version: 3 })));
  // The audit log has both; a repeated undo changes nothing.
  expect(await undone(job)).toEqual({ restored: 3, left: [] });
  expect(await storedOf(days)).toEqual(before.map((row) => ({ ...row, version: 3 })));
});

test("days move onto each other's dates, and members' months follow", async () => {
  const days = await weekOf({ status: "published" });
  const before = days.map(({ date }) => date);
  const job = await changed(days, { moveBy: 1 });
  expect(await datesOf(days)).toEqual(before.map((date) => addDays(date, 1)));
  const months = await rowsOf(
    "select sum(items) as items from content_months where month between ? and ?",
    before[0]?.slice(0, 7),
    addDays(before[2] ?? "", 1).slice(0, 7),
  );
  expect(months).toEqual([{ items: 3 }]);
  await undone(job);
  expect(await datesOf(days)).toEqual(before);
});

test("two days swap their dates", async () => {
  const [first, , last] = (await weekOf()) as [Item, Item, Item];
  const job = await changed([first, last], { swap: true });
  expect(await datesOf([first, last])).toEqual([last.date, first.date]);
  await undone(job);
  expect(await datesOf([first, last])).toEqual([first.date, last.date]);
});

test("a plan names days that have started or whose email is prepared, and sessions in the way", async () => {
  const today = await createItem(dayAhead(0), { status: "published" });
  const [first, second, third] = (await weekOf({ status: "scheduled" })) as [Item, Item, Item];
  const mail = { subject: "s", html: "h", text: "t", contentId: third.id, createdAt: 1 };
  await insertWakeUpMail(db, { ...mail, slotAt: Date.parse(third.date), localDate: third.date });
  const plan = await planned([third, today, first], { moveBy: 1 });
  expect(plan.map(({ id, refusal, isTaken }) => ({ id, refusal, isTaken }))).toEqual([
    { id: today.id, refusal: "This day has started.", isTaken: false },
    { id: first.id, refusal: null, isTaken: true },
    { id: third.id, refusal: "Its email has been prepared or sent.", isTaken: false },
  ]);
  // Nothing happens to those that could move, either.
  const refused = await change([first, third], { moveBy: 1 });
  expect(refused.status).toBe(409);
  expect(await datesOf([first, second, third])).toEqual([first.date, second.date, third.date]);
  expect((await planned([today], { mayBeSentAgain: true }))[0]).toMatchObject({ refusal: null });
});

test("a session doesn't move to a day that has started anywhere on Earth", async () => {
  const now = Date.now();
  const kiritimati = dateIn("Pacific/Kiritimati", now);
  const item = await createItem(addDays(kiritimati, 3));
  const day = { id: item.id, date: item.date };
  const to = (moveBy: number) => previewDays(contextAt(now), { action: { moveBy }, days: [day] });
  expect((await to(-3)).days[0]).toMatchObject({ to: kiritimati, refusal: "Its new day has started." });
  expect((await to(-2)).days[0]).toMatchObject({ refusal: null });
});

test("a job repeated under its ID, also at the same time, happens once", async () => {
  const days = await weekOf();
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => change(days, { moveBy: 10 }, { requestId })));
  answers.push(await change(days, { moveBy: 10 }, { requestId }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await datesOf(days)).toEqual(days.map(({ date }) => addDays(date, 10)));
  expect(await rowsOf("select action from audit where subject = ?", requestId)).toHaveLength(1);
});

test("if one day was changed since the plan, none is changed", async () => {
  const days = await weekOf({ status: "draft" });
  await request(`/api/content/${days[1]?.id}`, { method: "PUT", admin: true, json: { title: "Hers" } });
  const before = await storedOf(days);
  expect((await change(days, { status: "scheduled" })).status).toBe(409);
  expect(await storedOf(days)).toEqual(before);
  expect(await revisionsOf(days)).toHaveLength(1);
  // Moved or deleted: it can't be planned.
  await changed([days[2] as Item], { moveBy: 50 });
  expect((await post("days/plan", { action: { hidden: true }, days: [days[2]] })).status).toBe(409);
});

test("an undo restores only days that no one changed or used since, and names the rest", async () => {
  const days = await weekOf({ status: "scheduled" }, 5);
  const [edited, favorite, mailed, swapped, free] = days as [Item, Item, Item, Item, Item];
  const job = await changed(days, { moveBy: 5 });
  await request(`/api/content/${edited.id}`, { method: "PUT", admin: true, json: { title: "Hers" } });
  const member = await createMember();
  await createProgress(member.id, favorite.id, { audioProgress: 10 });
  const mail = { subject: "s", html: "h", text: "t", contentId: mailed.id, createdAt: 1 };
  const morning = addDays(mailed.date, 5);
  await insertWakeUpMail(db, { ...mail, slotAt: Date.parse(morning), localDate: morning });
  await createItem(swapped.date);
  const { restored, left } = await undone(job);
  expect(restored).toBe(1);
  expect(left.map((text) => text.replace(/^\w+ \d+: /, ""))).toEqual([
    "It was changed since.",
    "An email or a member has used it since.",
    "An email or a member has used it since.",
    "Another session has its day now.",
  ]);
  expect(await datesOf(days)).toEqual([...days.slice(0, 4).map(({ date }) => addDays(date, 5)), free.date]);
});

test("what stays after an undo also keeps the session that would return to its date", async () => {
  const days = await weekOf({}, 4);
  const job = await changed(days, { moveBy: 1 });
  await request(`/api/content/${days[0]?.id}`, { method: "PUT", admin: true, json: { title: "Hers" } });
  // The first has the second's date, and so on.
  expect((await undone(job)).restored).toBe(0);
  expect(await datesOf(days)).toEqual(days.map(({ date }) => addDays(date, 1)));
});

test("a session that went out on another morning since keeps its permission to be", async () => {
  const past = await createItem("2025-09-01", { status: "published" });
  const member = await createMember();
  const first = await changed([past], { mayBeSentAgain: true });
  // Members use past sessions all the time.
  await createProgress(member.id, past.id, { audioProgress: 10 });
  expect(await undone(first)).toEqual({ restored: 1, left: [] });
  const [now] = await storedOf([past]);
  const second = await changed([{ ...past, version: Number(now?.version) }], { mayBeSentAgain: true });
  await decideFallback(db, "2025-10-01", Date.now());
  expect((await undone(second)).left).toEqual([expect.stringContaining("An email or a member has used it since.")]);
});

test("five minutes after a job, or once its days have started, nothing is undone", async () => {
  const now = Date.UTC(2034, 0, 1, 9, 58);
  const item = await createItem("2034-01-02");
  const requestId = crypto.randomUUID();
  const days = [{ id: item.id, date: item.date, version: 1 }];
  await changeDays(contextAt(now), { requestId, action: { hidden: true }, days });
  await expect(undoDays(contextAt(now + 5 * MINUTE_MS), { id: requestId })).rejects.toMatchObject({ code: "gone" });
  await expect(undoDays(contextAt(now), { id: crypto.randomUUID() })).rejects.toMatchObject({ code: "gone" });
  // 10:00 UTC is midnight in Kiritimati.
  const late = await undoDays(contextAt(now + 3 * MINUTE_MS), { id: requestId });
  expect(late).toEqual({ restored: 0, left: ["Jan 2: Its day has started since."] });
});

test("a hundred days cost a few statements, and more are refused", async () => {
  const start = freshStart();
  const days = await Promise.all(Array.from({ length: 100 }, (_, index) => createItem(addDays(start, index))));
  const { d1, cost } = countingD1(env.DB);
  const ctx = { ...contextAt(Date.now()), db: createDb(d1) };
  const job = { action: { moveBy: 7 }, requestId: crypto.randomUUID(), days };
  expect(await changeDays(ctx, job)).toMatchObject({ changed: 100 });
  expect(cost.statements).toBe(8);
  expect(await datesOf(days)).toEqual(days.map(({ date }) => addDays(date, 7)));
  expect((await undone(job.requestId)).restored).toBe(100);
  const more = [...days, { ...(days[0] as Item), id: "one-more" }];
  expect((await change(more, { hidden: true })).status).toBe(400);
});

test.for<[string, object]>([
  ["two actions", { hidden: true, status: "draft" }],
  ["no action", {}],
  ["a move by nothing", { moveBy: 0 }],
  ["a swap of one", { swap: true }],
])("%s is refused", async ([, action]) => {
  const [item] = await weekOf({}, 1);
  expect((await post("days/plan", { action, days: [{ id: item?.id, date: item?.date }] })).status).toBe(400);
});
