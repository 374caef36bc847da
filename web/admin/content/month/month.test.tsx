import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import type { ImportSheetRequest } from "#domain/contract/content/days.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import type { Medium } from "#domain/contract/media.ts";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, routesOf, startLibrary } from "#test/web/admin.tsx";
import { type Sending, sendFile } from "../../media/send-file.ts";
import { uploadsAtom } from "../../media/uploads.atoms.ts";
import { ContentTab } from "../content-tab.tsx";
import { createdAtom } from "./created.atoms.ts";
import { atHandAtom } from "./send-files.ts";

vi.mock("../../media/send-file.ts", () => ({ sendFile: vi.fn() }));
vi.mock("../../media/require-playable.ts", () => ({
  requirePlayable: async (kind: string) => (kind === "captions" || kind === "artwork" ? null : 2),
}));

const SHEET = "POST /api/content/sheet";
/** A day whose next month is far from today's. */
const START = "2031-03-10";

type Sent = { name: string; end: () => unknown; fail: () => unknown };
let sent: Sent[] = [];

beforeEach(() => {
  // An upload that an earlier test left would keep its place in the queue.
  getDefaultStore().set(uploadsAtom, new Map());
  sent = [];
  vi.mocked(sendFile).mockReset();
  vi.mocked(sendFile).mockImplementation(({ file, onChange }) => {
    const report = (state: Sending) => onChange(state);
    queueMicrotask(() => report({ step: "sending", sent: 1, total: file.size, bytesPerSecond: null }));
    const medium = { key: `key-of-${file.name}` } as Medium;
    sent.push({
      name: file.name,
      end: () => report({ step: "done", medium }),
      fail: () => report({ step: "failed", message: "Broken.", canRetry: true }),
    });
    const resume = () => void report({ step: "done", medium });
    return { resume, cancel: async () => undefined };
  });
});

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Two seconds of silent frames, with a title among the recording's tags. */
function recording(name: string, title: string): File {
  const tag = [...letters("TIT2"), 0, 0, 0, title.length + 1, 0, 0, 0, ...letters(title)];
  const frames = Array.from({ length: 77 }, () => [0xff, 0xfb, 0x90, 0x00, ...new Uint8Array(413)]);
  const bytes = [...letters("ID3"), 3, 0, 0, 0, 0, 0, tag.length, ...tag, ...frames.flat()];
  return new File([Uint8Array.from(bytes)], name, { type: "audio/mpeg" });
}

/** A server that makes all of a call's drafts, once, or none if a date is taken. */
function startMonth(...items: LibraryItem[]) {
  const server = startLibrary(...items);
  const made = new Map<string, LibraryItem>();
  server.routes[SHEET] = ({ body }) => {
    const { requestId, rows } = body as ImportSheetRequest;
    const keyOf = (date: string) => `${requestId} ${date}`;
    if (rows.some(({ date }) => items.some((item) => item.date === date))) return failure(409, "Taken", "conflict");
    for (const { date, title, description } of rows) {
      if (made.has(keyOf(date))) continue;
      const item = contentItem({ date, title, description, audioFilename: null });
      made.set(keyOf(date), item);
      Object.assign(server.routes, routesOf(item));
    }
    return Response.json({ rows: rows.map(({ date }) => ({ date, id: made.get(keyOf(date))?.id })) });
  };
  server.routes["GET /api/content/calendar"] = ({ path }) =>
    Response.json(
      [...items, ...made.values()]
        .filter(({ date }) => path.endsWith(monthOf(date)))
        .map((item) => ({ ...item, hasAudio: true, hasVideo: false, hasDescription: true })),
    );
  return { server, made };
}

const audio = (name: string) => new File([`sound of ${name}`], name, { type: "audio/mpeg" });

async function openTab(...items: LibraryItem[]) {
  const month = startMonth(...items);
  await renderAsAdmin(<ContentTab />, "/admin?tab=content");
  return { ...month, user: userEvent.setup() };
}

async function dropMany(...files: File[]) {
  const calendar = await screen.findByRole("region", { name: "Calendar" });
  fireEvent.drop(calendar, { dataTransfer: { files, types: ["Files"] } });
  const table = within(await screen.findByRole("table", { name: /new session/ }));
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: START } });
  return table;
}

const valuesOf = (table: { getAllByLabelText: (name: RegExp) => HTMLElement[] }, column: string) =>
  table.getAllByLabelText(new RegExp(`^${column}, row`)).map((field) => (field as HTMLInputElement).value);

test("files dropped anywhere are a table of days: dates from names, else the next free ones, titles, lengths, and what is wrong", async () => {
  await openTab(contentItem({ date: addDays(START, 1), title: "Hers" }));
  const table = await dropMany(
    audio("2031-03-10 rise.mp3"),
    recording("2031-03-20.mp3", "Own the dawn"),
    audio("b-fall.mp3"),
    audio("c.mp3"),
    audio("notes.txt"),
    new File(["WEBVTT\n\n00:00.000 --> 00:01.000\nHi"], "b-fall.vtt"),
  );
  await waitFor(() =>
    expect(valuesOf(table, "Date")).toEqual([START, "2031-03-20", ...[2, 3].map((ahead) => addDays(START, ahead))]),
  );
  await waitFor(() => expect(table.getAllByText("· audio · 0:02")).toHaveLength(4));
  expect(valuesOf(table, "Title")).toEqual(["Rise", "Own the dawn", "B fall", "C"]);
  expect(screen.getByText("notes.txt isn't a file of a session.")).toBeTruthy();
  fireEvent.change(table.getByLabelText("Date, row 4"), { target: { value: "March 11 2031" } });
  expect(table.getByText("This day already has a session")).toBeTruthy();
  expect(table.getByRole("textbox", { description: "This day already has a session" })).toBe(
    table.getByLabelText("Date, row 4"),
  );
  expect(table.getByLabelText("Title, row 4").getAttribute("aria-invalid")).toBeNull();
  fireEvent.change(table.getByLabelText("Date, row 4"), { target: { value: START } });
  expect(table.getAllByText("Another row has this date")).toHaveLength(2);
  fireEvent.change(table.getByLabelText("Date, row 4"), { target: { value: "soon" } });
  expect(table.getByText("Enter a date like 2026-12-03 or Dec 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Fix or leave out 1 row first" }));
  expect(document.activeElement).toBe(table.getByLabelText("Date, row 4"));
});

test("the table is edited like a sheet: arrows and Enter change the row, a pasted column fills rows, and rows move without their days", async () => {
  const { user } = await openTab();
  const table = await dropMany(audio("a.mp3"), audio("b.mp3"), audio("c.mp3"));
  await user.click(table.getByLabelText("Title, row 1"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(table.getByLabelText("Title, row 2"));
  await user.paste('Two\tSecond day.\r\n"Three"\t"Third\nday."\r\nToo many\t\r\n');
  expect(valuesOf(table, "Title")).toEqual(["A", "Two", "Three"]);
  expect(valuesOf(table, "Description")).toEqual(["", "Second day.", "Third\nday."]);
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(valuesOf(table, "Title")).toEqual(["Two", "A", "Three"]);
  expect(valuesOf(table, "Date")).toEqual([START, addDays(START, 1), addDays(START, 2)]);
  expect(document.activeElement).toBe(table.getByLabelText("Title, row 1"));
  await user.click(table.getByRole("button", { name: "Leave out: Two" }));
  expect(valuesOf(table, "Date")).toEqual([START, addDays(START, 1)]);
  expect(screen.getByRole("button", { name: "Create 2 drafts" })).toBeTruthy();
  await user.click(table.getByRole("button", { name: "Put back Two" }));
  expect(screen.getByRole("button", { name: "Create 3 drafts" })).toBeTruthy();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(await screen.findByRole("region", { name: "Calendar" })).toBeTruthy();
});

test("one press creates the drafts, uploads run three at a time, a failed one is tried again alone, and then the drafts are selected", async () => {
  const { user, server, made } = await openTab();
  await dropMany(...["a", "b", "c", "d", "e"].map((name) => audio(`${name}.mp3`)));
  await user.click(screen.getByRole("button", { name: "Create 5 drafts" }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["a.mp3", "b.mp3", "c.mp3"]));
  expect(screen.getByRole("heading", { name: "March 2031" })).toBeTruthy();
  expect(screen.getByText(/^They're saved\. /)).toBeTruthy();
  expect(screen.getAllByText(/· Waiting for its turn$/).map((text) => text.textContent)).toEqual([
    "d.mp3 · Waiting for its turn",
    "e.mp3 · Waiting for its turn",
  ]);
  await act(async () => sent[0]?.end());
  await act(async () => sent[1]?.fail());
  await waitFor(() => expect(sent).toHaveLength(5));
  await act(async () => Promise.all(sent.slice(2).map(({ end }) => end())));
  expect(await screen.findByText("4 of 5 files uploaded")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("5 files uploaded")).toBeTruthy();
  expect(await screen.findByText("5 selected")).toBeTruthy();
  expect(screen.queryByText("New drafts")).toBeNull();
  expect([...made.values()].map(({ audioFilename }) => audioFilename)).toEqual(
    sent.map(({ name }) => `key-of-${name}`),
  );
  expect(server.sentTo(SHEET)).toHaveLength(1);
  expect(localStorage.getItem("kept:created")).toBeNull();
});

test("a file that fails can be left out, and its draft is selected with the others", async () => {
  const { user, made } = await openTab();
  await dropMany(audio("a.mp3"), audio("b.mp3"));
  await user.click(screen.getByRole("button", { name: "Create 2 drafts" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => sent[0]?.fail());
  await user.click(await screen.findByRole("button", { name: "Leave out" }));
  expect(await screen.findByText("0 of 1 file uploaded")).toBeTruthy();
  await act(async () => sent[1]?.end());
  expect(await screen.findByText("2 selected")).toBeTruthy();
  expect([...made.values()].map(({ audioFilename }) => audioFilename)).toEqual([null, "key-of-b.mp3"]);
});

test("after a reload the drafts are there, and missing files are asked for by name and size", async () => {
  const { user, server } = await openTab();
  await dropMany(audio("a.mp3"), audio("b.mp3"));
  server.routes[SHEET] = () => failure(503, "Later");
  await user.click(screen.getByRole("button", { name: "Create 2 drafts" }));
  expect(await screen.findByText("Couldn't create the drafts")).toBeTruthy();
  expect(screen.queryByText(/They're saved/)).toBeNull();
  const kept = localStorage.getItem("kept:created") ?? "";
  cleanup();
  getDefaultStore().set(atHandAtom, new Map());
  getDefaultStore().set(createdAtom, JSON.parse(kept));
  const again = startMonth();
  await renderAsAdmin(<ContentTab />, "/admin?tab=content");
  expect(await screen.findByText("2 files are missing. Choose them again.")).toBeTruthy();
  expect([...again.made.values()].map(({ title }) => title)).toEqual(["A", "B"]);
  expect(again.server.sentTo(SHEET)).toMatchObject([{ requestId: JSON.parse(kept).calls[0].requestId }]);
  await user.upload(screen.getByLabelText(/^Choose the missing files/), [audio("a.mp3"), new File(["other"], "b.mp3")]);
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["a.mp3"]));
  expect(screen.getByText("Not missing: b.mp3. Choose files with the same name and size.")).toBeTruthy();
  await act(async () => sent[0]?.end());
  expect(await screen.findByText("1 of 2 files uploaded")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "March 2031" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue without 1 file" }));
  expect(await screen.findByText("2 selected")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "March 2031" })).toBeTruthy();
  expect(screen.queryByText("New drafts")).toBeNull();
  expect(localStorage.getItem("kept:created")).toBeNull();
});

test("missing files that are dropped anywhere are taken, and the others are a table", async () => {
  await openTab();
  const requestId = crypto.randomUUID();
  const missing = {
    requestId,
    id: "1",
    date: START,
    title: "A",
    kind: "audio",
    name: "a.mp3",
    size: 14,
    isDone: false,
  } as const;
  await act(async () => getDefaultStore().set(createdAtom, { calls: [], days: [], files: [{ key: "a", ...missing }] }));
  const table = await dropMany(audio("a.mp3"), audio("b.mp3"));
  expect(valuesOf(table, "Title")).toEqual(["B"]);
  expect(sent.map(({ name }) => name)).toEqual(["a.mp3"]);
});

test("if someone else filled a day meanwhile, nothing is created, and the table is back with its files", async () => {
  const { user, made } = await openTab(contentItem({ date: addDays(START, 40), title: "Hers" }));
  const table = await dropMany(audio("a.mp3"), audio("b.mp3"));
  // The calendar of that month hasn't arrived.
  fireEvent.change(table.getByLabelText("Date, row 2"), { target: { value: addDays(START, 40) } });
  fireEvent.change(table.getByLabelText("Title, row 2"), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Create 2 drafts" }));
  expect(await screen.findByText("This day already has a session")).toBeTruthy();
  const card = within(screen.getByRole("region", { name: "2 new sessions" }));
  expect(card.getByText("2 drafts not created")).toBeTruthy();
  expect(card.getByText("Taken")).toBeTruthy();
  expect(getDefaultStore().get(createdAtom)).toBeNull();
  expect(made.size).toBe(0);
  fireEvent.change(screen.getByLabelText("Date, row 2"), { target: { value: addDays(START, 41) } });
  await user.click(screen.getByRole("button", { name: "Create 2 drafts" }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["a.mp3", "b.mp3"]));
  expect([...made.values()].map(({ title, date }) => [title, date])).toEqual([
    ["A", START],
    ["Mine", addDays(START, 41)],
  ]);
});

test("of two open calls with the same day, each keeps its file: one is uploaded, the other is in the table again", async () => {
  const { user, server } = await openTab();
  const create = server.routes[SHEET];
  server.routes[SHEET] = () => failure(503, "Later");
  await dropMany(audio("a.mp3"));
  await user.click(screen.getByRole("button", { name: "Create 1 draft" }));
  expect(await screen.findByText("Couldn't create the drafts")).toBeTruthy();
  await dropMany(audio("b.mp3"));
  await user.click(screen.getByRole("button", { name: "Create 1 draft" }));
  server.routes[SHEET] = (call) =>
    (call.body as ImportSheetRequest).rows[0]?.title === "B"
      ? failure(409, "Taken", "conflict")
      : (create?.(call) ?? failure(404, "Not found"));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 draft not created")).toBeTruthy();
  const table = within(await screen.findByRole("table", { name: /new session/ }));
  expect(valuesOf(table, "Title")).toEqual(["B"]);
  expect(table.getByText(/b\.mp3/)).toBeTruthy();
  expect(sent.map(({ name }) => name)).toEqual(["a.mp3"]);
});

test("a refused call leaves no days selected", async () => {
  const { user } = await openTab(contentItem({ date: addDays(START, 40), title: "Hers" }));
  const table = await dropMany(audio("a.mp3"));
  fireEvent.change(table.getByLabelText("Date, row 1"), { target: { value: addDays(START, 40) } });
  fireEvent.click(screen.getByRole("button", { name: "Create 1 draft" }));
  expect(await screen.findByText("1 draft not created")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  const button = await screen.findByRole("button", { name: "Select" });
  expect(button.getAttribute("aria-pressed")).toBe("false");
});
