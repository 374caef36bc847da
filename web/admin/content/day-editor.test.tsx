import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { ContentTab } from "./content-tab.tsx";

let day = 0;
/** An item on a date that no other test uses. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-05-${String(day).padStart(2, "0")}`, ...overrides });
}

async function openEditor(...items: ReturnType<typeof contentItem>[]) {
  const user = userEvent.setup();
  const server = startLibrary(...items);
  const view = await renderAsAdmin(<ContentTab />, "/admin?tab=content&view=list");
  const [item] = items;
  if (!item) throw new Error("Which item?");
  const editor = within(await screen.findByRole("region", { name: "Edit Content for Date" }));
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: item.date } });
  expect(await editor.findByDisplayValue(item.title)).toBe(editor.getByLabelText("Title"));
  return { user, server, view, item, editor, put: `PUT /api/content/${item.id}` };
}

/** Presses a key in the date field, after which the browser has this value. */
function press(field: HTMLElement, key: string, value: string) {
  fireEvent.keyDown(field, { key });
  fireEvent.change(field, { target: { value } });
}

test("a date typed by keyboard is accepted only once all digits of its year are typed", async () => {
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

test("a typed month is accepted on Enter or blur, and an incomplete date reverts to the open day", async () => {
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

test("a date picked from the calendar opens right away", async () => {
  const [open, picked] = [freshItem(), freshItem({ title: "Picked" })];
  const { editor } = await openEditor(open, picked);
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: picked.date } });
  await editor.findByDisplayValue("Picked");
});

test("another day opens right away, and the first day keeps its unsaved text", async () => {
  const [open, other] = [freshItem(), freshItem({ title: "Other" })];
  const { user, server, editor, put } = await openEditor(open, other);
  server.routes[put] = () => failure(503, "Later");
  await user.type(editor.getByLabelText("Title"), "!");
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: other.date } });
  await editor.findByDisplayValue("Other");
  expect(await screen.findByText("Some changes aren't saved")).toBeTruthy();
  fireEvent.change(editor.getByLabelText("Date"), { target: { value: open.date } });
  expect(await editor.findByDisplayValue("Own the morning!")).toBeTruthy();
});
