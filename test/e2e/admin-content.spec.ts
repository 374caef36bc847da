import { expect, type Page } from "@playwright/test";
import type { LibraryItem } from "../../domain/contract/content/library.ts";
import { contentPath } from "../../domain/paths.ts";
import { formatLongDate } from "../../domain/rules/calendar-days.ts";
import { dayAhead } from "../support/fixtures.ts";
import { logInAsAdmin, openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { createOnFreeDay } from "./support/library.ts";
import { callApi } from "./support/stack.ts";

async function readItem(id: string): Promise<LibraryItem> {
  return (await callApi(`/api/content/${id}`, { admin: true })).json();
}

const drawerOf = (page: Page) => page.getByRole("dialog");
const cellOf = (page: Page, date: string) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${formatLongDate(date)}:`) });

const LIST = "content&view=list";

async function edit(page: Page, { date, title }: LibraryItem): Promise<void> {
  await page.getByRole("button", { name: `Edit session for ${formatLongDate(date)}` }).click();
  await expect(drawerOf(page).getByLabel("Title")).toHaveValue(title);
}

test("a long unbroken title keeps the library as wide as the screen, from a small phone to a desktop", {
  tag: "@deep",
}, async ({ page }) => {
  const { date, title } = await createOnFreeDay({ title: "Unbroken".repeat(15) });
  await openAdmin(page, LIST);
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.getByRole("row").filter({ hasText: title });
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole("link", { name: `View Content for ${formatLongDate(date)}` })).toBeInViewport({
      ratio: 1,
    });
    await expectNoSidewaysScroll(page);
    const box = await page.getByRole("table", { name: "Content library" }).evaluate((table) => ({
      needs: table.parentElement?.scrollWidth,
      has: table.parentElement?.clientWidth,
    }));
    expect(box.needs).toBe(box.has);
  }
});

test("Back to Admin returns to the tab it came from, even after a reload and login", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay();
  await openAdmin(page, LIST);
  await page.getByRole("link", { name: `View Content for ${formatLongDate(item.date)}` }).click();
  await expect(page).toHaveURL(new RegExp(`${contentPath(item.date)}\\?from=admin$`));
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await expect(page.getByText("Draft: members can't see this")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("No audio or video.")).toBeVisible();
  expect((await readItem(item.id)).status).toBe("draft");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByText("Draft: members can't see this")).toBeHidden();
  expect((await readItem(item.id)).status).toBe("published");
  await page.getByRole("link", { name: "Back to admin" }).click();
  await expect(page.getByRole("heading", { name: "Content library" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await page.reload();
  await logInAsAdmin(page);
  await expect(page.getByRole("tab", { name: "Content" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByRole("heading", { name: "Content library" })).toBeVisible();
});

test("the library's filters are in the URL and still apply after a reload or coming back from an item", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await createOnFreeDay({ title: `Sought ${Math.floor(Math.random() * 1e9)}` });
  await createOnFreeDay();
  await openAdmin(page, LIST);
  const library = page.getByRole("region", { name: "Content library" });
  await library.getByLabel("Search titles").fill(item.title);
  await library.getByLabel("Filter by status").selectOption("draft");
  await expect(page).toHaveURL(/search=Sought.*status=draft/);
  await expect(library.getByRole("link", { name: /^View Content for/ })).toHaveCount(1);
  await page.reload();
  await logInAsAdmin(page);
  await expect(library.getByLabel("Search titles")).toHaveValue(item.title);
  await expect(library.getByRole("link", { name: /^View Content for/ })).toHaveCount(1);
  await edit(page, item);
  await expect(page).toHaveURL(/search=Sought/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `View Content for ${formatLongDate(item.date)}` }).click();
  await page.getByRole("link", { name: "Back to admin" }).click();
  await expect(library.getByLabel("Search titles")).toHaveValue(item.title);
});

test("each calendar day is big enough to tap, even on the smallest phone", { tag: "@deep" }, async ({ page }) => {
  await openAdmin(page, "content");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const box = await cellOf(page, dayAhead(0)).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await expectNoSidewaysScroll(page);
  }
});
