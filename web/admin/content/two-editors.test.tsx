import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { failure } from "#test/web/admin.tsx";
import { openEditor } from "#test/web/editor.tsx";

const HOSTED = { videoFilename: "sunrise.mp4", video: { provider: "hosted", ref: "sunrise.mp4" } } as const;
const ADDRESS = "https://youtu.be/dQw4w9WgXcQ";

type Page = Awaited<ReturnType<typeof openEditor>>;

const theirsOf = async ({ editor }: Pick<Page, "editor">, what: string) =>
  within(await editor.findByRole("alert", { name: `Someone else changed the ${what}` }));

const medium = (key: string) => ({
  key,
  title: key,
  contentType: "audio/mpeg",
  sizeBytes: 5000,
  durationSeconds: 64.4,
  createdAt: "2026-11-21T00:00:00.000Z",
});

async function chooseAudio({ user, server, editor }: Page, key: string) {
  server.routes["GET /api/admin/media"] = () => Response.json([medium(key)]);
  const group = within(editor.getByRole("group", { name: "Audio" }));
  await user.click(group.getByRole("button", { name: /^(Add|Replace) .+…$/ }));
  await user.click(await group.findByRole("button", { name: new RegExp(`^${key}`) }));
}

test("the other editor's title is shown beside the field, and is overwritten only after Keep mine", async () => {
  const page = await openEditor();
  const { user, editor, item } = page;
  Object.assign(item, { title: "Hers", description: "Hers too.", version: 2 });
  await user.clear(editor.getByLabelText("Title"));
  await user.type(editor.getByLabelText("Title"), "Mine");
  await user.tab();
  const theirs = await theirsOf(page, "title");
  expect(theirs.getByLabelText("Theirs")).toHaveProperty("value", "Hers");
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Mine");
  expect(editor.getByText("1 field isn't saved:")).toBeTruthy();
  await waitFor(() => expect(editor.getByLabelText("Description")).toHaveProperty("value", "Hers too."));
  expect(item.title).toBe("Hers");
  await user.click(theirs.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(item).toMatchObject({ title: "Mine", description: "Hers too.", version: 3 }));
  expect(editor.queryByRole("alert")).toBeNull();
});

test("a contested title doesn't hold up the description, and Use theirs takes the other title", async () => {
  const page = await openEditor();
  const { user, server, editor, item, put, works } = page;
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  await user.type(editor.getByLabelText("Description"), "Mine.");
  await user.tab();
  await editor.findByText(/^Couldn't save:/);
  Object.assign(item, { title: "Theirs", version: 2 });
  server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Try again" }));
  const theirs = await theirsOf(page, "title");
  expect(item).toMatchObject({ title: "Theirs", description: "Mine.", version: 3 });
  await user.click(theirs.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.getByLabelText("Title")).toHaveProperty("value", "Theirs"));
  expect(editor.queryByRole("alert")).toBeNull();
  expect(item.version).toBe(3);
});

test("two editors' changes to different fields are both saved without asking", async () => {
  const { user, editor, item } = await openEditor();
  Object.assign(item, { description: "Theirs.", version: 2 });
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(item).toMatchObject({ title: "Own the morning!", description: "Theirs.", version: 3 }));
  expect(editor.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(editor.getByLabelText("Description")).toHaveProperty("value", "Theirs."));
});

test("text typed into a day someone else has moved is saved on its new date, and the old date stays empty", async () => {
  const { user, editor, item } = await openEditor();
  const moved = Object.assign(item, { date: "2027-07-09", version: 2 });
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await editor.findByText("No content found for selected date.");
  expect(moved).toMatchObject({ title: "Own the morning!", date: "2027-07-09", version: 3 });
});

test("two editors who type the same text aren't asked to choose", async () => {
  const { user, editor, item } = await openEditor();
  Object.assign(item, { title: "Own the morning!", version: 2 });
  await user.type(editor.getByLabelText("Title"), "! ");
  await user.tab();
  await editor.findByText("Saved");
  expect(editor.queryByRole("alert")).toBeNull();
  expect(item.version).toBe(2);
});

test("a save whose response was lost isn't a conflict, even after more typing", async () => {
  const { user, server, editor, item, put, works } = await openEditor();
  server.routes[put] = async (call) => {
    await works(call);
    return failure(503, "Later");
  };
  await user.type(editor.getByLabelText("Title"), "!");
  await editor.findByText(/^Couldn't save:/);
  expect(item).toMatchObject({ title: "Own the morning!", version: 2 });
  server.routes[put] = works;
  await user.type(editor.getByLabelText("Title"), "?");
  await user.tab();
  await waitFor(() => expect(item).toMatchObject({ title: "Own the morning!?", version: 3 }));
  expect(editor.queryByRole("alert")).toBeNull();
});

test("two editors who choose different files see both, and neither file is replaced without a choice", async () => {
  const page = await openEditor();
  const { user, editor, item } = page;
  Object.assign(item, { audioFilename: "hers.mp3", version: 2 });
  await chooseAudio(page, "mine.mp3");
  const theirs = await theirsOf(page, "audio");
  expect(theirs.getByLabelText("Theirs")).toHaveProperty("value", "hers.mp3");
  expect(within(editor.getByRole("group", { name: "Audio" })).getByText(/^mine.mp3/)).toBeTruthy();
  expect(item.audioFilename).toBe("hers.mp3");
  await user.click(theirs.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.queryByRole("alert")).toBeNull());
  expect(within(editor.getByRole("group", { name: "Audio" })).getByText(/^hers.mp3/)).toBeTruthy();
  expect(item).toMatchObject({ audioFilename: "hers.mp3", version: 2 });
});

test("a URL and a file chosen for the same video count as one conflict", async () => {
  const page = await openEditor();
  const { user, editor, item } = page;
  Object.assign(item, { ...HOSTED, version: 2 });
  await user.type(editor.getByLabelText("Video URL"), ADDRESS);
  await user.tab();
  const theirs = await theirsOf(page, "video");
  expect(theirs.getByLabelText("Theirs")).toHaveProperty("value", "sunrise.mp4");
  expect(editor.queryByText(/Replace it with the link above/)).toBeNull();
  expect(item.videoFilename).toBe("sunrise.mp4");
  await user.click(theirs.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.getByLabelText("Video URL")).toHaveProperty("value", ""));
  expect(item).toMatchObject({ videoFilename: "sunrise.mp4", version: 2 });
});
