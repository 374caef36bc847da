import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { contentItem } from "#test/answers/content.ts";
import { renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { resetAtoms } from "../parts/stored.atoms.ts";
import { productToday } from "./content-address.ts";
import { ContentTab } from "./content-tab.tsx";

const TODAY = productToday();

let day = 0;
/** An item on a date that no other test uses. */
function freshItem(overrides = {}) {
  day += 1;
  return contentItem({ date: `2027-05-${String(day).padStart(2, "0")}`, ...overrides });
}

async function openList(...items: ReturnType<typeof contentItem>[]) {
  const server = startLibrary(...items);
  await renderAsAdmin(<ContentTab />, "/admin?tab=content&view=list");
  return { user: userEvent.setup(), server };
}

async function openEditor(...items: ReturnType<typeof contentItem>[]) {
  const { user, server } = await openList(...items);
  const [item] = items;
  if (!item) throw new Error("Which item?");
  const card = within(await screen.findByRole("region", { name: "Edit Content for Date" }));
  const field = card.getByLabelText("Date");
  fireEvent.change(field, { target: { value: item.date } });
  expect(await screen.findByDisplayValue(item.title)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  return { user, server, item, card, field };
}

/** Presses a key in the date field, after which the browser has this value. */
function press(field: HTMLElement, key: string, value: string) {
  fireEvent.keyDown(field, { key });
  fireEvent.change(field, { target: { value } });
}

test("a date typed by keyboard is accepted only once all digits of its year are typed", async () => {
  const [open, wanted] = [freshItem(), freshItem({ date: "2028-11-23", title: "Wanted" })];
  const { server, field } = await openEditor(open, wanted);
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
  await screen.findByDisplayValue("Wanted");
  const asked = server.calls.map(({ path }) => path).filter((path) => path.startsWith("/api/content/date/"));
  expect(asked.filter((path) => !path.endsWith(open.date)).slice(-1)).toEqual([`/api/content/date/${wanted.date}`]);
  expect(asked.some((path) => /2027-(01|11)-/.test(path))).toBe(false);
});

test("a typed month is accepted on Enter or blur, and an incomplete date reverts to the open day", async () => {
  const [open, byEnter, byLeaving] = [
    freshItem(),
    freshItem({ date: "2027-06-30", title: "By Enter" }),
    freshItem({ date: "2027-07-30", title: "By leaving" }),
  ];
  const { user, card, field } = await openEditor(open, byEnter, byLeaving);
  field.focus();
  press(field, "6", byEnter.date);
  expect(card.getByText("Press Enter to open Wednesday, June 30, 2027")).toBeTruthy();
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByDisplayValue("By Enter");
  await user.click(screen.getByRole("button", { name: "Close" }));
  press(field, "7", byLeaving.date);
  await user.tab();
  await screen.findByDisplayValue("By leaving");
  await user.click(screen.getByRole("button", { name: "Close" }));
  field.focus();
  press(field, "Backspace", "");
  await user.tab();
  await waitFor(() => expect(field).toHaveProperty("value", byLeaving.date));
});

test("a date chosen below Edit Content for Date opens the day's editor, and Edit opens it again", async () => {
  const items = [contentItem({ date: TODAY, title: "Now" }), contentItem({ date: "2027-05-07", title: "Rise" })];
  const { user } = await openList(...items);
  const card = within(await screen.findByRole("region", { name: "Edit Content for Date" }));
  expect(card.getByLabelText("Date")).toHaveProperty("value", TODAY);
  fireEvent.change(card.getByLabelText("Date"), { target: { value: "2027-05-07" } });
  const drawer = within(await screen.findByRole("dialog", { name: formatLongDate("2027-05-07") }));
  expect(await drawer.findByDisplayValue("Rise")).toBeTruthy();
  await user.click(drawer.getByRole("button", { name: "Close" }));
  await user.click(card.getByRole("button", { name: "Edit" }));
  expect(await screen.findByRole("dialog", { name: formatLongDate("2027-05-07") })).toBeTruthy();
});

test("Create New Content opens its form on the next day without a session", async () => {
  const { user, server } = await openList();
  const days = [0, 1, 2].map((ahead) => ({
    date: addDays(TODAY, ahead),
    item:
      ahead === 2
        ? null
        : { ...contentItem({ date: addDays(TODAY, ahead) }), hasAudio: true, hasVideo: false, hasDescription: true },
    gaps: [],
    isEmpty: ahead === 2,
    fallback: null,
  }));
  server.routes["GET /api/content/runway"] = () => Response.json({ days });
  await user.click(await screen.findByRole("button", { name: "Create New Content" }));
  const drawer = within(await screen.findByRole("dialog", { name: formatLongDate(addDays(TODAY, 2)) }));
  const form = within(await drawer.findByRole("form", { name: "Create New Content" }));
  expect(form.getByLabelText("Date")).toHaveProperty("value", addDays(TODAY, 2));
  expect(drawer.getByText("No content found for selected date.")).toBeTruthy();
  expect(["Title", "Description", "Video URL"].map((name) => form.getByLabelText(name))).toHaveLength(3);
});

test("the view is remembered for the next visit", async () => {
  const { user } = await openList();
  await user.click(screen.getByRole("button", { name: "Calendar" }));
  await user.click(screen.getByRole("button", { name: "List" }));
  cleanup();
  resetAtoms();
  await renderAsAdmin(<ContentTab />, "/admin?tab=content");
  expect(await screen.findByRole("region", { name: "Content library" })).toBeTruthy();
});
