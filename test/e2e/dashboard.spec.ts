import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, inviteMember, signIn, type TestMember } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

const PHONES = [
  { width: 390, height: 664 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
];
const EXPERIENCE = "Experience This Content";

const dialOf = (page: Page) => page.getByRole("region", { name: "Content Navigation" });
const titleOf = (page: Page) => page.getByRole("article").getByRole("heading");
const monthButton = (page: Page) => page.getByRole("button", { name: /all months$/ });

async function saveProgress({ token }: TestMember, date: string, json: unknown): Promise<void> {
  expect((await callApi(`/api/progress/${date}`, { token, json })).status).toBe(200);
}

/** Waits for the requested data: the dial's item and the figures. */
async function expectLoaded(page: Page): Promise<void> {
  await expectDashboard(page);
  await expect(titleOf(page)).toBeVisible();
  await expect(page.getByText("not available yet")).toHaveCount(0);
}

for (const viewport of PHONES) {
  test(`at ${viewport.width}×${viewport.height} today's title and button are on the first screen, with nothing hidden under the dock`, {
    tag: "@deep",
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, await inviteMember());
    await expectLoaded(page);
    const action = page.getByRole("link", { name: EXPERIENCE });
    // Retried, because React may replace the page between the two boxes.
    await expect(async () => {
      const actionBox = await action.boundingBox();
      const titleBox = await titleOf(page).boundingBox();
      if (!actionBox || !titleBox) throw new Error("Title or button is not drawn.");
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      expect(titleBox.y).toBeGreaterThanOrEqual(0);
      expect(titleBox.y + titleBox.height).toBeLessThanOrEqual(actionBox.y);
      expect(titleBox.x + titleBox.width).toBeLessThanOrEqual(viewport.width);
      expect(actionBox.y + actionBox.height).toBeLessThanOrEqual(viewport.height);
      expect(actionBox.height).toBeGreaterThanOrEqual(44);
    }).toPass({ timeout: 30_000 });
    await expect(monthButton(page)).toBeInViewport({ ratio: 1 });
    for (const name of ["Previous content", "Next content"]) {
      await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // The figures load when they're on screen, so the page is scrolled the way a thumb does it.
    const figures = page.getByRole("region", { name: "Your progress" });
    await expect(async () => {
      await page.mouse.wheel(0, viewport.height / 2);
      await expect(figures).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    const top = await figures.evaluate((section) => section.getBoundingClientRect().top + window.scrollY);
    expect(top).toBeGreaterThanOrEqual(2 * viewport.height);
    // Before the first finished session there is no year.
    await expect(page.getByRole("heading", { name: "Your year" })).toHaveCount(0);
    // Sections near the end load on the way there, and make the page longer.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const last = await page.getByRole("contentinfo").getByRole("link").last().boundingBox();
      const actionBox = await action.boundingBox();
      if (!last || !actionBox) throw new Error("The footer or the button is not drawn.");
      expect(last.y + last.height).toBeLessThanOrEqual(actionBox.y);
    }).toPass({ timeout: 30_000 });
    await expectNoSidewaysScroll(page);
    await page.goto("/dashboard?rolodex=3&year=2025&month=8");
    const today = page.getByRole("button", { name: "Today", exact: true });
    for (const part of [today, action]) await expect(part).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await action.click();
    await expect(page).toHaveURL(/\/content\//);
  });
}

test("the month button opens a list of months that moves the dial, and its search link opens the library", async ({
  page,
}) => {
  const member = await inviteMember();
  await saveProgress(member, "2025-08-12", { totalWatched: true });
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(page, member);
  await monthButton(page).click();
  const sheet = page.getByRole("dialog", { name: "All months" });
  await expect(sheet.getByRole("button", { name: "August 2025, 1 of 19 done" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(monthButton(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await sheet.getByRole("button", { name: /^August 2025/ }).click();
  await expect(page).toHaveURL(/rolodex=0&year=2025&month=8/);
  await expect(dialOf(page).getByRole("radio", { name: /^Tuesday, August 12, done:/ })).toBeChecked();

  await monthButton(page).click();
  await sheet.getByRole("link", { name: "Search all sessions" }).click();
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("phones navigate by the bottom bar and wider screens by the header, and the brand stays in place", {
  tag: "@deep",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(page, await inviteMember());
  await expectLoaded(page);
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar).toHaveCount(1);
  await expect(bar.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  for (const target of await bar.getByRole("link").all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await bar.getByRole("link", { name: "My Account" }).click();
  await expect(page.getByRole("heading", { name: "My Account" })).toBeVisible();
  await bar.getByRole("button", { name: "More" }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await sheet.getByText("Legal", { exact: true }).click();
  for (const name of [
    "Subscription Terms",
    "Member Agreement",
    "Refund Requests",
    "Privacy Settings",
    "Admin",
    /^Help/,
  ]) {
    await expect(sheet.getByRole("link", { name })).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const brand = page.getByRole("banner").getByRole("link").first();
  for (const size of [...PHONES, { width: 1280, height: 900 }, { width: 1920, height: 1080 }]) {
    await page.setViewportSize(size);
    await page.goto("/");
    const atPublic = await brand.boundingBox();
    await page.goto("/dashboard");
    await expectDashboard(page);
    // React may replace the document between two looks of one measurement.
    const middleOf = async () => {
      const box = await brand.boundingBox();
      return [box?.x, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    };
    await expect.poll(middleOf).toEqual([atPublic?.x, (atPublic?.y ?? 0) + (atPublic?.height ?? 0) / 2]);
  }
  for (const name of ["My Account", "Admin"]) await expect(bar.getByRole("link", { name })).toBeVisible();
  await bar.getByRole("button", { name: "More" }).click();
  for (const name of [/^Help/, "Legal"]) await expect(sheet.getByText(name)).toBeVisible();
  // The header has it, and the word More.
  await expect(sheet.getByRole("button", { name: "Logout" })).toBeHidden();
  await expect(sheet.getByRole("heading", { name: "More" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 390, height: 664 });
  await page.getByRole("button", { name: "More" }).click();
  await sheet.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: "More" })).toHaveCount(0);
});
