import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts";
import { expectLegible, expectReachable } from "./legible.ts";

/** A page, or a state of it, and how to get there. */
export type Shown = {
  name: string;
  path: string;
  shows: string | RegExp;
  before?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<unknown>;
};

/** Presses a button by key, because sections that load above it would move it away from a pointer. */
export const press = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole("button", { name }).first();
  // While it checks its link, a button ignores keys.
  await expect(button).toBeEnabled();
  await button.press("Enter");
};

/** Doubles the font size, as a setting of a browser or phone does. */
async function enlargeLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/** Decoration that keeps moving for people who asked for less motion. */
const findMotion = () =>
  document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 20)
    .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 120));

/**
 * Checks that a page is legible on a small screen, at 200 percent, and with large text, has no motion, passes axe in
 * our colors and the reader's, and works by keyboard.
 */
export async function walkThrough(page: Page, { name, path, shows, before, open }: Shown): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "none" });
  await page.setViewportSize({ width: 320, height: 568 });
  await before?.(page);
  // A page that took its link out of the address would keep it if it were only opened again.
  await page.goto("/favicon.svg");
  await page.goto(path);
  // To another part of the same page, the browser loads nothing.
  if (path.includes("#")) await page.reload();
  await open?.(page);
  await expect(page.getByText(shows).last(), name).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  await expectLegible(page, `${name} at 320 px`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect({ name, moves: await page.evaluate(findMotion) }).toEqual({ name, moves: [] });
  await page.emulateMedia({ forcedColors: "active" });
  // Contrast isn't checked: axe sees neither the reader's palette nor the browser's backplate behind text.
  await expectAccessible(page, { except: ["color-contrast"] });
  await page.emulateMedia({ forcedColors: "none" });
  // A toast covers the page for some seconds, longer while it has focus, so it's dismissed if it's still there.
  const dismiss = page.getByRole("button", { name: "Dismiss", exact: true });
  if (await dismiss.isVisible()) await dismiss.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(dismiss).toHaveCount(0);
  await expectReachable(page, name);
  // A screen of 1280 by 900 at 200 percent.
  await page.setViewportSize({ width: 640, height: 450 });
  await expectLegible(page, `${name} at 200 percent`);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await enlargeLetters(page);
  await expectLegible(page, `${name} with letters twice as large`);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setExtraHTTPHeaders({});
}
