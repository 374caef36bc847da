import { focusManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { failure, renderAsAdmin, writeAtOnce } from "#test/web/admin.tsx";
import { freshItem, openEditor, showDay } from "#test/web/editor.tsx";
import { toastAtom } from "../../ui/use-toast.ts";
import { resetAtoms } from "../parts/stored.atoms.ts";

const HOSTED = { videoFilename: "sunrise.mp4", video: { provider: "hosted", ref: "sunrise.mp4" } } as const;
const ADDRESS = "https://youtu.be/dQw4w9WgXcQ";

const toastKey = () => getDefaultStore().get(toastAtom)?.key;

test("typed text is saved when typing pauses, and again when the field loses focus", async () => {
  const { user, server, editor, put } = await openEditor();
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

test("a session is saved as soon as May be sent again is switched on", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  await user.click(editor.getByRole("switch", { name: "May be sent again" }));
  await waitFor(() => expect(server.sentTo(put)).toMatchObject([{ mayBeSentAgain: true, version: 1 }]));
  await waitFor(() => expect(item.mayBeSentAgain).toBe(true));
});

test("a failed save keeps the text, says so in our words, and can be retried", async () => {
  const { user, server, editor, item, put, works } = await openEditor();
  server.routes[put] = () => new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502 });
  await user.type(editor.getByLabelText("Title"), " now");
  await user.tab();
  expect((await editor.findByText(/^Couldn't save:/)).textContent).toBe("Couldn't save: 502: Bad Gateway");
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning now");
  server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await editor.findByText("Saved");
  expect(item.title).toBe("Own the morning now");
});

test("a field that fails validation is named and never sent, while the others are saved", async () => {
  const { user, server, editor, put } = await openEditor();
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

test("the server's message about a field appears at that field", async () => {
  const { user, server, editor, put } = await openEditor();
  server.routes[put] = () => failure(400, "This title is taken", "validation", { title: "This title is taken" });
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  expect((await editor.findByText("This title is taken")).id).toBe(
    editor.getByLabelText("Title").getAttribute("aria-describedby"),
  );
});

test("unsaved text is restored and saved after visiting another tab", async () => {
  const { user, server, view, editor, item, put, works } = await openEditor();
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), " kept");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  view.unmount();
  server.routes[put] = works;
  await showDay(item);
  expect(await screen.findByDisplayValue("Own the morning kept")).toBeTruthy();
  await waitFor(() => expect(item.title).toBe("Own the morning kept"));
});

test("typing and clearing a URL beside a hosted video asks which to keep and leaves the video unchanged", async () => {
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

test("a hosted video replaced by a URL can be restored, even after another day was open", async () => {
  const [first, second] = [freshItem(HOSTED), freshItem({ title: "The day after" })];
  const { user, view, item } = await openEditor(first, second);
  await user.type(screen.getByLabelText("Video URL"), ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Replace video" }));
  await waitFor(() => expect(item).toMatchObject({ youtubeUrl: ADDRESS, videoFilename: null }));
  view.unmount();
  const other = await showDay(second);
  await screen.findByDisplayValue("The day after");
  other.unmount();
  const { editor } = await showDay(first);
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

test("data read before a save but arriving after it doesn't undo the save", async () => {
  const { user, server, editor, item } = await openEditor();
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

test("leaving the page asks first while any day is unsaved, even if another day was saved", async () => {
  const [first, second] = [freshItem(), freshItem({ title: "The day after" })];
  const { user, server, view, editor, put } = await openEditor(first, second);
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  view.unmount();
  const { editor: other } = await showDay(second);
  await other.findByDisplayValue("The day after");
  await user.type(other.getByLabelText("Title"), "!");
  await user.tab();
  await other.findByText("Saved");
  expect(isAskedFirst()).toBe(true);
  resetAtoms();
  expect(isAskedFirst()).toBe(false);
});

test("closing the editor while in a field saves it and shows a toast", async () => {
  const { user, view, editor, item } = await openEditor();
  const before = toastKey();
  await user.type(editor.getByLabelText("Title"), "!");
  view.unmount();
  await waitFor(() => expect(toastKey()).not.toBe(before));
  expect(getDefaultStore().get(toastAtom)?.title).toBe("Content Updated");
  expect(item.title).toBe("Own the morning!");
});

test("unsaved text stays in the tab's storage until a save succeeds", async () => {
  const { user, server, editor, item, put, works } = await openEditor();
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), " kept");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  const kept = () => sessionStorage.getItem("kept:Sessions");
  expect(JSON.parse(kept() ?? "")).toMatchObject({ [item.id]: { typed: { title: "Own the morning kept" } } });
  server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await editor.findByText("Saved");
  expect(kept()).toBeNull();
});

test("a refused password loses no typed text", async () => {
  const { user, server, editor, item } = await openEditor();
  server.changePassword("rotated");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  server.changePassword("right-password");
  await renderAsAdmin(<p>logged in again</p>);
  await user.click(editor.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(item.title).toBe("Own the morning!"));
});

test("dragging a file over a field shows where to drop it, and a drop elsewhere doesn't leave the page", async () => {
  const { editor } = await openEditor();
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

test("a stored file can be chosen for a session and removed", async () => {
  const { user, server, editor, item } = await openEditor();
  const medium = { key: "dawn.mp3", title: "Dawn", contentType: "audio/mpeg", sizeBytes: 5000, durationSeconds: 64.4 };
  server.routes["GET /api/admin/media"] = () => Response.json([{ ...medium, createdAt: "2026-11-21T00:00:00.000Z" }]);
  const [choose] = editor.getAllByRole("button", { name: "Add audio…" });
  if (!choose) throw new Error("There is no such button.");
  await user.click(choose);
  await user.click(await editor.findByRole("button", { name: /^Dawn\s*1:04$/ }));
  await waitFor(() => expect(item.audioFilename).toBe("dawn.mp3"));
  expect((await editor.findByText("Dawn")).parentElement?.textContent).toBe("Dawn · 1:04 · 5 KB");
  await user.click(editor.getByRole("button", { name: "Play Dawn" }));
  expect(document.querySelector("audio")?.getAttribute("src")).toBe("/audio/dawn.mp3");
  await user.click(editor.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(item.audioFilename).toBeNull());
});
