import { focusManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { contentItem } from "#test/answers/content.ts";
import { failure, renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { Day } from "#test/web/editor.tsx";

const ALERT = "Someone else deleted this session";
const EMPTY = "No content found for selected date.";

let day = 0;
/** Opens an item on a date that no other test uses; the result can also act as another administrator. */
async function openDay() {
  day += 1;
  const item: LibraryItem = contentItem({ date: `2027-09-${String(day).padStart(2, "0")}` });
  const server = startLibrary(item);
  const [get, put, restore] = [
    `GET /api/content/date/${item.date}`,
    `PUT /api/content/${item.id}`,
    `POST /api/content/${item.id}/restore`,
  ];
  const original = { get: server.routes[get], put: server.routes[put] };
  const gone = () => failure(404, "Content not found", "not_found");
  function deleteIt(): void {
    server.routes[get] = gone;
    server.routes[put] = gone;
  }
  server.routes[restore] = () => {
    if (original.get) server.routes[get] = original.get;
    if (original.put) server.routes[put] = original.put;
    item.version += 1;
    return Response.json(item);
  };
  const view = await renderAsAdmin(<Day date={item.date} />);
  await screen.findByDisplayValue(item.title);
  return { user: userEvent.setup(), server, item, view, put, restore, deleteIt };
}

/** Returns to the window, which refetches. */
function lookBack(): void {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  focusManager.setFocused(undefined);
}

test("text typed into a deleted day stays, and is saved once the day is restored", async () => {
  const { user, server, item, put, restore, deleteIt } = await openDay();
  deleteIt();
  await user.type(screen.getByLabelText("Title"), " at six");
  await user.tab();
  const alert = await screen.findByRole("alert", { name: ALERT });
  lookBack();
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Own the morning at six");
  const works = server.routes[restore];
  server.routes[restore] = () => failure(503, "The database is away.");
  await user.click(within(alert).getByRole("button", { name: "Restore" }));
  await within(alert).findByText(/The database is away/);
  if (works) server.routes[restore] = works;
  await user.click(within(alert).getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(item.title).toBe("Own the morning at six"));
  await screen.findByText("Saved");
  expect(screen.queryByRole("alert", { name: ALERT })).toBeNull();
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Own the morning at six");
  expect(server.sentTo(restore)).toEqual([{ date: item.date }, { date: item.date }]);
  expect(server.sentTo(put).at(-1)).toMatchObject({ title: "Own the morning at six" });
});

test("reopening a deleted day shows the typed text until it's discarded", async () => {
  const { user, item, view, deleteIt } = await openDay();
  deleteIt();
  await user.type(screen.getByLabelText("Description"), "Kept.");
  await screen.findByRole("alert", { name: ALERT });
  view.unmount();
  await renderAsAdmin(<Day date={item.date} />);
  await screen.findByRole("alert", { name: ALERT });
  expect(screen.getByLabelText("Description")).toHaveProperty("value", `${item.description}Kept.`);
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByText(EMPTY);
  expect(screen.queryByRole("alert", { name: ALERT })).toBeNull();
});

test("a day deleted by someone else disappears if nothing was typed", async () => {
  const { deleteIt } = await openDay();
  deleteIt();
  lookBack();
  await screen.findByText(EMPTY);
});
