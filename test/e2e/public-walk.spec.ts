import { expect, type Locator, type Page } from "@playwright/test";
import { PUBLIC_PAGES } from "../../domain/paths.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { colourAt, contrast } from "./support/legible.ts";
import { openCheckout } from "./support/purchases.ts";
import { readIn, STAND_INS } from "./support/stand-in-fonts.ts";

/** Every public page, including the one for unknown addresses. */
const PATHS = [...Object.values(PUBLIC_PAGES), "/no/such/page"];

/** Words that aren't fully visible: outside the window, cut off by a box, or under other words. */
function hiddenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Line = { words: string; element: Element; box: DOMRect };
    const lines: Line[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode;
      if (
        !element?.checkVisibility({ visibilityProperty: true }) ||
        !textContent?.trim() ||
        element.closest("[inert], .sr-only, [aria-hidden='true'], svg, a[href='#main']")
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) {
        if (box.width > 1) lines.push({ words: textContent.trim().slice(0, 40), element, box });
      }
    }
    const isCut = ({ element, box }: Line) => {
      if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) return true;
      for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        const edge = outer.getBoundingClientRect();
        if (overflowX !== "visible" && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true;
        if (overflowY === "hidden" && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) return true;
      }
      return false;
    };
    // Ascenders and descenders of adjacent lines may touch; words overlap once they share a third of a line's height.
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3;
    const pictures = [...document.querySelectorAll("main div[role='img']")].map((picture) =>
      picture.getBoundingClientRect(),
    );
    const inBanner = ({ element }: Line) => element.closest("header") !== null;
    const overlapped = lines.filter((line, nth) =>
      lines.some((other, at) => at > nth && inBanner(line) === inBanner(other) && overlap(line.box, other.box)),
    );
    return [
      ...lines.filter(isCut).map(({ words }) => `cut: ${words}`),
      ...overlapped.map(({ words }) => `under other words: ${words}`),
      ...lines
        .filter(({ box }) => pictures.some((picture) => overlap(box, picture)))
        .map(({ words }) => `under a picture: ${words}`),
    ];
  });
}

const openMenu = async (page: Page) => {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
};

test("every word of every page is readable at 320 px, at 200 percent, and with text twice as large", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  const complaints = watchConsole(page);
  for (const path of PATHS) {
    await page.goto(path);
    for (const [width, letters] of [
      [320, "100%"],
      [640, "100%"],
      [390, "200%"],
      [1280, "200%"],
      [1920, "100%"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        for (const details of document.querySelectorAll("details")) {
          details.removeAttribute("name");
          details.open = true;
        }
      }, letters);
      const at = `${path} at ${width} px, letters ${letters}`;
      await expect.poll(() => hiddenWords(page), at).toEqual([]);
      await expectNoSidewaysScroll(page);
      await openMenu(page);
      await expect.poll(() => hiddenWords(page), `${at}, menu`).toEqual([]);
      await page.keyboard.press("Escape");
    }
  }
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

/** Anything that moves for longer than a moment. */
const findMoving = () =>
  document.getAnimations().flatMap((animation) => {
    const { duration, iterations, delay } = animation.effect?.getComputedTiming() ?? {};
    const lasts = Number(duration) * Number(iterations) + Number(delay);
    return animation.timeline instanceof DocumentTimeline && lasts <= 1 ? [] : [`${lasts} ms`];
  });

/** Boxes and buttons that differ from their surroundings only by color. */
const findEdgeless = (root: Element) =>
  [...root.querySelectorAll(".bolt-fill, article, [class*='min-h-1'], button:not([aria-label=Close\\ preview]), label")]
    .filter((box) => box.checkVisibility() && box.getBoundingClientRect().height > 0)
    .filter((box) => getComputedStyle(box).borderTopStyle === "none")
    .map((box) => box.textContent?.trim().slice(0, 40));

test("nothing moves with reduced motion", { tag: "@deep" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = () => page.evaluate(findMoving);
  await page.route("**/media/**", () => undefined);
  await page.route(/\/assets\/checkout-[^/]+\.js$/, () => undefined);
  for (const path of PATHS) {
    await page.goto(path);
    expect(await moving(), path).toEqual([]);
  }
  await page.goto("/");
  await page.getByRole("button", { name: "Watch Preview (18+)" }).click();
  expect(await moving()).toEqual([]);
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("Loading the preview...")).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.goto("/subscribe");
  await openCheckout(page, "monthly");
  await expect(page.getByText("Opening checkout...")).toBeVisible();
  expect(await moving()).toEqual([]);
});

test("with reduced motion, nothing animates while the checkout is open or the preview is playing", {
  tag: "@deep",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/subscribe");
  await openCheckout(page, "annual");
  const checkout = page.getByRole("region", { name: "Checkout" });
  await checkout.getByRole("button", { name: "Change plan" }).click();
  await checkout.getByRole("radio", { name: /Monthly/ }).check();
  expect(await page.evaluate(findMoving)).toEqual([]);
  await page.goto("/");
  await page.getByRole("button", { name: "Watch Preview (18+)" }).click();
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByText("Loading the preview...")).toBeHidden();
  expect(await page.evaluate(findMoving)).toEqual([]);
});

test("in forced colors the open checkout and the preview keep their edges, marks, and focus rings", {
  tag: "@deep",
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
  const expectRing = async (ringed: Locator) => {
    await expect(ringed).toHaveCSS("outline-style", "solid");
    await expect(ringed).toHaveCSS("outline-width", "3px");
  };
  await page.goto("/subscribe");
  await openCheckout(page, "monthly");
  const checkout = page.getByRole("region", { name: "Checkout" });
  await checkout.getByRole("button", { name: "Change plan" }).click();
  const annual = checkout.getByRole("radio", { name: /Annual/ });
  await annual.press("Space");
  await expectRing(checkout.getByRole("group", { name: "Your plan" }).locator("label", { hasText: "Annual" }));
  expect(await checkout.evaluate(findEdgeless)).toEqual([]);
  const monthly = checkout.getByRole("radio", { name: /Monthly/ });
  const [chosen, other] = [await colourAt(page, annual, [0.5, 0.5]), await colourAt(page, monthly, [0.5, 0.5])];
  expect(contrast(chosen, other)).toBeGreaterThanOrEqual(3);
  await expectAccessible(page, { except: ["color-contrast"] });

  await page.goto("/");
  await page.getByRole("button", { name: "Watch Preview (18+)" }).click();
  expect(await page.getByRole("dialog").evaluate(findEdgeless)).toEqual([]);
  await page.getByRole("button", { name: "OK" }).click();
  const player = page.getByRole("dialog");
  await player.getByRole("button", { name: "Pause" }).click();
  const progress = player.getByRole("slider");
  await progress.fill("7.5");
  const ground = await colourAt(page, progress, [0.5, 0.05]);
  for (const x of [0.25, 0.75]) {
    expect(contrast(await colourAt(page, progress, [x, 0.5]), ground)).toBeGreaterThanOrEqual(3);
  }
  expect(await player.evaluate(findEdgeless)).toEqual([]);
  await page.keyboard.press("Tab");
  await expectRing(page.locator(":focus"));
  await expectAccessible(page, { except: ["color-contrast"] });
});

test("in forced colors boxes keep an edge and focus keeps an outline", { tag: "@deep" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const path of PATHS) {
    await page.goto(path);
    const edgeless = await page.evaluate(() =>
      [...document.querySelectorAll(".bolt-fill, article, main a[class*='min-h-1'], main button[class*='min-h-1']")]
        .filter((box) => box.checkVisibility() && box.getBoundingClientRect().height > 0)
        .filter((box) => getComputedStyle(box).borderTopStyle === "none")
        .map((box) => box.textContent?.trim().slice(0, 40)),
    );
    expect(edgeless, path).toEqual([]);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveCSS("outline-style", "solid");
    await expect(page.locator(":focus")).toHaveCSS("outline-width", "3px");
  }
});

/** Stops of the Tab key from the top of the page, by name; each must be visible and have the outline. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < 90; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      // A radio button's label has the outline.
      const shown = focused.closest("label") ?? focused;
      const { top, bottom, width } = shown.getBoundingClientRect();
      const isSeen = bottom > 0 && top < innerHeight && width > 0 && getComputedStyle(shown).outlineStyle === "solid";
      const name = shown.getAttribute("aria-label") ?? shown.textContent ?? "";
      return `${name.trim().replaceAll(/\s+/g, " ")}${isSeen ? "" : " (not seen)"}`;
    });
    // After the last stop, focus goes to the browser or starts over.
    if (stop === null || stop === stops[0]) break;
    stops.push(stop);
  }
  return stops;
}

test("Tab visits each control once, in page order from the skip link, and every stop is visible", {
  tag: "@deep",
}, async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    const stops = await tabStops(page);
    expect(stops[0], path).toBe("Skip to content");
    expect(stops[1], path).toMatch(/home$/);
    expect(
      stops.filter((stop) => stop.endsWith("(not seen)")),
      path,
    ).toEqual([]);
    const expected = await page.evaluate(
      () =>
        // The gift's two radio buttons are one stop.
        [...document.querySelectorAll("a[href], button, summary, input:not([value=annual])")].filter(
          (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]"),
        ).length,
    );
    expect(stops.length, path).toBe(expected);
  }
});

test("the skip link skips the header", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  for (const path of ["/", "/terms"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null), path).toBe(true);
  }
});

for (const width of [390, 768])
  test(`at ${width} px, the header's menu opens, cycles focus, and returns it on Escape`, { tag: "@deep" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 664 });
    await page.goto("/");
    const button = page.getByRole("button", { name: "Menu", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    const links = page.getByRole("navigation", { name: "Mobile" }).getByRole("link");
    await expect(links).toHaveText([
      "Home",
      "Subscribe",
      "Dashboard",
      "Give a membership",
      "Login",
      "Get started",
      "Admin",
    ]);
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Close menu" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(links.first()).toBeHidden();
    await expect(button).toBeFocused();
  });

for (const standIn of Object.keys(STAND_INS) as (keyof typeof STAND_INS)[]) {
  test(`without the brand font, every page is complete and error-free in ${standIn}`, { tag: "@deep" }, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await readIn(page, standIn);
    for (const path of PATHS) {
      await page.goto(path);
      for (const [width, letters] of [
        [320, "100%"],
        [390, "200%"],
        [1280, "100%"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, letters);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        await expect.poll(() => hiddenWords(page), `${path} at ${width} px, letters ${letters}`).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    }
    expect(errors).toEqual([]);
  });
}
