import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { expect, test } from "vitest";
import { failure, renderAsAdmin, startLibrary, writeAtOnce } from "#test/web/admin.tsx";
import { freshItem } from "#test/web/editor.tsx";
import { toastAtom } from "../../ui/use-toast.ts";
import { ContentTab } from "./content-tab.tsx";

async function openDay() {
  const item = freshItem({ date: "2027-06-12", status: "draft" });
  const server = startLibrary(item);
  const user = userEvent.setup();
  getDefaultStore().set(toastAtom, null);
  await renderAsAdmin(<ContentTab />, `/admin?tab=content&day=${item.date}`);
  const editor = within(await screen.findByRole("dialog"));
  return { item, server, user, editor, title: await editor.findByLabelText("Title") };
}

test("changes that can't be saved as their day closes are named in Content until they're saved, and no toast covers the page", async () => {
  const { item, server, user, editor, title } = await openDay();
  const put = `PUT /api/content/${item.id}`;
  const works = server.routes[put] ?? (() => failure(404, "Not found"));
  server.routes[put] = () => failure(500, "Broken");
  await writeAtOnce(user, title, "Up");
  await editor.findByText(/^Couldn't save/);
  await user.click(editor.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("We kept your changes for Saturday, June 12, 2027.")).toBeTruthy();
  expect(getDefaultStore().get(toastAtom)).toBeNull();
  server.routes[put] = works;
  await user.click(screen.getByRole("button", { name: "Open day" }));
  expect(screen.queryByText("Some changes aren't saved")).toBeNull();
  const again = within(await screen.findByRole("dialog"));
  expect(await again.findByDisplayValue("Up")).toBeTruthy();
  await waitFor(() => expect(item.title).toBe("Up"));
});

test("a release that its checks stop after its day was closed is named in Content until the day is opened", async () => {
  const { item, server, user, editor } = await openDay();
  const checks = Promise.withResolvers<void>();
  server.routes[`GET /api/content/${item.id}/preflight`] = async () => {
    await checks.promise;
    return Response.json([{ check: "Media", result: "fail", message: "None." }]);
  };
  await user.selectOptions(editor.getByLabelText("Status"), "Scheduled");
  await editor.findByText("Checking...");
  await user.click(editor.getByRole("button", { name: "Close" }));
  checks.resolve();
  expect(await screen.findByText("Not scheduled")).toBeTruthy();
  expect(getDefaultStore().get(toastAtom)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open day" }));
  expect(screen.queryByText("Not scheduled")).toBeNull();
});
