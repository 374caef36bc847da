import { type Page, test } from "@playwright/test";
import { PUBLIC_PAGES } from "../../domain/paths.ts";
import { inviteMember } from "../../test/e2e/support/members.ts";

export const USUAL_SIZES = [
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  // A phone in landscape.
  { width: 844, height: 390 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const SMALL_SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 667, height: 375 },
  { width: 768, height: 1024 },
];

export type State = {
  name: string;
  path: string | (() => Promise<string>);
  isMember?: boolean;
  /** Also at the sizes of small phones and a tablet. */
  isMain?: boolean;
  /** Replaces the usual sizes. */
  sizes?: typeof USUAL_SIZES;
  /** Runs before the page opens, for example to mock responses or give the member a past. */
  before?: (page: Page, token: string) => Promise<unknown>;
  /** Runs once the page is idle. */
  after?: (page: Page) => Promise<unknown>;
};

/** Sets the device's time zone. */
export const standIn = (timezoneId: string) => async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTimezoneOverride", { timezoneId });
};

export const click = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

export function inOrder(...steps: ((page: Page, token: string) => Promise<unknown>)[]) {
  return async (page: Page, token = "") => {
    for (const step of steps) await step(page, token);
  };
}

/** Limits the wait for a call that never gets a response. */
const RESTS_WITHIN_MS = 4000;

/** Takes pictures of the first screen and the whole page at every size. `-g "dashboard at 390x664"` takes just one. */
export function takeEach(states: State[]): void {
  for (const { name, path, isMember, isMain, sizes = USUAL_SIZES, before, after } of states) {
    for (const viewport of isMain ? [...sizes, ...SMALL_SIZES] : sizes) {
      const size = `${viewport.width}x${viewport.height}`;
      test(`${name} at ${size}`, async ({ page }) => {
        const { token } = isMember ? await inviteMember("screenshots") : { token: "" };
        if (token) await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
        await before?.(page, token);
        await page.setViewportSize(viewport);
        const address = typeof path === "string" ? path : await path();
        // Loads the font in advance: a first visit would show the fallback.
        await page.goto(PUBLIC_PAGES.terms);
        await page.evaluate(() => document.fonts.load('1rem "Archivo Variable"'));
        await page.goto(address);
        await settle(page);
        await after?.(page);
        await settle(page);
        await page.waitForTimeout(700);
        await page.screenshot({ path: `screenshots/${name}/${size}.png` });
        // As tall as the page, so that lazy sections load and the dock is at its end.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width: viewport.width, height: Math.max(height, viewport.height) });
        await settle(page);
        await page.screenshot({ path: `screenshots/${name}/${size}-whole.png` });
      });
    }
  }
}

export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: RESTS_WITHIN_MS }).catch(() => undefined);
}
