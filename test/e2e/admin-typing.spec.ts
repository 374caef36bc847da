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

test("a title changed by two editors is shown in both versions, and all other fields are saved", {
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
