import { expect, type Page } from "@playwright/test";
import type { LibraryItem } from "../../domain/contract/content/library.ts";
import { logInAsAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { createOnFreeDay } from "./support/library.ts";
import { callApi } from "./support/stack.ts";

async function readItem(id: string): Promise<LibraryItem> {
  return (await callApi(`/api/content/${id}`, { admin: true })).json();
}

const drawerOf = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: "Title" | "Description") => drawerOf(page).getByLabel(name, { exact: true });
const theirsIn = (page: Page, what: string) =>
  drawerOf(page).getByRole("alert", { name: `Someone else changed the ${what}` });

async function openDay(page: Page, { date, title }: LibraryItem): Promise<void> {
  await page.goto(`/admin?tab=content&day=${date}`);
  await logInAsAdmin(page);
  await expect(field(page, "Title")).toHaveValue(title);
}

test("a changed admin password is asked for over the open day, which then saves the typed text", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay();
  await openDay(page, item);
  const isEdit = (url: URL) => url.pathname === `/api/content/${item.id}`;
  const refuse = { status: 401, json: { error: "Wrong password", code: "unauthorized", requestId: "r" } };
  await page.route(isEdit, (route) => route.fulfill(refuse));
  await field(page, "Title").fill("Typed meanwhile");
  await expect(page.getByText("Your login no longer works.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(isEdit);
  await logInAsAdmin(page);
  await expect(field(page, "Title")).toHaveValue("Typed meanwhile");
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Typed meanwhile");
  await expect(field(page, "Title")).toBeFocused();
});

test("with two editors on a day, a title both changed waits beside the field, and all else is saved", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const item = await createOnFreeDay();
  const other = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const tab of [page, other]) await openDay(tab, item);
  await field(other, "Title").fill("Hers");
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Hers");

  await field(page, "Title").fill("Mine");
  await field(page, "Description").fill("Mine, and no one else's.");
  const theirs = theirsIn(page, "title");
  await expect(theirs.getByLabel("Theirs")).toHaveValue("Hers");
  await expect(field(page, "Title")).toHaveValue("Mine");
  await expect.poll(() => readItem(item.id)).toMatchObject({ title: "Hers", description: "Mine, and no one else's." });
  await expectAccessible(page);
  await theirs.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Mine");
  await expect(theirs).toBeHidden();

  await field(other, "Title").fill("Hers, again");
  await expect(theirsIn(other, "title").getByLabel("Theirs")).toHaveValue("Mine");
  await expectNoSidewaysScroll(other);
  await theirsIn(other, "title").getByRole("button", { name: "Use theirs" }).click();
  await expect(field(other, "Title")).toHaveValue("Mine");
  expect((await readItem(item.id)).title).toBe("Mine");
  await other.close();

  await drawerOf(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Earlier versions" }).click();
  const versions = drawerOf(page).getByRole("region", { name: "Earlier versions" });
  await versions.getByRole("listitem").filter({ hasText: "Title: Hers → Mine" }).getByRole("button").click();
  await expect(field(page, "Title")).toHaveValue("Hers");
});

test("with two tabs in one browser, fields typed in each are saved, and a contested one survives a reload", {
  tag: "@deep",
}, async ({ page, context }) => {
  const item = await createOnFreeDay();
  const other = await context.newPage();
  for (const tab of [page, other]) await openDay(tab, item);
  await field(page, "Title").fill("Title of the first tab");
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Title of the first tab");
  await field(other, "Description").fill("Description of the second tab");
  await expect
    .poll(() => readItem(item.id))
    .toMatchObject({ title: "Title of the first tab", description: "Description of the second tab" });
  await expect(field(other, "Title")).toHaveValue("Title of the first tab");

  await field(page, "Description").fill("Description of the first tab");
  await expect(theirsIn(page, "description").getByLabel("Theirs")).toHaveValue("Description of the second tab");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await logInAsAdmin(page);
  await expect(field(page, "Description")).toHaveValue("Description of the first tab");
  await theirsIn(page, "description").getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await readItem(item.id)).description).toBe("Description of the first tab");
  await other.close();
});

test("Try again repeats a save whose response was lost, without a conflict", { tag: "@deep" }, async ({ page }) => {
  const item = await createOnFreeDay();
  await openDay(page, item);
  const isEdit = (url: URL) => url.pathname === `/api/content/${item.id}`;
  await page.route(isEdit, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
  });
  await field(page, "Title").fill("Sent twice");
  await expect(drawerOf(page).getByText(/^Couldn't save/)).toBeVisible();
  expect((await readItem(item.id)).title).toBe("Sent twice");
  await page.unroute(isEdit);
  await drawerOf(page).getByRole("button", { name: "Try again" }).click();
  await expect(drawerOf(page).getByText("Saved", { exact: true })).toBeVisible();
  await expect(theirsIn(page, "title")).toBeHidden();
});

test("an offline day says its save is waiting, and saves once the connection is back", { tag: "@deep" }, async ({
  page,
  context,
}) => {
  const item = await createOnFreeDay();
  await openDay(page, item);
  await context.setOffline(true);
  await field(page, "Title").fill("Typed on a train");
  await expect(drawerOf(page).getByText("Waiting for a connection to save")).toBeVisible();
  await context.setOffline(false);
  await expect(drawerOf(page).getByText("Saved", { exact: true })).toBeVisible();
  expect((await readItem(item.id)).title).toBe("Typed on a train");
});

test("text typed into a day that someone else deletes outlives a reload, and is saved once the day is restored", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay();
  await openDay(page, item);
  expect((await callApi(`/api/content/${item.id}`, { admin: true, method: "DELETE" })).status).toBe(200);
  await field(page, "Title").fill("Typed too late");
  const deleted = drawerOf(page).getByRole("alert", { name: "Someone else deleted this session" });
  await expect(deleted).toBeVisible();
  await expectAccessible(page);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await logInAsAdmin(page);
  await expect(deleted).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Typed too late");
  await deleted.getByRole("button", { name: "Restore" }).click();
  await expect.poll(async () => (await readItem(item.id)).title).toBe("Typed too late");
  await expect(deleted).toBeHidden();
  await expect(drawerOf(page).getByText("Saved", { exact: true })).toBeVisible();
});
