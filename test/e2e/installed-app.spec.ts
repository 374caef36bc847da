import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import {
  expectDashboard,
  inviteMember,
  inviteMemberWithPassword,
  keepSignedIn,
  logIn,
  signIn,
} from "./support/members.ts";

test.use({ serviceWorkers: "allow" });

/** Logs in and waits until the service worker controls the page. */
async function openInstalled(page: Page): Promise<void> {
  await signIn(page, await inviteMember("installed"));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const countRegistrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

async function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return cached.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

const BAR = "You can still read saved sessions.";
const offlineBar = (page: Page) => page.getByRole("status").filter({ hasText: BAR });
const storedAnswers = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("offline:")));

test("a member can read the month and a session offline but not play it, and logging out erases both", async ({
  context,
  page,
}) => {
  await openInstalled(page);
  const { date, title, description } = await findReleased(({ audioFilename }) => audioFilename !== null);
  await page.goto(`/content/${date}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await expectDashboard(page);
  const selected = page.getByRole("article").getByRole("heading", { level: 2 });
  const newest = await selected.textContent();
  await expect.poll(async () => (await storedAnswers(page)).join()).toContain(date);

  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(offlineBar(page)).toBeVisible();
  await expect(selected).toHaveText(newest ?? "");
  await expectFits(page);
  await page.goto(`/content/${date}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(description.split("\n")[0] ?? "").first()).toBeVisible();
  await expect(page.getByText("Playing needs a connection.")).toBeVisible();
  await expectFits(page);
  // A public page that was never opened here.
  await page.goto("/refund-requests");
  await expect(page.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Refund Policy" })).toBeVisible();

  await page.goto("/dashboard");
  await expectDashboard(page);
  await expect(offlineBar(page)).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedAnswers(page)).toEqual([]);
});

test("a member who only opened the library finds it offline", async ({ context, page }) => {
  await keepSignedIn(page, await inviteMember("reader"));
  await page.goto("/library");
  await expect(page.getByRole("region", { name: "Sessions" }).getByRole("listitem").first()).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(async () => (await storedAnswers(page)).join()).toContain("library");

  await context.setOffline(true);
  await page.reload();
  await expect(offlineBar(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Sessions" }).getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Favorite/ })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expectFits(page);
});

test("every member page opens offline, whether or not it was visited before", async ({ context, page }) => {
  await openInstalled(page);
  await expect
    .poll(async () => (await cachedAddresses(page)).filter((address) => address.startsWith("/login")))
    .toHaveLength(1);
  await context.setOffline(true);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "This page needs a connection" })).toBeVisible();
  await page.goto("/content/2025-08-12");
  await expect(page.getByRole("alert")).toContainText("You're offline");
  await page.goto("/login");
  await expect(offlineBar(page)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("auth_token"));
  await page.goto("/login");
  await expect(page.getByRole("textbox", { name: "Email", exact: true })).toBeEnabled();
  // The app also opens pages that aren't cached, and says what is wrong.
  await page.goto("/unsubscribe?member=m&key=k");
  await expect(page.getByRole("alert")).toContainText("This page didn't load");
});

test("online, a page's HTML comes from the network, never from an earlier release", { tag: "@deep" }, async ({
  page,
}) => {
  await openInstalled(page);
  const replaced = await page.evaluate(async () => {
    const outdated = new Response("<h1>An earlier release</h1>", { headers: { "content-type": "text/html" } });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const key = (await cache.keys()).find(({ url }) => new URL(url).pathname === "/dashboard");
      if (key) await cache.put(key, outdated.clone());
      if (key) return true;
    }
    return false;
  });
  expect(replaced).toBe(true);
  await page.goto("/dashboard");
  await expectDashboard(page);
});

test("no API call, no media, and no URL with a token is cached", { tag: "@deep" }, async ({ page }) => {
  await openInstalled(page);
  const { date } = await findReleased(({ audioFilename }) => audioFilename !== null);
  const medium = page.waitForResponse((response) => response.url().includes("/audio/"));
  await page.goto(`/content/${date}`);
  await medium;
  await page.goto("/setup-password?token=a-secret&email=jo%40daybolt.test");
  await page.goto("/?from=mail");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const cached = await cachedAddresses(page);
  expect(cached.length).toBeGreaterThan(0);
  // Content pages share one cached document, at an address without an item.
  const unwanted = /^\/(api|audio|video|media|content\/(?!any\?)|setup-password)|token|from=mail/;
  expect(cached.filter((address) => unwanted.test(address))).toEqual([]);
});

/** Logs out from the current page, and waits until nothing from the visit is left. */
async function logOut(page: Page): Promise<void> {
  expect(await cachedAddresses(page)).not.toEqual([]);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => countRegistrations(page)).toBe(0);
  // Until the document closes, the worker keeps caching code of the pages opened, which isn't personal.
  await expect
    .poll(async () => (await cachedAddresses(page)).filter((address) => !address.startsWith("/assets/")))
    .toEqual([]);
}

test("logging out removes the service worker, cached pages, and pictures", async ({ page }) => {
  await openInstalled(page);
  await logOut(page);
});

for (const path of ["/profile", "/content/2025-08-12"]) {
  test(`logging out clears the caches even if the visit began at ${path} with an earlier service worker`, {
    tag: "@deep",
  }, async ({ page }) => {
    await openInstalled(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await logOut(page);
  });
}

test("after logging out and in again without leaving the page, the app still opens offline", {
  tag: "@deep",
}, async ({ context, page }) => {
  const member = await inviteMemberWithPassword("again");
  await keepSignedIn(page, member);
  await page.goto("/dashboard");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const opened = await page.evaluate(() => performance.timeOrigin);
  await logOut(page);
  await logIn(page, member.email);
  await expectDashboard(page);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  for (const path of ["/dashboard", "/content/any", "/profile", "/login"]) {
    await expect
      .poll(async () => (await cachedAddresses(page)).map((cached) => cached.split("?")[0]), path)
      .toContain(path);
  }
  // The worker caches the shell from login on; the dial registers it again once it's usable.
  await expect.poll(() => countRegistrations(page)).toBe(1);
  await context.setOffline(true);
  await page.reload();
  await expect(offlineBar(page)).toBeVisible();
});
