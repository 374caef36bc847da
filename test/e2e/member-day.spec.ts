import { expect } from "@playwright/test";
import { SESSION_SAVES } from "../support/morning.ts";
import { AUDIO_READS, REQUESTS_A_MORNING } from "../support/usage.ts";
import { expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn, signInByForm } from "./support/members.ts";
import { AUDIO_ALONE, inTheDial, position, seek } from "./support/player.ts";
import { callApi } from "./support/stack.ts";

test("a member uses quick login, turns the dial, and hears 80 percent of a session, and the counters move", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const member = await inviteMember();
  const item = await findReleased(({ audioFilename, video }) => audioFilename !== null && video === null);
  await signInByForm(page, member);

  const dial = page.getByRole("region", { name: "Content Navigation" });
  const title = page.getByRole("article").getByRole("heading");
  const before = await title.textContent();
  await dial.getByRole("button", { name: "Next content" }).click();
  await expect(title).not.toHaveText(before ?? "");
  await page.keyboard.press("ArrowLeft");
  await expect(title).toHaveText(before ?? "");
  await dial.getByRole("radio", { checked: true }).press("End");
  await expect(dial.getByRole("radio", { checked: true })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(/rolodex=0&/);

  const media = page.waitForResponse((response) => response.url().includes("/audio/"));
  await page.goto(`/content/${item.date}`);
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Audio Power Session" })).toBeVisible();
  expect((await media).status()).toBe(206);

  const audio = page.locator("audio");
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeGreaterThan(60);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = element.duration * 0.82;
  });
  await expect(page.getByText("Audio Completed")).toBeVisible();
  await expect(page.getByText("Session Complete!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as Complete" })).toBeHidden();

  const streak = await callApi("/api/user/streak", { token: member.token });
  expect(await streak.json()).toEqual({ currentStreak: 1, longestStreak: 1, lastCompletedDate: expect.any(String) });
  const engagement = await callApi("/api/user/engagement", { token: member.token });
  expect(await engagement.json()).toEqual({
    videosWatched: 0,
    currentStreak: 1,
    thisMonthTotal: 1,
    longestStreak: 1,
    totalMinutes: Math.floor((item.duration ?? 0) / 60),
    itemsCompleted: 1,
  });
  await page.goto("/dashboard");
  // The figures load when they're near.
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(page.getByText("Current Streak")).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(errors).toEqual([]);
});

test("a morning from dashboard to session end makes no more Worker requests than the cost estimate assumes", async ({
  page,
}) => {
  const member = await inviteMember();
  await keepSignedIn(page, member);
  const item = await findReleased(AUDIO_ALONE);
  const address = await inTheDial(item.date, member);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET") calls.push(new URL(request.url()).pathname);
  });
  await page.goto(address);
  await page.getByRole("link", { name: "Experience This Content" }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  expect(calls.filter((path) => path.startsWith("/audio/")).length).toBeLessThanOrEqual(AUDIO_READS);
  // The seek, which a morning doesn't have, asks for another part of the audio.
  await seek(page, (item.duration ?? 0) * 0.82);
  await expect(page.getByText("Session Complete!")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const ofWorker = calls.filter((path) => !/^\/(assets|artwork|icons|audio)\//.test(path));
  const others = REQUESTS_A_MORNING - SESSION_SAVES.length - AUDIO_READS;
  expect(ofWorker.length, ofWorker.join("\n")).toBeLessThanOrEqual(others);
});

test("a hosted video plays, seeks, and completes", async ({ page }) => {
  const member = await inviteMember();
  const item = await findReleased(({ video, audioFilename }) => video?.provider === "hosted" && audioFilename === null);
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
  await expect(page.getByRole("heading", { name: "Video Power Session" })).toBeVisible();
  const video = page.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1);
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = element.duration * 0.85;
  });
  await expect(page.getByText("Video Completed")).toBeVisible();
  await expect(page.getByText("Session Complete!")).toBeVisible();
});

test("August 2025 shows nineteen sessions, without the hidden and early ones", async ({ page }) => {
  const member = await inviteMember();
  const response = await callApi("/api/content?year=2025&month=8", { token: member.token });
  const items: { date: string }[] = await response.json();
  expect(items).toHaveLength(19);
  expect(items.some(({ date }) => date === "2025-08-18" || date < "2025-08-12")).toBe(false);
  await keepSignedIn(page, member);
  await page.goto("/dashboard?rolodex=0&year=2025&month=8");
  await expect(page.getByText("Tuesday, August 12, 2025")).toBeVisible();
  await page.getByRole("button", { name: "Previous content" }).click();
  await expect(page.getByText("Sunday, August 31, 2025")).toBeVisible();
  await expect(page).toHaveURL(/rolodex=18/);
  await page.goto("/dashboard?rolodex=99&year=2025&month=8");
  await expect(page).toHaveURL(/rolodex=18&year=2025&month=8/);
});

test("a long unbroken title wraps on the dashboard and the content page", { tag: "@deep" }, async ({ page }) => {
  const date = "2025-10-03";
  const title = "Unbreakable".repeat(10);
  const created = await callApi("/api/content", { admin: true, json: { date, title, status: "published" } });
  expect(created.status).toBe(201);
  await keepSignedIn(page, await inviteMember());
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["/dashboard?rolodex=0&year=2025&month=10", `/content/${date}`]) {
      await page.goto(path);
      const heading = page.getByRole("heading", { name: title });
      await expect(heading).toBeVisible();
      const box = await heading.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      await expectNoSidewaysScroll(page);
    }
  }
});
