import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem, failure, renderAsAdmin, startLibrary } from "./admin.fixtures.tsx";
import { ContentTab } from "./content-tab.tsx";

const HOSTED = { videoFilename: "sunrise.mp4", video: { provider: "hosted", ref: "sunrise.mp4" } } as const;
const ADDRESS = "https://youtu.be/dQw4w9WgXcQ";

let day = 0;
/** An item on a date that no other test uses: drafts are kept by date. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-05-${String(day).padStart(2, "0")}`, ...overrides });
}

/** Opens an item in the editor by its row in the library. */
async function openEditor(...items: ReturnType<typeof contentItem>[]) {
  const user = userEvent.setup();
  const server = startLibrary(...items);
  const view = await renderAsAdmin(<ContentTab />);
  const [item] = items;
  if (!item) throw new Error("Which item?");
  await user.click(await screen.findByRole("button", { name: `Edit content of ${item.date}` }));
  const editor = within(screen.getByRole("region", { name: "Edit Content for Date" }));
  expect(await editor.findByDisplayValue(item.title)).toBe(editor.getByLabelText("Title"));
  return { user, server, view, item, editor, put: `PUT /api/content/${item.id}` };
}

test("what is typed is saved when typing pauses, and again when the field is left", async () => {
  const { user, server, editor, put } = await openEditor(freshItem());
  const title = editor.getByLabelText("Title");
  await user.type(title, "!");
  await waitFor(() => expect(server.sentTo(put)).toEqual([{ title: "Own the morning!" }]));
  await editor.findByText("Saved");
  await user.type(title, "?");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toHaveLength(2));
  expect(title).toHaveProperty("value", "Own the morning!?");
  expect(await screen.findByText("Content Updated")).toBeTruthy();
});

test("a save that fails keeps the text, says so in our words, and retries", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem());
  const works = server.routes[put];
  server.routes[put] = () => new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502 });
  await user.type(editor.getByLabelText("Title"), " now");
  await user.tab();
  expect((await editor.findByText(/^Not saved:/)).textContent).toBe("Not saved: The server could not be reached.");
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning now");
  if (works) server.routes[put] = works;
  await user.click(editor.getByRole("button", { name: "Retry" }));
  await editor.findByText("Saved");
  expect(item.title).toBe("Own the morning now");
});

test("a field that the contract refuses is named and never sent; the others are saved", async () => {
  const { user, server, editor, put } = await openEditor(freshItem());
  await user.clear(editor.getByLabelText("Title"));
  await editor.findByText("Title is required");
  await user.type(editor.getByLabelText("Video URL"), "https://evil.example/x");
  await editor.findByText("Please enter a YouTube or Vimeo address");
  await user.type(editor.getByLabelText("Description"), "Go.");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toEqual([{ description: "Go." }]));
  await editor.findByText("The marked field is not saved");
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
  await editor.findByText(/^Not saved:/);
  view.unmount();
  if (works) server.routes[put] = works;
  await renderAsAdmin(<ContentTab />);
  expect(await screen.findByDisplayValue("Own the morning kept")).toBeTruthy();
  await waitFor(() => expect(item.title).toBe("Own the morning kept"));
});

test("typing and clearing an address beside a hosted video asks first and sends nothing", async () => {
  const { user, server, editor, item, put } = await openEditor(freshItem(HOSTED));
  expect(editor.getByText("Hosted video: sunrise.mp4")).toBeTruthy();
  const address = editor.getByLabelText("Video URL");
  await user.type(address, ADDRESS);
  expect(await editor.findByText(/Replace it with the address above\?/)).toBeTruthy();
  await user.type(editor.getByLabelText("Title"), "!");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toEqual([{ title: "Own the morning!" }]));
  await editor.findByText("The video address waits for your answer");
  await user.clear(address);
  await user.tab();
  expect(editor.queryByText(/Replace it/)).toBeNull();
  await user.type(editor.getByLabelText("Description"), "Go.");
  await user.tab();
  await waitFor(() => expect(server.sentTo(put)).toHaveLength(2));
  expect(server.sentTo(put)[1]).toEqual({ description: "Go." });
  expect(item.videoFilename).toBe("sunrise.mp4");
});

test("a hosted video that an address replaced can be put back, also after another day was open", async () => {
  const [first, second] = [freshItem(HOSTED), freshItem({ title: "The day after" })];
  const { user, editor, item } = await openEditor(first, second);
  await user.type(editor.getByLabelText("Video URL"), ADDRESS);
  await user.click(await editor.findByRole("button", { name: "Replace it" }));
  await waitFor(() => expect(item).toMatchObject({ youtubeUrl: ADDRESS, videoFilename: null }));
  await user.click(screen.getByRole("button", { name: `Edit content of ${second.date}` }));
  await editor.findByDisplayValue("The day after");
  await user.click(screen.getByRole("button", { name: `Edit content of ${first.date}` }));
  await editor.findByDisplayValue(ADDRESS);
  await user.click(editor.getByRole("button", { name: "Put it back" }));
  await waitFor(() => expect(item).toMatchObject({ youtubeUrl: null, videoFilename: "sunrise.mp4" }));
  expect(editor.getByLabelText("Video URL")).toHaveProperty("value", "");
  await user.type(editor.getByLabelText("Video URL"), ADDRESS);
  expect(await editor.findByText(/Replace it with the address above\?/)).toBeTruthy();
  await user.click(editor.getByRole("button", { name: "Keep the hosted video" }));
  expect(editor.getByLabelText("Video URL")).toHaveProperty("value", "");
  expect(item.videoFilename).toBe("sunrise.mp4");
});

/** One key into the date field, after which the browser holds this value. */
function press(field: HTMLElement, key: string, value: string) {
  fireEvent.keyDown(field, { key });
  fireEvent.change(field, { target: { value } });
}

test("a date typed by keyboard is taken when its year is whole, not at the digits before", async () => {
  const [open, wanted] = [freshItem(), freshItem({ date: "2028-11-23", title: "Wanted" })];
  const { server, editor } = await openEditor(open, wanted);
  const field = editor.getByLabelText("Date");
  field.focus();
  press(field, "1", "2027-01-01");
  press(field, "1", "2027-11-01");
  press(field, "2", "2027-11-02");
  press(field, "3", "2027-11-23");
  for (const [key, year] of [
    ["2", "0002"],
    ["0", "0020"],
    ["2", "0202"],
  ] as const) {
    press(field, key, `${year}-11-23`);
    expect(field).toHaveProperty("value", `${year}-11-23`);
  }
  press(field, "8", "2028-11-23");
  await editor.findByDisplayValue("Wanted");
  const asked = server.calls.map(({ path }) => path).filter((path) => path.startsWith("/api/content/date/"));
  expect(asked.filter((path) => !path.endsWith(open.date)).slice(-1)).toEqual([`/api/content/date/${wanted.date}`]);
  expect(asked.some((path) => /2027-(01|11)-/.test(path))).toBe(false);
  expect(document.activeElement).toBe(field);
});

test("a typed month is taken by Enter or by leaving the field; half a date gives way to the open one", async () => {
  const [open, byEnter, byLeaving] = [
    freshItem(),
    freshItem({ date: "2027-06-30", title: "By Enter" }),
    freshItem({ date: "2027-07-30", title: "By leaving" }),
  ];
  const { user, editor } = await openEditor(open, byEnter, byLeaving);
  const field = editor.getByLabelText("Date");
  field.focus();
  press(field, "6", byEnter.date);
  expect(editor.getByText("Press Enter to open Wednesday, June 30, 2027")).toBeTruthy();
  fireEvent.keyDown(field, { key: "Enter" });
  await editor.findByDisplayValue("By Enter");
  press(field, "7", byLeaving.date);
  await user.tab();
  await editor.findByDisplayValue("By leaving");
  field.focus();
  press(field, "Backspace", "");
  await user.tab();
  await waitFor(() => expect(field).toHaveProperty("value", byLeaving.date));
});

test("a date picked from the calendar opens at once", async () => {
  const [open, picked] = [freshItem(), freshItem({ title: "Picked" })];
  const { editor } = await openEditor(open, picked);
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: picked.date } });
  await editor.findByDisplayValue("Picked");
});

test("another day opens only once the present one is saved", async () => {
  const [open, other] = [freshItem(), freshItem({ title: "Other" })];
  const { user, server, editor, put } = await openEditor(open, other);
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: other.date } });
  await editor.findByText("Not saved: 503: Later");
  await waitFor(() => expect(editor.getByLabelText("Date")).toHaveProperty("value", open.date));
  expect(editor.getByLabelText("Title")).toHaveProperty("value", "Own the morning!");
});
