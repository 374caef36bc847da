import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn, type TestMember } from "./support/members.ts";
import { button, inTheDial, playing, readProgress } from "./support/player.ts";
import { callApi } from "./support/stack.ts";
import { standInForVimeo } from "./support/vimeo.ts";
import { standInForYouTube, YOUTUBE_PLAYERS } from "./support/youtube.ts";

test("a YouTube video plays under our controls in a frame of its own origin, is saved, and resumes", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await standInForYouTube(page);
  const member = await inviteMember();
  const item = await findReleased(({ video }) => video?.provider === "youtube");
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
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
  // A jump before it has resumed would be taken back.
  await expect.poll(time).toBeGreaterThan(left);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 100;
  });
  await expect(page.getByText("Video Completed")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("YouTube's scripts can't read a member page's storage or document", async ({ page }) => {
  await standInForYouTube(page);
  const item = await findReleased(({ video }) => video?.provider === "youtube");
  await keepSignedIn(page, await inviteMember());
  await page.goto(`/content/${item.date}`);
  await expect(button(page, "Play video")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeTruthy();
  const frames = page.frames().slice(1);
  expect(frames.length).toBeGreaterThan(0);
  const read = () => {
    try {
      return [window.parent.localStorage.getItem("auth_token"), window.parent.document.title];
    } catch (error) {
      return (error as Error).name;
    }
  };
  for (const frame of frames) expect(await frame.evaluate(read), frame.url()).toBe("SecurityError");
});

test("a YouTube player that didn't load can be retried and plays", { tag: "@deep" }, async ({ page }) => {
  await standInForYouTube(page);
  const drop = (route: Route) => route.abort();
  await page.route(YOUTUBE_PLAYERS, drop);
  const item = await findReleased(({ video }) => video?.provider === "youtube");
  await keepSignedIn(page, await inviteMember());
  await page.goto(`/content/${item.date}`);
  await expect(page.getByText("The YouTube player didn't load.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Watch on YouTube" })).toBeVisible();
  await expect(button(page, "Play video")).toBeHidden();
  await expectAccessible(page);
  await page.unroute(YOUTUBE_PLAYERS, drop);
  await button(page, "Try again").click();
  await expect(button(page, "Play video")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => videoOf(page, "framed-video").read("currentTime")).toBeGreaterThan(0.5);
});

test("a Vimeo video plays under our controls, silences the audio, is saved, and resumes", { tag: "@deep" }, async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await standInForVimeo(page);
  const member = await inviteMember();
  const item = await findReleased(({ video, audioFilename }) => video?.provider === "vimeo" && audioFilename !== null);
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
  await button(page, "Play").click();
  await expect.poll(() => playing(page)).toBe(true);
  await button(page, "Video Power Session").click();
  await expect.poll(() => playing(page)).toBe(false);
  await button(page, "Play video").click();
  const video = page.locator("vimeo-video");
  const read = (key: "currentTime" | "paused" | "playbackRate") =>
    video.evaluate((element: HTMLVideoElement, name) => element[name], key);
  await expect.poll(() => read("currentTime")).toBeGreaterThan(1);
  await page.locator("media-seek-forward-button").click();
  await expect.poll(() => read("currentTime")).toBeGreaterThan(16);
  await chooseSpeed(page, "1.25×");
  await expect.poll(() => read("playbackRate")).toBe(1.25);
  // The button's text is part of its name.
  await expect(page.getByRole("button", { name: /^1\.25×: speed/ })).toBeVisible();
  await page.locator("media-play-button").click();
  await expect.poll(() => read("paused")).toBe(true);
  // The clip is two minutes long, and the machine may have been slow.
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
  await button(page, "Video Power Session").click();
  await expect(page.getByText(/^Resumed at \d:\d\d$/).last()).toBeVisible();
  await expect.poll(async () => Math.abs(Number(await read("currentTime")) - left)).toBeLessThan(1);
  await button(page, "Play video").click();
  await expect.poll(() => read("currentTime")).toBeGreaterThan(left);
  expect(await read("playbackRate")).toBe(1.25);
  const watched = Number(await read("currentTime"));
  await button(page, "Audio Power Session").click();
  await expect.poll(() => read("paused")).toBe(true);
  await button(page, "Play").click();
  await expect.poll(() => playing(page)).toBe(true);
  // Each medium keeps its own position.
  await button(page, "Video Power Session").click();
  await expect.poll(() => playing(page)).toBe(false);
  expect(await read("currentTime")).toBeGreaterThanOrEqual(watched);
  expect(complaints).toEqual([]);
});

/** Chooses a speed in the sheet that the bar's button opens. */
async function chooseSpeed(page: Page, speed: string): Promise<void> {
  await page.getByRole("button", { name: /×: speed, sleep timer, and shortcuts$/ }).click();
  await page.getByRole("dialog", { name: "Playback" }).getByText(speed, { exact: true }).click();
  await page.keyboard.press("Escape");
}

const HOSTED_ALONE = ({ video, audioFilename }: { video: { provider: string } | null; audioFilename: string | null }) =>
  video?.provider === "hosted" && audioFilename === null;

/** The element that plays the page's video. */
function videoOf(page: Page, name = "video") {
  const video = page.locator(`media-controller ${name}`);
  return {
    video,
    read: <Key extends "currentTime" | "ended" | "paused" | "playbackRate" | "muted">(key: Key) =>
      video.evaluate((element: HTMLVideoElement, property) => element[property], key),
    seek: (seconds: number) =>
      video.evaluate((element: HTMLVideoElement, to) => {
        element.currentTime = to;
      }, seconds),
  };
}

const boxOf = (locator: Locator) => locator.boundingBox();

const profileOf = async ({ token }: TestMember) => (await callApi("/api/user/profile", { token })).json();

test("a video-only session has the shortcuts, the playback sheet, and the member's speed on any device", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const complaints = watchConsole(page);
  const member = await inviteMember();
  const item = await findReleased(HOSTED_ALONE);
  await keepSignedIn(page, member);
  await page.goto(`/content/${item.date}`);
  const { read, seek } = videoOf(page);
  await button(page, "Play video").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => read("paused")).toBe(false);
  await expect(page.locator("media-play-button")).toBeFocused();
  await page.keyboard.press("Space");
  await expect.poll(() => read("paused")).toBe(true);
  await seek(2);
  await page.keyboard.press("ArrowRight");
  expect(await read("currentTime")).toBe(7);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("m");
  expect([await read("currentTime"), await read("muted")]).toEqual([2, true]);
  await page.keyboard.press("m");
  await page.keyboard.press("j");
  expect([await read("currentTime"), await read("muted")]).toEqual([0, false]);
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe("media-controller");
  // The next press toggles only what the button already knows.
  await expect(page.locator("media-fullscreen-button")).toHaveAttribute("mediaisfullscreen");
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  await page.getByRole("button", { name: /speed, sleep timer, and shortcuts/ }).click();
  const sheet = page.getByRole("dialog", { name: "Playback" });
  await sheet.getByText("1.5×", { exact: true }).click();
  await sheet.getByText("15 min", { exact: true }).click();
  await sheet.getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("img", { name: "Sleep timer is set" })).toBeVisible();
  expect(await read("playbackRate")).toBe(1.5);
  await expect.poll(async () => (await profileOf(member)).playbackSpeed).toBe(1.5);
  await page.locator("media-play-button").focus();
  await page.keyboard.press("ArrowRight");
  expect(await read("currentTime")).toBe(0);
  await page.locator("video").evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.5;
    return element.play();
  });
  await expect.poll(() => read("ended")).toBe(true);
  // One button plays it again, above the seek bar, and takes the focus of the bar's, which is hidden.
  await expect(button(page, "Play again")).toBeFocused();
  await expect(page.locator("media-play-button")).toBeHidden();
  const [again, bar] = await Promise.all([button(page, "Play again"), page.locator("media-time-range")].map(boxOf));
  expect((again?.y ?? 0) + (again?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.keyboard.press("Enter");
  await expect.poll(() => read("paused")).toBe(false);
  await expect(page.locator("media-play-button")).toBeFocused();
  await page.keyboard.press("Space");

  const otherDevice = await browser.newContext({ baseURL: process.env.DAYBOLT_APP_URL ?? "" });
  const other = await otherDevice.newPage();
  await keepSignedIn(other, member);
  await other.goto(`/content/${item.date}`);
  await expect.poll(() => videoOf(other).read("playbackRate")).toBe(1.5);
  await button(other, "Play video").click();
  await chooseSpeed(other, "1.75×");
  await expect.poll(async () => (await profileOf(member)).playbackSpeed).toBe(1.75);
  await otherDevice.close();

  // The speed was last set to 1.5 here; a later choice elsewhere takes precedence.
  await page.reload();
  await expect.poll(() => read("playbackRate")).toBe(1.75);
  expect(complaints).toEqual([]);
});

test("a video opened from the dashboard has Play focused as soon as its player loads", {
  tag: "@deep",
}, async ({ page }) => {
  await standInForYouTube(page);
  const member = await inviteMember();
  const item = await findReleased(
    ({ video, audioFilename }) => video?.provider === "youtube" && audioFilename === null,
  );
  await keepSignedIn(page, member);
  // A Play button that appears only for a moment would take focus away with it.
  await page.addInitScript(() => {
    const focused: string[] = [];
    Object.assign(window, { focused });
    addEventListener("focusin", ({ target }) => {
      const name = target instanceof Element && target.getAttribute("aria-label");
      if (name) focused.push(name);
    });
  });
  await page.goto(await inTheDial(item.date, member));
  await page.getByRole("link", { name: "Experience This Content" }).click();
  await expect(button(page, "Play video")).toBeFocused();
  const focused = await page.evaluate(() => (window as unknown as { focused: string[] }).focused);
  expect(focused.filter((name) => name === "Play video")).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect.poll(() => videoOf(page, "framed-video").read("currentTime")).toBeGreaterThan(0.5);
  await expect(page.locator("media-play-button")).toBeFocused();
});

test("the video's icon buttons show their names, and those a device can't support are left out", {
  tag: "@deep",
}, async ({ page }) => {
  const item = await findReleased(HOSTED_ALONE);
  await keepSignedIn(page, await inviteMember());
  const start = async (isAble: boolean) => {
    await page.addInitScript((able) => {
      Object.defineProperty(document, "fullscreenEnabled", { get: () => able, configurable: true });
      Object.defineProperty(HTMLVideoElement.prototype, "requestPictureInPicture", {
        value: able ? async () => undefined : undefined,
        configurable: true,
      });
    }, isAble);
    await page.goto(`/content/${item.date}`);
    await button(page, "Play video").click();
    await expect(button(page, "Back 15 seconds")).toBeVisible();
  };
  await start(true);
  for (const [name, text] of [
    ["media-play-button", "Pause video"],
    ["media-seek-forward-button", "Forward 15 seconds"],
    ["media-mute-button", "Mute"],
    ["media-pip-button", "Picture in picture"],
    ["media-fullscreen-button", "Full screen"],
  ] as const) {
    await page.locator(name).hover();
    await expect(page.locator("[data-tooltip-text]")).toHaveText(text);
  }
  await start(false);
  await expect(page.locator("media-pip-button")).toBeHidden();
  await expect(page.locator("media-fullscreen-button")).toBeHidden();
});
