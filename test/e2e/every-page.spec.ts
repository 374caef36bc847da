import { expect, type Page } from "@playwright/test";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../../domain/paths.ts";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { expectReachable } from "./support/legible.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";

test.use({ reducedMotion: "reduce" });

/** Opens a page and checks that it fits and has no barriers on a phone and a desktop. */
async function visit(page: Page, path: string, heading: string | RegExp = /./): Promise<void> {
  await open(page, path, heading);
  await expectFits(page);
}

async function open(page: Page, path: string, heading: string | RegExp = /./): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(path === "/no/such/page" ? 404 : 200);
  await expect(page).toHaveTitle(/Daybolt/);
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
}

test("every public page is accessible on a phone and a desktop", async ({ page }) => {
  const complaints = watchConsole(page, { except: /status of 404/ });
  const { home, subscribe, gift, ...legal } = PUBLIC_PAGES;
  for (const path of [home, subscribe, gift, "/no/such/page"]) await visit(page, path);
  // The six texts look alike: here each is checked on a desktop, and on a small phone in the deep tier (public-walk.spec.ts).
  for (const path of Object.values(legal)) {
    await open(page, path);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
});

test("every page before login is accessible on a phone and a desktop", { tag: "@deep" }, async ({ page }) => {
  const complaints = watchConsole(page);
  await visit(page, APP_PAGES.login, "Good morning.");
  await expectReachable(page, "login");
  await visit(page, APP_PAGES.resetPassword, "Set or reset your password");
  await visit(page, APP_PAGES.quickLogin);
  await visit(page, APP_PAGES.setupPassword, "Set your password");
  await expect(page.getByRole("alert")).toContainText("Invalid setup link");
  await visit(page, APP_PAGES.invitation, "Accept your invitation");
  await visit(page, APP_PAGES.signIn, "Log in again");
  await visit(page, APP_PAGES.unsubscribe);
  await visit(page, APP_PAGES.wakeUp);
  await visit(page, APP_PAGES.done);
  await visit(page, `${APP_PAGES.done}?feed=f&item=i&key=k`);
  await visit(page, `${APP_PAGES.revoke}?member=m&feed=f&key=k`);
  await visit(page, `${APP_PAGES.feed}#${"a".repeat(32)}`);
  expect(complaints).toEqual([]);
});

test("every member page is accessible on a phone and a desktop, and works by keyboard alone", async ({ page }) => {
  const complaints = watchConsole(page);
  const item = await findReleased(({ audioFilename, video }) => audioFilename !== null && video?.provider === "hosted");
  await keepSignedIn(page, await inviteMember());
  for (const [path, heading] of [
    [APP_PAGES.dashboard, "Daily Motivational Command Center"],
    [contentPath(item.date), "Audio Power Session"],
    [APP_PAGES.library, "Library"],
    [APP_PAGES.profile, "Wake-up"],
  ] as const) {
    await visit(page, path, heading);
    await expectReachable(page, path);
  }
  expect(complaints).toEqual([]);
});
