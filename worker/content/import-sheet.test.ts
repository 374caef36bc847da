import { expect, test } from "vitest";
import { importSheetRequest, type PlanSheetRequest, sheetImported, sheetPlan } from "#domain/contract/content/days.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { readSheet } from "#domain/rules/sheets.ts";
import { datesAfter } from "#test/support/fixtures.ts";
import { createItem, createMedium, rowsOf } from "#test/worker/factories.ts";
import { contextOvertaken } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { importSheet } from "./import-sheet.ts";

type Row = PlanSheetRequest["rows"][number];

const freshDate = datesAfter("2036-01-01");
const begun = dateIn("Pacific/Kiritimati", Date.now());
const post = (path: string, json: object) => request(`/api/content/${path}`, { json, admin: true });

async function planOf(rows: Row[]) {
  const response = await post("sheet/plan", { rows });
  expect(response.status).toBe(200);
  return sheetPlan.parse(await response.json()).rows;
}

/** Imports what the plan didn't refuse, as the page does, and returns the new sessions. */
async function imported(rows: Row[], requestId: string = crypto.randomUUID()) {
  const plan = await planOf(rows);
  const sent = rows.flatMap((row, index) => {
    const { outcome, version } = plan[index] as (typeof plan)[number];
    return outcome === "new" || outcome === "changed" ? [{ ...row, version }] : [];
  });
  const response = await post("sheet", { requestId, rows: sent });
  expect(response.status).toBe(200);
  return sheetImported.parse(await response.json()).rows;
}

const storedOn = async (date: string) =>
  (
    await rowsOf(
      "select c.*, t.folded from content c join content_texts t on t.content_id = c.id where date = ? and deleted_at is null",
      date,
    )
  )[0];

test("a plan says which rows are new, change something, change nothing, or are refused, and why", async () => {
  const [there, same, fresh, wrong] = [freshDate(), freshDate(), freshDate(), freshDate()];
  await createItem(there, { title: "Old", description: "Before", status: "draft" });
  await createItem(same, { title: "Same", status: "scheduled" });
  const plan = await planOf([
    { date: there, title: "New ", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", status: "Scheduled" },
    { date: same, title: " Same", status: "SCHEDULED", transcript: "" },
    { date: fresh, title: "Fresh", status: "" },
    { date: wrong, title: "Wrong", youtubeUrl: "https://example.com/a.mp4" },
  ]);
  expect(plan).toEqual([
    {
      date: there,
      outcome: "changed",
      note: null,
      version: 1,
      changes: [
        { field: "title", from: "Old", to: "New" },
        { field: "youtubeUrl", from: "", to: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
        { field: "status", from: "draft", to: "scheduled" },
      ],
    },
    { date: same, outcome: "same", note: null, version: 1, changes: [] },
    { date: fresh, outcome: "new", note: null, version: null, changes: [{ field: "status", from: "", to: "draft" }] },
    { date: wrong, outcome: "refused", note: "Enter a YouTube or Vimeo link", version: null, changes: [] },
  ]);
  expect(await storedOn(fresh)).toBeUndefined();
});

test("a sheet creates and changes days with revisions and one audit entry, and their words are found", async () => {
  const [there, fresh] = [freshDate(), freshDate()];
  const item = await createItem(there, { title: "Old", description: "Before" });
  const requestId = crypto.randomUUID();
  const rows = [
    { date: there, title: "Über" },
    { date: fresh, title: "Fresh", transcript: "Spoken", status: "scheduled" },
  ];
  const created = await imported(rows, requestId);
  expect(await storedOn(there)).toMatchObject({
    title: "Über",
    description: "Before",
    version: 2,
    folded: "uber\nbefore\n",
  });
  const stored = await storedOn(fresh);
  expect(stored).toMatchObject({ status: "scheduled", transcript: "Spoken", folded: "fresh\n\nspoken" });
  expect(created).toEqual([{ date: fresh, id: stored?.id }]);
  expect(
    await rowsOf("select version, fields ->> 'title' as title from content_revisions where content_id = ?", item.id),
  ).toEqual([{ version: 1, title: "Old" }]);
  const entries = await rowsOf("select action, details from audit where subject = ?", requestId);
  const details = JSON.stringify({ created: 1, changed: 1, dates: [there, fresh] });
  expect(entries).toEqual([{ action: "content.import", details }]);
});

test("an import repeated under its ID, also at the same time and after its session moved, happens once", async () => {
  const rows = [{ date: freshDate(), title: "Once", version: null }];
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([1, 2].map(() => post("sheet", { requestId, rows })));
  const item = await storedOn(rows[0]?.date ?? "");
  const moved = { date: freshDate() };
  await request(`/api/content/${item?.id}`, { method: "PUT", admin: true, json: moved });
  answers.push(await post("sheet", { requestId, rows }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const rowsOfAnswers = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(rowsOfAnswers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ rows: [{ date: rows[0]?.date, id: item?.id }] })]),
  );
  expect(await storedOn(rows[0]?.date ?? "")).toBeUndefined();
  expect(await rowsOf("select action from audit where subject = ?", requestId)).toHaveLength(1);
});

test("an import that breaks off or that its own repetition overtakes adds nothing to it", async () => {
  const parsed = importSheetRequest.parse({
    requestId: crypto.randomUUID(),
    rows: Array.from({ length: 30 }, (_, index) => ({ date: freshDate(), title: `Day ${index}`, version: null })),
  });
  const stored = async () => (await Promise.all(parsed.rows.map(({ date }) => storedOn(date)))).filter(Boolean);
  const broken = contextOvertaken(Date.now(), () => Promise.reject(new Error("The Worker was killed")));
  await expect(importSheet(broken, parsed)).rejects.toThrow("killed");
  expect(await stored()).toEqual([]);
  const overtaken = contextOvertaken(Date.now(), () => post("sheet", parsed));
  const answer = await importSheet(overtaken, parsed);
  expect((await stored()).map((item) => item?.id)).toEqual(answer.rows.map(({ id }) => id));
  expect(await rowsOf("select action from audit where subject = ?", parsed.requestId)).toHaveLength(1);
});

test("if a day changed since the plan, or its date was taken, nothing is imported", async () => {
  const [there, taken, fresh] = [freshDate(), freshDate(), freshDate()];
  await createItem(there, { title: "Old" });
  await createItem(taken, { title: "Hers" });
  const importing = (rows: object[]) => post("sheet", { requestId: crypto.randomUUID(), rows });
  const rowOf = (date: string, version: number | null) => ({ date, title: "Mine", version });
  expect((await importing([rowOf(fresh, null), rowOf(taken, null)])).status).toBe(409);
  expect((await importing([rowOf(fresh, null), rowOf(there, 7)])).status).toBe(409);
  expect(await storedOn(fresh)).toBeUndefined();
  expect(await storedOn(there)).toMatchObject({ title: "Old", version: 1 });
});

test("a new row of a day that has started becomes a draft, and an existing one's status stays while emails go out", async () => {
  const [past, today, old] = [addDays(begun, -1), addDays(begun, -2), addDays(begun, -40)];
  await createItem(today, { status: "draft", title: "Today" });
  await createItem(old, { status: "draft", title: "Old" });
  const plan = await planOf([
    { date: past, title: "Late", status: "published" },
    { date: today, status: "published" },
  ]);
  expect(plan[0]).toMatchObject({ outcome: "new", note: "It has started, so it becomes a draft." });
  expect(plan[1]).toMatchObject({
    outcome: "refused",
    note: expect.stringContaining("Change its status in the editor."),
  });
  await imported([
    { date: past, title: "Late", status: "published" },
    { date: today, title: "Words", status: "draft" },
    { date: old, status: "published" },
  ]);
  expect(await storedOn(past)).toMatchObject({ status: "draft" });
  expect(await storedOn(today)).toMatchObject({ status: "draft", title: "Words" });
  expect(await storedOn(old)).toMatchObject({ status: "published" });
});

test("a video's link takes the place of a hosted video, and an empty cell leaves it alone", async () => {
  const date = freshDate();
  const videoKey = await createMedium("video", new Uint8Array([1]));
  await createItem(date, { title: "Hosted", audioKey: null, videoKey });
  expect((await planOf([{ date, youtubeUrl: "" }]))[0]).toMatchObject({ outcome: "same" });
  await imported([{ date, youtubeUrl: "https://vimeo.com/76979871" }]);
  expect(await storedOn(date)).toMatchObject({ video_key: null, embed_provider: "vimeo", embed_ref: "76979871" });
});

test("an export, imported again, changes nothing, and its cells are no formulas", async () => {
  const texts = ["=1+1", "'=1+1", "''@a", "+1", "-", "@home", "'quoted'", 'a "b", c', "two\nlines\ttab", "＝1"];
  for (const text of texts) {
    await createItem(freshDate(), { title: text.replaceAll(/\s/g, " "), description: text, transcript: text });
  }
  const response = await request("/api/content/sheet", { admin: true });
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="sessions.csv"');
  const text = await response.text();
  expect(text).toContain("date,title,description,video URL,transcript,status\r\n");
  expect(text).not.toMatch(/,"?[=+\-@＝]/);
  const rows = (readSheet(text) ?? []).map(({ line, problem, ...row }) => row);
  expect(rows.length).toBeGreaterThanOrEqual(texts.length);
  const plan = await planOf(rows.slice(-100));
  expect(new Set(plan.map(({ outcome }) => outcome))).toEqual(new Set(["same"]));
});
