import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { button, playing, readProgress } from "./support/player.ts";
import { standInForVimeo } from "./support/vimeo.ts";
import { standInForYouTube } from "./support/youtube.ts";

test("a video of YouTube plays under our controls in its own document, is saved and taken up again", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await standInForYouTube(page);
  const member = await inviteMember();
  const item = await findReleased(({ video }) => video?.provider === "youtube");
  await keepSignedIn(page, member);
  const frame = page.waitForResponse((response) => response.url().includes("/embed/youtube/"));
  await page.goto(`/content/${item.date}`);
  expect((await frame).headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
  const video = page.locator("framed-video");
  await button(page, "Play video").click();
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(time).toBeGreaterThan(1);
  await page.locator("media-seek-forward-button").click();
  await expect.poll(time).toBeGreaterThan(16);
  await page.locator("media-play-button").click();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  const left = await time();
  await expect.poll(async () => (await readProgress(item.date, member)).videoPosition).toBeCloseTo(left, 0);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/^Resumed at \d:\d\d$/)).toBeVisible();
  await button(page, "Play video").click();
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 100;
  });
  await expect(page.getByText("Video Completed")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a video of Vimeo plays under our controls, silences the audio, is saved and taken up again", async ({ page }) => {
  const complaints = watchConsole(page);
  await standInForVimeo(page);
  const member = await inviteMember();
  const item = await findReleased(({ video, audioFilename }) => video?.provider === "vimeo" && audioFilename !== null);
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
  await button(page, "Play").click();
  await expect.poll(() => playing(page)).toBe(true);
  await button(page, "Play video").click();
  const video = page.locator("vimeo-video");
  const read = (key: "currentTime" | "paused" | "playbackRate") =>
    video.evaluate((element: HTMLVideoElement, name) => element[name], key);
  await expect.poll(() => playing(page)).toBe(false);
  await expect.poll(() => read("currentTime")).toBeGreaterThan(1);
  await page.locator("media-seek-forward-button").click();
  await expect.poll(() => read("currentTime")).toBeGreaterThan(16);
  await page.locator("media-playback-rate-button").click();
  await expect.poll(() => read("playbackRate")).toBe(1.25);
  // What stands on it is part of its name.
  await expect(button(page, "Playback rate 1.25x")).toBeVisible();
  await page.locator("media-play-button").click();
  await expect.poll(() => read("paused")).toBe(true);
  // A clip of two minutes: the machine may have been slow.
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 50;
  });
  await page.locator("media-seek-backward-button").click();
  await expect.poll(() => read("currentTime")).toBe(35);
  await page.locator("media-play-button").click();
  await expect.poll(() => read("currentTime")).toBeGreaterThan(35);
  await page.locator("media-play-button").click();
  await expect.poll(() => read("paused")).toBe(true);
  const left = Number(await read("currentTime"));
  await expect.poll(async () => (await readProgress(item.date, member)).videoPosition).toBeCloseTo(left, 0);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText(/^Resumed at \d:\d\d$/).last()).toBeVisible();
  await expect.poll(async () => Math.abs(Number(await read("currentTime")) - left)).toBeLessThan(1);
  await button(page, "Play video").click();
  await expect.poll(() => read("currentTime")).toBeGreaterThan(left);
  expect(await read("playbackRate")).toBe(1.25);
  await button(page, "Play").click();
  await expect.poll(() => read("paused")).toBe(true);
  expect(complaints).toEqual([]);
});
