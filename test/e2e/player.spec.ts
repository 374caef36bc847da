import { expect } from "@playwright/test";
import { CONTENT_ITEMS } from "../../scripts/seed/content-items.ts";
import { dayAhead } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased, readLibrary } from "./support/library.ts";
import { inviteMember, keepSignedIn, signIn } from "./support/members.ts";
import { AUDIO_ALONE, button, inTheDial, miniPlayer, playing, position, readProgress, seek } from "./support/player.ts";

test("one tap on the dashboard starts audio, which plays across pages until the member logs out", async ({ page }) => {
  const complaints = watchConsole(page);
  const member = await inviteMember();
  await signIn(page, member);
  const item = await findReleased(AUDIO_ALONE);
  await page.goto(await inTheDial(item.date, member));
  await page.getByRole("link", { name: "Experience This Content" }).click();
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await expect(button(page, "Pause")).toBeFocused();
  // The program set the focus after a click, so no ring; after a key, it's seen.
  const ring = () => button(page, "Pause").evaluate((focused) => getComputedStyle(focused).outlineStyle);
  expect(await ring()).toBe("none");
  await page.keyboard.press("Shift");
  expect(await ring()).toBe("solid");
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);

  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await expect(miniPlayer(page)).toContainText(item.title);
  expect(await playing(page)).toBe(true);
  await page.getByRole("link", { name: "My Account" }).first().click();
  await expect(page.getByRole("heading", { name: "My Account" })).toBeVisible();
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before);
  await expectAccessible(page);
  await miniPlayer(page).getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => playing(page)).toBe(false);
  await miniPlayer(page).getByRole("button", { name: "Play", exact: true }).click();
  // Waits for a read in progress: once the session ends it would be refused, and the console would report it.
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/progress/${item.date}`));
  await miniPlayer(page).getByRole("link").click();
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await expect(miniPlayer(page)).toBeHidden();
  expect(await playing(page)).toBe(true);
  await loaded;

  await button(page, "Logout").click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await playing(page)).toBe(false);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a session page opened directly doesn't autoplay, and Play is the largest element at its top", {
  tag: "@deep",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await keepSignedIn(page, await inviteMember());
  const item = await findReleased(AUDIO_ALONE);
  await page.goto(`/content/${item.date}`);
  await expect
    .poll(() => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0);
  expect(await playing(page)).toBe(false);
  const box = await button(page, "Play").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400);
  expect(box?.height).toBeGreaterThanOrEqual(64);
  await expect(button(page, "Play").locator("[data-time]")).toHaveAttribute("data-time", /^\d+:\d\d$/);
});

test("a session resumes at the same second after a reload or on another device, and restarts when asked", async ({
  page,
  browser,
}) => {
  const member = await inviteMember();
  const item = await findReleased(AUDIO_ALONE);
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
  await seek(page, 31);
  await button(page, "Play").click();
  await expect.poll(() => position(page)).toBeGreaterThan(32);
  await button(page, "Pause").click();
  const left = await position(page);
  await expect.poll(async () => (await readProgress(item.date, member)).audioPosition).toBeCloseTo(left, 0);
  await page.reload();
  await expect(page.getByText(/^Resumed at \d:\d\d$/)).toBeVisible();
  expect(await position(page)).toBeCloseTo(left, 0);

  const otherDevice = await browser.newContext({ baseURL: process.env.DAYBOLT_APP_URL ?? "" });
  const other = await otherDevice.newPage();
  await keepSignedIn(other, member);
  await other.goto(`/content/${item.date}`);
  await expect(other.getByText(/^Resumed at \d:\d\d$/)).toBeVisible();
  await seek(other, 50);
  await button(other, "Play").click();
  await expect.poll(() => position(other)).toBeGreaterThan(51);
  await button(other, "Pause").click();
  await expect.poll(async () => (await readProgress(item.date, member)).audioPosition).toBeGreaterThan(50);
  await otherDevice.close();

  await page.reload();
  await expect(page.getByText(/^Resumed at \d:\d\d$/)).toBeVisible();
  // It would leave by itself; with focus, it stays.
  await button(page, "Start over").focus();
  await expectAccessible(page);
  await button(page, "Start over").click();
  await expect.poll(() => position(page)).toBe(0);
  await expect(page.getByText(/^Resumed at/)).toBeHidden();
  await expect.poll(async () => readProgress(item.date, member)).toMatchObject({ audioPosition: 0, epoch: 1 });
  await page.reload();
  await expect(button(page, "Play")).toBeVisible();
  expect(await position(page)).toBe(0);
});

test("a session with a transcript has it below the player, and one without has none", { tag: "@deep" }, async ({
  page,
}) => {
  await keepSignedIn(page, await inviteMember());
  const transcripts = new Map(CONTENT_ITEMS.map(({ title, transcript }) => [title, transcript]));
  const item = await findReleased(({ title }) => transcripts.get(title) !== undefined);
  const words = page.getByText(transcripts.get(item.title)?.split("\n")[0] ?? "");
  await page.goto(`/content/${item.date}`);
  const heading = page.locator("summary", { hasText: /^Transcript$/ });
  await expect(heading).toBeVisible();
  await expect(words).toBeHidden();
  await heading.press("Enter");
  await expect(words).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/content/${(await findReleased(({ title }) => transcripts.get(title) === undefined)).date}`);
  await expect(page.getByRole("navigation", { name: "Days" })).toBeVisible();
  await expect(heading).toBeHidden();
});

test("a future or nonexistent day links to today's or the newest session", { tag: "@deep" }, async ({ page }) => {
  const announced = (await readLibrary()).find(({ status, date }) => status === "published" && date > dayAhead(0));
  await keepSignedIn(page, await inviteMember());
  for (const [address, words] of [
    [`/content/${announced?.date}`, /^Opens /],
    ["/content/2001-01-01", /^Content Not Found$/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Go to (today|the newest session)$/ }).click();
    await expect(page.getByRole("heading", { name: /Power Session$/ }).first()).toBeVisible();
  }
});
