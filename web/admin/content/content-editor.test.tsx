import { focusManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary, writeAtOnce } from "#test/web/admin.tsx";
import { toastAtom } from "../../ui/use-toast.ts";
import { DayEditor } from "./day-editor.tsx";
import { forgetDrafts } from "./open-drafts.ts";

const HOSTED = { videoFilename: "sunrise.mp4", video: { provider: "hosted", ref: "sunrise.mp4" } } as const;
const ADDRESS = "https://youtu.be/dQw4w9WgXcQ";

let day = 0;
/** An item on a date that no other test uses. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-06-${String(day).padStart(2, "0")}`, ...overrides });
}

async function openEditor(...items: ReturnType<typeof contentItem>[]) {
  const user = userEvent.setup();
  const server = startLibrary(...items);
  const [item] = items;
  if (!item) throw new Error("Which item?");
  const view = await renderAsAdmin(<DayEditor date={item.date} />);
  const editor = within(view.container);
  expect(await editor.findByDisplayValue(item.title)).toBe(editor.getByLabelText("Title"));
  return { user, server, view, item, editor, put: `PUT /api/content/${item.id}` };
}

const toastKey = () => getDefaultStore().get(toastAtom)?.key;

test("what is typed is saved when typing pauses, and again when the field is left", async () => {
  const { user, server, editor, put } = await openEditor(freshItem());
  const title = editor.getByLabelText("Title");
  const before = toastKey();
  await user.type(title, "!");
  await waitFor(() => expect(server.sentTo(put)).toMatchObject([{ title: "Own the morning!", version: 1 }]));
  await editor.findByText("Saved");
  expect(toastKey()).toBe(before);
  await user.type(title, "?");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toHaveLength(2));
  expect(title).toHaveProperty("value", "Own the morning!?");
  await waitFor(() => expect(toastKey()).not.toBe(before));
  expect(getDefaultStore().get(toastAtom)?.title).toBe("Content Updated");
});

test("a session that may be sent again is saved as soon as it's switched on", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  await user.click(editor.getByRole("switch", { name: "May be sent again" }));
  await waitFor(() => expect(server.sentTo(put)).toMatchObject([{ mayBeSentAgain: true, version: 1 }]));
  await waitFor(() => expect(item.mayBeSentAgain).toBe(true));
});

test("a save that fails keeps the text, says so in our words, and retries", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  const works = server.routes[put];
  server.routes[put] = () => new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502 });
  await user.type(editor.getByLabelText("Title"), " now");
  await user.tab();
  expect((await editor.findByText(/^Couldn't save:/)).textContent).toBe("Couldn't save: We couldn't reach the server.");
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning now");
  if (works) server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await editor.findByText("Saved");
  expect(item.title).toBe("Own the morning now");
});

test("a field that the contract refuses is named and never sent; the others are saved", async () => {
  const { user, server, editor, put } = await openEditor(freshItem());
  await user.clear(editor.getByLabelText("Title"));
  await editor.findByText("Title is required");
  await user.type(editor.getByLabelText("Video URL"), "https://evil.example/x");
  await editor.findByText("Enter a YouTube or Vimeo link");
  await writeAtOnce(user, editor.getByLabelText("Description"), "Go.");
  await waitFor(() =>
    expect(server.sentTo(put)).toEqual([{ description: "Go.", version: 1, flow: expect.any(String) }]),
  );
  await editor.findByText("2 fields aren't saved:");
  expect(["Title", "Video URL"].map((name) => editor.getByRole("button", { name }).tagName)).toHaveLength(2);
});

test("the server's word about a field stands at the field", async () => {
  const { user, server, editor, put } = await openEditor(freshItem());
  server.routes[put] = () => failure(400, "This title is taken", "validation", { title: "This title is taken" });
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  expect((await editor.findByText("This title is taken")).id).toBe(
    editor.getByLabelText("Title").getAttribute("aria-describedby"),
  );
});

test("text that was not saved is there again after another tab, and is sent then", async () => {
  const { user, server, view, editor, item, put } = await openEditor(freshItem());
  const works = server.routes[put];
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), " kept");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  view.unmount();
  if (works) server.routes[put] = works;
  await renderAsAdmin(<DayEditor date={item.date} />);
  expect(await screen.findByDisplayValue("Own the morning kept")).toBeTruthy();
  await waitFor(() => expect(item.title).toBe("Own the morning kept"));
});

test("typing and clearing an address beside a hosted video asks first and sends nothing", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem(HOSTED));
  expect(editor.getByText("sunrise.mp4")).toBeTruthy();
  const address = editor.getByLabelText("Video URL");
  await user.type(address, ADDRESS);
  expect(await editor.findByText(/Replace it with the link above\?/)).toBeTruthy();
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toMatchObject([{ title: "Own the morning!" }]));
  await editor.findByText("Choose which video to keep");
  await user.clear(address);
  await user.tab();
  expect(editor.queryByText(/Replace it/)).toBeNull();
  await writeAtOnce(user, editor.getByLabelText("Description"), "Go.");
  await waitFor(() => expect(server.sentTo(put)).toHaveLength(2));
  expect(server.sentTo(put)[1]).toEqual({ description: "Go.", version: 2, flow: expect.any(String) });
  expect(item.videoFilename).toBe("sunrise.mp4");
});

test("a hosted video that an address replaced can be put back, also after another day was open", async () => {
  const [first, second] = [freshItem(HOSTED), freshItem({ title: "The day after" })];
  const { user, view, item } = await openEditor(first, second);
  await user.type(screen.getByLabelText("Video URL"), ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Replace video" }));
  await waitFor(() => expect(item).toMatchObject({ youtubeUrl: ADDRESS, videoFilename: null }));
  view.unmount();
  const other = await renderAsAdmin(<DayEditor date={second.date} />);
  await screen.findByDisplayValue("The day after");
  other.unmount();
  const editor = within((await renderAsAdmin(<DayEditor date={first.date} />)).container);
  await editor.findByDisplayValue(ADDRESS);
  await user.click(editor.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(item).toMatchObject({ youtubeUrl: null, videoFilename: "sunrise.mp4" }));
  expect(editor.getByLabelText("Video URL")).toHaveProperty("value", "");
  await user.type(editor.getByLabelText("Video URL"), ADDRESS);
  expect(await editor.findByText(/Replace it with the link above\?/)).toBeTruthy();
  await user.click(editor.getByRole("button", { name: "Keep hosted video" }));
  expect(editor.getByLabelText("Video URL")).toHaveProperty("value", "");
  expect(item.videoFilename).toBe("sunrise.mp4");
});

test("what is read before a save and answered after it takes nothing back", async () => {
  const { user, server, editor, item } = await openEditor(freshItem());
  const route = `GET /api/content/date/${item.date}`;
  const before = structuredClone(item);
  let answer = () => {};
  server.routes[route] = () => new Promise((resolve) => (answer = () => resolve(Response.json(before))));
  const asked = server.sentTo(route).length;
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(server.sentTo(route)).toHaveLength(asked + 1));
  focusManager.setFocused(undefined);
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(item.version).toBe(2));
  await editor.findByText("Saved");
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning!");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(item.title).toBe("Own the morning!!"));
  expect(editor.queryByRole("alert")).toBeNull();
});

/** Whether the browser would ask before leaving the page. */
const isAskedFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("leaving the page is asked about while any day is not saved, whatever another one has saved", async () => {
  const [first, second] = [freshItem(), freshItem({ title: "The day after" })];
  const { user, server, view, editor, put } = await openEditor(first, second);
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  view.unmount();
  const other = within((await renderAsAdmin(<DayEditor date={second.date} />)).container);
  await other.findByDisplayValue("The day after");
  await user.type(other.getByLabelText("Title"), "!");
  await user.tab();
  await other.findByText("Saved");
  expect(isAskedFirst()).toBe(true);
  forgetDrafts();
  expect(isAskedFirst()).toBe(false);
});

test("who leaves a field by closing its editor is told that it was saved", async () => {
  const { user, view, editor, item } = await openEditor(freshItem());
  const before = toastKey();
  await user.type(editor.getByLabelText("Title"), "!");
  view.unmount();
  await waitFor(() => expect(toastKey()).not.toBe(before));
  expect(getDefaultStore().get(toastAtom)?.title).toBe("Content Updated");
  expect(item.title).toBe("Own the morning!");
});

test("two administrators: both texts stand side by side, and mine is kept over theirs", async () => {
  const { user, editor, item } = await openEditor(freshItem());
  Object.assign(item, { title: "Hers", description: "Hers too.", version: 2 });
  await user.clear(editor.getByLabelText("Title"));
  await user.type(editor.getByLabelText("Title"), "Mine");
  await user.tab();
  const alert = within(await editor.findByRole("alert", { name: "Someone else changed this day" }));
  expect(alert.getByText("Mine")).toBeTruthy();
  expect(alert.getByText("Hers")).toBeTruthy();
  expect(item.title).toBe("Hers");
  await user.click(alert.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(item).toMatchObject({ title: "Mine", description: "Hers too.", version: 3 }));
  expect(editor.getByLabelText("Description")).toHaveProperty("value", "Hers too.");
  expect(editor.queryByRole("alert")).toBeNull();
});

test("taking theirs leaves what only I have changed", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  const works = server.routes[put];
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.type(editor.getByLabelText("Description"), "Mine.");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  Object.assign(item, { title: "Theirs", version: 2 });
  if (works) server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await user.click(await editor.findByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(item).toMatchObject({ title: "Theirs", description: "Mine.", version: 3 }));
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Theirs");
});

test("changes of different fields meet without a question", async () => {
  const { user, editor, item } = await openEditor(freshItem());
  Object.assign(item, { description: "Theirs.", version: 2 });
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(item).toMatchObject({ title: "Own the morning!", description: "Theirs.", version: 3 }));
  expect(editor.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(editor.getByLabelText("Description")).toHaveProperty("value", "Theirs."));
});

test("what no save has taken is in the tab's storage, until one has", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  const works = server.routes[put];
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), " kept");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  const key = `kept:content:${item.id}`;
  expect(JSON.parse(sessionStorage.getItem(key) ?? "{}")).toMatchObject({ values: { title: "Own the morning kept" } });
  if (works) server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await editor.findByText("Saved");
  expect(sessionStorage.getItem(key)).toBeNull();
});

test("after a reload the unsaved text is there again and saved; over a newer text it is a conflict", async () => {
  const [item, other] = [freshItem(), freshItem()];
  for (const base of [item, other]) {
    const left = JSON.stringify({ base, values: { title: "From before the reload" } });
    sessionStorage.setItem(`kept:content:${base.id}`, left);
  }
  Object.assign(other, { title: "Theirs", version: 2 });
  startLibrary(item, other);
  const view = await renderAsAdmin(<DayEditor date={item.date} />);
  expect(await screen.findByDisplayValue("From before the reload")).toBeTruthy();
  await waitFor(() => expect(item.title).toBe("From before the reload"));
  view.unmount();
  await renderAsAdmin(<DayEditor date={other.date} />);
  expect(await screen.findByRole("button", { name: "Keep mine" })).toBeTruthy();
  expect(other.title).toBe("Theirs");
});

test("a refused password loses nothing that was typed", async () => {
  const { user, server, editor, item } = await openEditor(freshItem());
  server.changePassword("rotated");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  server.changePassword("right-password");
  await renderAsAdmin(<p>logged in again</p>);
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(item.title).toBe("Own the morning!"));
});

test("a file that is dragged over a field finds where to drop it, and one dropped beside does not take the page away", async () => {
  const { editor } = await openEditor(freshItem());
  const files = { dataTransfer: { files: [], types: ["Files"] } };
  const words = { dataTransfer: { files: [], types: ["text/plain"] } };
  fireEvent.dragEnter(editor.getByRole("group", { name: "Artwork" }), words);
  expect(editor.queryByText("Upload artwork")).toBeNull();
  fireEvent.dragEnter(editor.getByRole("group", { name: "Artwork" }), files);
  expect(editor.getByText("Upload artwork")).toBeTruthy();
  expect(fireEvent.dragOver(document.body, files)).toBe(false);
  expect(fireEvent.drop(document.body, files)).toBe(false);
  expect(fireEvent.drop(document.body, words)).toBe(true);
});

test("a file is chosen among those in storage, and taken away", async () => {
  const { user, server, view, editor, item } = await openEditor(freshItem());
  const medium = { key: "dawn.mp3", title: "Dawn", contentType: "audio/mpeg", sizeBytes: 5000, durationSeconds: 64.4 };
  server.routes["GET /api/admin/media"] = () => Response.json([{ ...medium, createdAt: "2026-11-21T00:00:00.000Z" }]);
  const [choose] = editor.getAllByRole("button", { name: "Add audio…" });
  if (!choose) throw new Error("There is no such button.");
  await user.click(choose);
  await user.click(await editor.findByRole("button", { name: /^Dawn\s*1:04$/ }));
  await waitFor(() => expect(item.audioFilename).toBe("dawn.mp3"));
  expect((await editor.findByText("Dawn")).parentElement?.textContent).toBe("Dawn · 1:04 · 5 KB");
  await user.click(editor.getByRole("button", { name: "Play Dawn" }));
  expect(view.container.querySelector("audio")?.getAttribute("src")).toBe("/audio/dawn.mp3");
  await user.click(editor.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(item.audioFilename).toBeNull());
});
