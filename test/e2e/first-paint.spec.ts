import { expect, type Locator, type Page } from "@playwright/test";
import { APP_PAGES, PUBLIC_PAGES } from "../../domain/paths.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, inviteMember, inviteMemberWithPassword, PASSWORD } from "./support/members.ts";

const PHONE = { width: 390, height: 664 };
const DESKTOP = { width: 1280, height: 900 };

/** Holds back all code until released. */
async function holdCode(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}

async function signInByStorage(page: Page): Promise<void> {
  const { token } = await inviteMember("first-paint");
  await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
}

test("every app page shows its heading before any code loads, with no enabled controls yet", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await holdCode(page);
  for (const pattern of Object.values(APP_PAGES)) {
    const path = pattern.replace(":id", "2025-08-12");
    await page.goto(path, { waitUntil: "commit" });
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading, path).toBeAttached();
    await expect(page.getByRole("banner").getByRole("link").first(), path).toBeVisible();
    const working = page.locator("input:enabled, button:enabled, select:enabled, textarea:enabled");
    await expect(working, path).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

test("a login page opened before its code loads works once the code has loaded", { tag: "@deep" }, async ({ page }) => {
  const { email } = await inviteMemberWithPassword("early");
  const letThrough = await holdCode(page);
  await page.goto("/login", { waitUntil: "commit" });
  const field = page.getByRole("textbox", { name: "Email", exact: true });
  await expect(field).toBeDisabled();
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeDisabled();
  letThrough();
  await field.fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expectDashboard(page);
});

test("the dashboard requests its month only once", { tag: "@deep" }, async ({ page }) => {
  await signInByStorage(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/content") asked.push(search);
  });
  await page.goto("/dashboard?year=2025&month=8&rolodex=1");
  await expect(page.getByRole("radio", { checked: true })).toBeVisible();
  expect(asked).toEqual(["?year=2025&month=8"]);
});

test("the loaded part of a public page stays in place while the rest arrives", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const heading = page.getByRole("heading", { level: 1 });
  const dial = page.getByRole("img", { name: "A dial showing the hours" });
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const staysBefore = async (path: string, text: string, part: Locator) => {
    await page.goto(path);
    const top = await topOf(part);
    const response = await page.request.get(path);
    const html = await response.text();
    expect(html).toContain(text);
    await page.route(path, (route) => route.fulfill({ response, body: html.slice(0, html.indexOf(text)) }));
    await page.goto(path);
    expect(Math.abs((await topOf(part)) - top), `${path} before ${text}`).toBeLessThan(2);
    await page.unroute(path);
  };
  for (const path of Object.values(PUBLIC_PAGES)) await staysBefore(path, "</h1>", heading);
  await staysBefore(PUBLIC_PAGES.home, "One email at the hour", heading);
  for (const text of [" · Email<", "Feet on the floor"]) await staysBefore(PUBLIC_PAGES.home, text, dial);
});
