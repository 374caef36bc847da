import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { contentItem } from "#test/answers/content.ts";
import { renderAsAdmin, startLibrary } from "#test/web/admin.tsx";
import { ContentDrawer } from "./content-drawer.tsx";

test("unsaved fields are named and linked in the drawer's header, and block Schedule", async () => {
  const item = contentItem({ date: "2027-05-04", title: "Rise" });
  const user = userEvent.setup();
  const server = startLibrary(item);
  server.routes[`GET /api/content/${item.id}/preflight`] = () => Response.json([]);
  const nothing = () => undefined;
  await renderAsAdmin(<ContentDrawer date={item.date} today="2027-01-01" onOpen={nothing} onClose={nothing} />);
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.change(await drawer.findByLabelText("Title"), { target: { value: "" } });
  expect(await drawer.findByText("1 field isn't saved:")).toBeTruthy();
  const schedule = drawer.getByRole("button", { name: "Schedule" });
  expect(schedule.getAttribute("aria-disabled")).toBe("true");
  await user.click(schedule);
  await user.click(drawer.getByRole("button", { name: "Title" }));
  expect(document.activeElement).toBe(drawer.getByLabelText("Title"));
  await user.keyboard("Rise early");
  await waitFor(() => expect(schedule.getAttribute("aria-disabled")).toBeNull());
  await waitFor(() => expect(item.title).toBe("Rise early"));
  expect(item.status).toBe("draft");
});
