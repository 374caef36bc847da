import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import type { Medium } from "#domain/contract/media.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, PASSWORD, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { type Sending, sendFile } from "../media/send-file.ts";
import { uploadsAtom } from "../media/uploads.atoms.ts";
import { ContentTab } from "./content-tab.tsx";

vi.mock("../media/send-file.ts", () => ({ sendFile: vi.fn() }));

const DATE = "2027-05-06";
const CREATE = "POST /api/content";
const control = { resume: vi.fn(), cancel: vi.fn(async () => undefined) };
let arrive = (_medium: Pick<Medium, "key">) => {};
let report = (_state: Sending) => {};

beforeEach(() => {
  vi.mocked(sendFile).mockReset();
  vi.mocked(sendFile).mockImplementation(({ onChange }) => {
    queueMicrotask(() => onChange({ step: "sending", sent: 1, total: 2, bytesPerSecond: null }));
    report = onChange;
    arrive = (medium) => onChange({ step: "done", medium: medium as Medium });
    return control;
  });
});
afterEach(() => getDefaultStore().set(uploadsAtom, new Map()));

/** A calendar over a server that, like ours, has one session a date. */
async function openCalendar(address = "/admin?tab=content&month=2027-05", ...items: LibraryItem[]) {
  const server = startLibrary(...items);
  server.routes[CREATE] = ({ body }) => {
    if (server.routes[`GET /api/content/date/${DATE}`]) return failure(409, "Taken", "conflict");
    const item = contentItem(body as Partial<LibraryItem>);
    Object.assign(server.routes, startedRoutes(item));
    return Response.json(item, { status: 201 });
  };
  await renderAsAdmin(<ContentTab />, address);
  return { user: userEvent.setup(), server };
}

function startedRoutes(item: LibraryItem) {
  return {
    [`GET /api/content/date/${item.date}`]: () => Response.json(item),
    [`PUT /api/content/${item.id}`]: ({ body }: { body: unknown }) => {
      const { audioKey } = body as { audioKey?: string };
      Object.assign(item, { audioFilename: audioKey ?? item.audioFilename, version: item.version + 1 });
      return Response.json(item);
    },
  };
}

const audio = (name = "own-the-morning.mp3") => new File(["sound"], name, { type: "audio/mpeg" });
const cell = () => screen.findByRole("button", { name: new RegExp(`^${formatLongDate(DATE)}:`), hidden: true });
const drop = async (...files: File[]) => fireEvent.drop(await cell(), { dataTransfer: { files, types: ["Files"] } });

test("a file dropped on an empty day creates a publishable draft named after it and uploads into it", async () => {
  const { server } = await openCalendar();
  await drop(audio());
  const drawer = within(await screen.findByRole("dialog", { name: formatLongDate(DATE) }));
  expect(await drawer.findByDisplayValue("Own the morning")).toBeTruthy();
  expect(await drawer.findByRole("progressbar", { name: "Upload: own-the-morning.mp3" })).toBeTruthy();
  expect(drawer.getByRole("button", { name: "Uploading..." }).getAttribute("aria-disabled")).toBe("true");
  arrive({ key: "own.mp3" });
  expect(await drawer.findByRole("button", { name: "Schedule" })).toBeTruthy();
  expect(await drawer.findByText("own.mp3")).toBeTruthy();
  expect(server.sentTo(CREATE)).toEqual([{ date: DATE, title: "Own the morning" }]);
});

test("the drawer's header says an upload is waiting or has failed, and links to the file", async () => {
  const { user } = await openCalendar();
  await drop(audio());
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByRole("progressbar");
  act(() => report({ step: "waiting", stored: 1, total: 2 }));
  await user.click(await drawer.findByRole("button", { name: "Upload waiting: audio" }));
  expect(document.activeElement).toBe(drawer.getByRole("group", { name: "Audio" }));
  expect(drawer.queryByRole("button", { name: "Uploading..." })).toBeNull();
  expect(drawer.getByRole("button", { name: "Schedule" }).getAttribute("aria-disabled")).toBe("true");
  act(() => report({ step: "failed", message: "Broken.", canRetry: true }));
  expect(await drawer.findByRole("button", { name: "Upload failed: audio" })).toBeTruthy();
  expect(drawer.queryByText("All changes saved")).toBeNull();
  expect(drawer.getByRole("button", { name: /^Schedule/ }).getAttribute("aria-disabled")).toBeNull();
});

test("repeating a drop doesn't create or upload anything twice", async () => {
  const { server } = await openCalendar();
  await drop(audio());
  await drop(audio());
  await screen.findByRole("progressbar");
  await drop(audio());
  await waitFor(() => expect(server.sentTo(CREATE)).toHaveLength(3));
  await screen.findByDisplayValue("Own the morning");
  expect(sendFile).toHaveBeenCalledOnce();
});

test("a drop whose response was lost finds the draft it created", async () => {
  const item = contentItem({ date: DATE, title: "Own the morning" });
  await openCalendar(undefined, item);
  await drop(audio());
  await screen.findByRole("progressbar");
  expect(sendFile).toHaveBeenCalledOnce();
});

test.for<[string, Partial<LibraryItem> | null, File[], RegExp]>([
  ["has audio already", { audioFilename: "hers.mp3" }, [audio()], /already has audio\. Open the day to replace it/],
  [
    "is empty, and the file is none of ours",
    null,
    [audio("notes.txt")],
    /^Add an audio, video, captions, or artwork file/,
  ],
])("a drop on a day that %s says why nothing was added", async ([, fields, files, words]) => {
  await openCalendar(undefined, ...(fields ? [contentItem({ date: DATE, ...fields })] : []));
  await drop(...files);
  const alert = within((await screen.findByText("File not added")).closest("[role=alert]") as HTMLElement);
  expect(alert.getByText(words)).toBeTruthy();
  expect(sendFile).not.toHaveBeenCalled();
});

test("an empty day's file button also creates a draft with the typed text, and works after a failed try", async () => {
  const { user, server } = await openCalendar(`/admin?tab=content&day=${DATE}`);
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(await drawer.findByLabelText("Title"), "My title");
  const create = server.routes[CREATE];
  server.routes[CREATE] = () => failure(503, "Later");
  await user.upload(drawer.getByLabelText(/Start with a file/), audio());
  expect(await screen.findAllByText(/^Later/)).not.toEqual([]);
  if (create) server.routes[CREATE] = create;
  await user.upload(drawer.getByLabelText(/Start with a file/), audio());
  expect(await drawer.findByRole("progressbar")).toBeTruthy();
  expect(drawer.getByLabelText("Title")).toHaveProperty("value", "My title");
  expect(server.sentTo(CREATE).at(-1)).toEqual({ date: DATE, title: "My title", description: "", youtubeUrl: "" });
});

test("after an upload, no issue of the draft without its file is counted", async () => {
  const { server } = await openCalendar();
  const checked: (string | null)[] = [];
  const create = server.routes[CREATE];
  server.routes[CREATE] = async (call) => {
    const answer = (await create?.(call)) ?? failure(500, "Broken");
    const item = (await answer.clone().json()) as LibraryItem;
    server.routes[`GET /api/content/${item.id}/preflight`] = async () => {
      const now = await fetch(`/api/content/date/${DATE}`, { headers: { "x-admin-password": PASSWORD } });
      const { audioFilename } = (await now.json()) as LibraryItem;
      checked.push(audioFilename);
      return Response.json([{ check: "Media", result: audioFilename ? "pass" : "fail", message: "No audio." }]);
    };
    return answer;
  };
  await drop(audio());
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByRole("progressbar");
  const labels = new Set<string | null>();
  const watch = new MutationObserver(() => {
    const button = drawer.queryByRole("button", { name: /^(Schedule|Uploading)/ });
    if (button) labels.add(button.textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  arrive({ key: "own.mp3" });
  await waitFor(() => expect(checked.at(-1)).toBe("own.mp3"));
  await drawer.findByRole("button", { name: "Schedule" });
  expect([...labels].filter((label) => label?.includes("issue"))).toEqual([]);
});
