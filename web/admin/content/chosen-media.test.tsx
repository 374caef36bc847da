import { waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { DayEditor } from "./day-editor.tsx";
import { forgetDrafts } from "./open-drafts.ts";

const HOSTED = { videoFilename: "sunrise.mp4", video: { provider: "hosted", ref: "sunrise.mp4" } } as const;
const ADDRESS = "https://youtu.be/dQw4w9WgXcQ";

let day = 0;
/** An item on a date that no other test uses. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-08-${String(day).padStart(2, "0")}`, ...overrides });
}

async function openEditor(item = freshItem()) {
  const user = userEvent.setup();
  const server = startLibrary(item);
  const view = await renderAsAdmin(<DayEditor date={item.date} />);
  const editor = within(view.container);
  await editor.findByDisplayValue(item.title);
  return { user, server, view, item, editor, put: `PUT /api/content/${item.id}` };
}

const medium = (key: string) => ({
  ...{ key, title: key, contentType: "audio/mpeg", sizeBytes: 5000, durationSeconds: 64.4 },
  createdAt: "2026-11-21T00:00:00.000Z",
});

async function choose({ user, server, editor }: Awaited<ReturnType<typeof openEditor>>, field: string, key: string) {
  server.routes["GET /api/admin/media"] = () => Response.json([medium(key)]);
  const group = within(editor.getByRole("group", { name: field }));
  await user.click(group.getByRole("button", { name: /^(Add|Replace) .+…$/ }));
  await user.click(await group.findByRole("button", { name: new RegExp(`^${key}`) }));
}

test("two administrators who choose files: both names stand side by side, and nothing is replaced unasked", async () => {
  const page = await openEditor();
  const { user, editor, item } = page;
  Object.assign(item, { audioFilename: "hers.mp3", version: 2 });
  await choose(page, "Audio", "mine.mp3");
  const alert = within(await editor.findByRole("alert", { name: "Someone else changed this day" }));
  for (const text of ["Audio", "mine.mp3", "hers.mp3"]) expect(alert.getByText(text)).toBeTruthy();
  expect(item.audioFilename).toBe("hers.mp3");
  await user.click(alert.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.queryByRole("alert")).toBeNull());
  expect(within(editor.getByRole("group", { name: "Audio" })).getByText(/^hers.mp3/)).toBeTruthy();
  expect(item).toMatchObject({ audioFilename: "hers.mp3", version: 2 });
});

test("an address and a file for the same video are a conflict, too", async () => {
  const { user, editor, item } = await openEditor();
  Object.assign(item, { ...HOSTED, version: 2 });
  await user.type(editor.getByLabelText("Video URL"), ADDRESS);
  await user.tab();
  const alert = within(await editor.findByRole("alert", { name: "Someone else changed this day" }));
  expect(alert.getByText("sunrise.mp4")).toBeTruthy();
  expect(item.videoFilename).toBe("sunrise.mp4");
  await user.click(alert.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.getByLabelText("Video URL")).toHaveProperty("value", ""));
  expect(editor.queryByText(/Replace it with the link above/)).toBeNull();
  expect(item).toMatchObject({ videoFilename: "sunrise.mp4", version: 2 });
});

test("a file that was chosen and not saved is there again after a reload, and saved", async () => {
  const page = await openEditor();
  const { server, view, editor, item, put } = page;
  const works = server.routes[put];
  server.routes[put] = () => failure(503, "Later");
  await choose(page, "Audio", "mine.mp3");
  await editor.findByText(/^Couldn't save:/);
  const left = sessionStorage.getItem(`kept:content:${item.id}`) ?? "";
  expect(JSON.parse(left)).toMatchObject({ media: { audioKey: "mine.mp3" } });
  view.unmount();
  // Clears what the page knows; the tab's storage stays.
  forgetDrafts();
  sessionStorage.setItem(`kept:content:${item.id}`, left);
  if (works) server.routes[put] = works;
  const again = within((await renderAsAdmin(<DayEditor date={item.date} />)).container);
  expect(await again.findByText(/^mine.mp3/)).toBeTruthy();
  await waitFor(() => expect(item.audioFilename).toBe("mine.mp3"));
});
