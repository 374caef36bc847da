import { expect, type Page, type Request } from "@playwright/test";
import { BRAND } from "../../domain/brand.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";

const CLIP = `/media/${BRAND.preview.clip}`;

const openButton = (page: Page) => page.getByRole("button", { name: "Watch Preview (18+)" });
const warning = (page: Page) => page.getByRole("dialog", { name: "18+ Content Warning" });
const player = (page: Page) => page.getByRole("dialog", { name: "Preview 18+" });
const clip = (page: Page) => page.locator("#preview video");

/** Addresses of public media that the page requests. */
function mediaRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/media/")) asked.push(pathname);
  });
  return asked;
}

/** Console errors, including those from the content security policy. */
function complaints(page: Page): string[] {
  const texts: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") texts.push(message.text());
  });
  page.on("pageerror", (error) => texts.push(String(error)));
  return texts;
}

async function openPlayer(page: Page): Promise<void> {
  await openButton(page).click();
  await warning(page).getByRole("button", { name: "OK" }).click();
  await expect(player(page)).toBeVisible();
}

const isPlaying = (page: Page) =>
  clip(page).evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0);

async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => isPlaying(page)).toBe(true);
  const at = await clip(page).evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(() => clip(page).evaluate((video: HTMLVideoElement) => video.currentTime)).not.toBe(at);
}

test("the preview opens with the age warning, and Cancel, Escape, or a click outside only closes it", {
  tag: "@deep",
}, async ({ page }) => {
  const asked = mediaRequests(page);
  await page.goto("/");
  for (const leave of ["Cancel", "Escape", "beside"]) {
    await openButton(page).click();
    const dialog = warning(page);
    await expect(dialog).toContainText("mature motivational content");
    await expect(dialog).toContainText("By choosing OK, you confirm that you're 18+ and consent");
    await expect(dialog).toContainText("Proceed to preview?");
    await expect(dialog.getByRole("button")).toHaveText(["Cancel", "OK"]);
    if (leave === "Cancel") await dialog.getByRole("button", { name: "Cancel" }).click();
    else if (leave === "Escape") await page.keyboard.press("Escape");
    else await page.mouse.click(20, 20);
    await expect(dialog).toBeHidden();
    await expect(player(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
  }
  expect(asked).toEqual([]);
});

test("after OK the clip autoplays without sound, and every control works", async ({ page }) => {
  const texts = complaints(page);
  const asked = mediaRequests(page);
  await page.goto("/");
  await expect(openButton(page)).toBeVisible();
  expect(asked).toEqual([]);
  await openPlayer(page);
  await expectPlaying(page);
  expect(new Set(asked)).toEqual(new Set([CLIP, `/media/${BRAND.preview.poster}`]));
  const dialog = player(page);
  const video = clip(page);
  const sound = dialog.getByRole("button", { name: "Turn sound on" });
  await expect(sound).toBeFocused();
  await expect(video).toHaveJSProperty("muted", true);
  await sound.click();
  await expect(video).toHaveJSProperty("muted", false);
  await dialog.getByRole("button", { name: "Mute" }).click();
  await expect(video).toHaveJSProperty("muted", true);

  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(video).toHaveJSProperty("paused", true);
  const progress = dialog.getByRole("slider", { name: "Preview progress" });
  await progress.fill("10");
  await expect(video).toHaveJSProperty("currentTime", 10);
  await expect(progress).toHaveAttribute("aria-valuetext", "10 of 15 seconds");
  await expect(dialog).toContainText("0:10 / 0:15");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Play" }).click();
  await expectPlaying(page);

  await progress.fill("15");
  const plans = dialog.getByRole("link", { name: "Choose a plan" });
  await expect(plans).toBeVisible();
  await expect(plans).toHaveAttribute("href", "/subscribe");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Play" }).click();
  await expect(plans).toBeHidden();
  await expectPlaying(page);
  expect(texts).toEqual([]);
});

test("the player closes by its button, Escape, or a click outside it, and focus returns", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/");
  for (const leave of ["button", "Escape", "beside"]) {
    await openPlayer(page);
    await expectPlaying(page);
    if (leave === "button") await player(page).getByRole("button", { name: "Close preview" }).click();
    else if (leave === "Escape") await page.keyboard.press("Escape");
    else await page.mouse.click(10, 10);
    await expect(player(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
    await expect(clip(page)).toHaveJSProperty("paused", true);
    expect(await clip(page).getAttribute("src")).toBeNull();
  }
});

test("the keyboard alone opens, cycles through, and leaves the preview, and focus never escapes the dialog", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/");
  await openButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(warning(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectPlaying(page);
  await page.keyboard.press("Space");
  await expect(clip(page)).toHaveJSProperty("muted", false);
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press("Tab");
    // Tab also stops at the browser's own toolbar, where the document has no focus.
    const place = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest("dialog")?.id;
    });
    expect([true, "preview"]).toContain(place);
  }
  await player(page).getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(player(page).getByRole("link", { name: "Choose a plan" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(openButton(page)).toBeFocused();
});

test("a slow clip shows that it's loading, a failed one says so, and Try again plays it", { tag: "@deep" }, async ({
  page,
}) => {
  let answer: "never" | "fail" | "serve" = "never";
  let release = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    release = () => void resolve();
  });
  await page.route(`**${CLIP}`, async (route) => {
    if (answer === "never") await held;
    return answer === "serve" ? route.fallback() : route.abort();
  });
  await page.goto("/");
  await openPlayer(page);
  await expect(player(page).getByText("Loading the preview...")).toBeVisible();
  await expectAccessible(page);
  answer = "fail";
  release();
  const failure = player(page).getByRole("alert");
  await expect(failure).toContainText("The preview didn't load.");
  await expectAccessible(page);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toBeVisible();
  answer = "serve";
  await failure.getByRole("button", { name: "Try again" }).click();
  await expectPlaying(page);
  await expect(failure).toBeHidden();
});

test("if the browser blocks autoplay, the clip waits for the play button", { tag: "@deep" }, async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let refusals = 1;
    HTMLMediaElement.prototype.play = function () {
      if (refusals === 0) return play.call(this);
      refusals -= 1;
      return Promise.reject(new DOMException("not now", "NotAllowedError"));
    };
  });
  await page.goto("/");
  await openPlayer(page);
  const play = player(page).getByRole("button", { name: "Play" });
  await expect(play).toBeVisible();
  await expect(player(page).getByText("Loading the preview...")).toBeHidden();
  await play.click();
  await expectPlaying(page);
});

test("without JavaScript the warning still opens, and OK leads to the clip itself", { tag: "@deep" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await openButton(page).click();
  await warning(page).getByRole("button", { name: "OK" }).click();
  await page.waitForURL(`**${CLIP}**`);
  await context.close();
});

for (const [width, height] of [
  [320, 568],
  [390, 664],
  [664, 390],
  [768, 1024],
  [1920, 1080],
] as const) {
  test(`at ${width} by ${height} the page, warning, and player all fit`, { tag: "@deep" }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await openButton(page).click();
    await expect(warning(page)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await warning(page).getByRole("button", { name: "OK" }).click();
    await expect(player(page)).toBeInViewport({ ratio: 1 });
    for (const name of ["Close preview", "Pause", "Turn sound on"]) {
      const button = player(page).getByRole("button", { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
    }
    // Text must have contrast on hover, too.
    await player(page).getByRole("button", { name: "Turn sound on" }).hover();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test("the FAQ questions open by click or keyboard, one at a time, and link to the matching pages", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/");
  const summary = (text: string) => page.locator("summary", { hasText: text });
  await summary("Can I get my money back?").click();
  await expect(page.getByText("within 48 hours of your first purchase")).toBeVisible();
  const answers = page.getByRole("region", { name: "Good questions." });
  await expect(answers.getByRole("link", { name: "Refund Policy" })).toHaveAttribute("href", "/refund-requests");
  await expectAccessible(page);
  await summary("How do I cancel?").focus();
  await page.keyboard.press("Enter");
  const terms = answers.getByRole("link", { name: "Subscription Terms" });
  await expect(terms).toHaveAttribute("href", "/subscription-terms#cancelling");
  await expect(page.getByText("within 48 hours of your first purchase")).toBeHidden();
});

test("the hero's glow matches the dial's sun at every width", { tag: "@deep" }, async ({ page }) => {
  await page.goto("/");
  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [sun, glow] = await page.evaluate(() => {
      const middleOf = (element: Element | null) => {
        const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
        return { x: left + width / 2, y: top + height / 2, left, top, width, height };
      };
      const dial = middleOf(document.querySelector('svg[aria-label^="A dial showing the hours"]'));
      return [{ x: dial.x, y: dial.top + (dial.height * 290) / 360 }, middleOf(document.querySelector(".hero-sun"))];
    });
    expect(Math.abs((sun?.x ?? 0) - (glow?.x ?? 99)), `${width}`).toBeLessThan(1);
    expect(Math.abs((sun?.y ?? 0) - (glow?.y ?? 99)), `${width}`).toBeLessThan(1);
  }
});
