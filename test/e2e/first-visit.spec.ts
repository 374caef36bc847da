import { expect, type Page } from "@playwright/test";
import { BRAND } from "../../domain/brand.ts";
import { APP_PAGES, PUBLIC_PAGES } from "../../domain/paths.ts";
import { answer } from "./support/answers.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { watchShifts } from "./support/layout-shifts.ts";

const PHONE = { width: 390, height: 844 };
const SAMPLE = `/media/${BRAND.preview.sample}`;

/** The families whose glyphs the page's heading is really drawn with. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  await devtools.detach();
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}

test("each page visitors open first loads the brand font from one file, even on a phone connection", {
  tag: "@deep",
}, async ({ browser }) => {
  test.slow();
  for (const path of [...Object.values(PUBLIC_PAGES), APP_PAGES.login]) {
    const context = await browser.newContext({ viewport: PHONE, serviceWorkers: "block" });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const line = { offline: false, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8, latency: 60 };
    await devtools.send("Network.emulateNetworkConditions", line);
    const files: string[] = [];
    page.on("request", (request) => request.url().endsWith(".woff2") && files.push(request.url()));
    await page.goto(path);
    await expect.poll(() => fontsOfHeading(page), path).toEqual([expect.stringMatching(/^Archivo/)]);
    // Names of members and their neighbors' words need no second file.
    await page.locator("h1").evaluate((heading) => {
      heading.textContent = "ÀÉÎÕÜ àéîõü ßÿñçø";
      // The capital of ÿ is in another file.
      (heading as HTMLElement).style.textTransform = "none";
    });
    await page.evaluate(() => document.fonts.ready);
    expect(await fontsOfHeading(page), path).toEqual([expect.stringMatching(/^Archivo/)]);
    expect(files, path).toHaveLength(1);
    await context.close();
  }
});

/** Headings whose lines would touch in a stand-in: its tallest letter over its deepest, in ems, against their distance. */
function touchingHeadings(): string[] {
  const [CAPITALS, DEEPEST] = [0.73, 0.21];
  const faces = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter(
      (rule) => rule instanceof CSSFontFaceRule && rule.style.getPropertyValue("font-family").includes("Fallback"),
    )
    .map((rule) => (rule as CSSFontFaceRule).style);
  const isFor = (face: CSSStyleDeclaration, stretch: number) => {
    const [from = 0, to = 0] = face.getPropertyValue("font-stretch").split(" ").map(Number.parseFloat);
    return stretch >= from && stretch <= to;
  };
  return [...document.querySelectorAll("h1, h2, h3")]
    .filter((heading) => heading.checkVisibility() && heading.clientWidth > 1)
    .filter((heading) => {
      const { fontSize, lineHeight, fontStretch, textTransform } = getComputedStyle(heading);
      const scale = faces
        .filter((face) => isFor(face, Number.parseFloat(fontStretch)))
        .map((face) => Number.parseFloat(face.getPropertyValue("size-adjust")) / 100);
      if (scale.length === 0) return true;
      const ink = Math.max(...scale) * (CAPITALS + (textTransform === "uppercase" ? 0.05 : DEEPEST));
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) < ink;
    })
    .map((heading) => heading.textContent ?? "");
}

test("heading lines don't touch in the fallback fonts", { tag: "@deep" }, async ({ page }) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [...Object.values(PUBLIC_PAGES), "/no/such/page", APP_PAGES.login, APP_PAGES.resetPassword]) {
      await page.goto(path);
      expect(await page.evaluate(touchingHeadings), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("the landing page is at most 6,000 px tall on a phone and keeps the brand name at every width", {
  tag: "@deep",
}, async ({ page }) => {
  for (const path of [PUBLIC_PAGES.home, APP_PAGES.login]) {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await expect(page.getByRole("banner").getByText(BRAND.name, { exact: true }), `${path} ${width}`).toBeVisible();
    }
  }
  await page.goto(PUBLIC_PAGES.home);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6_000);
});

test("the sample plays only after the 18+ warning, and its button pauses and resumes it", {
  tag: "@deep",
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(PUBLIC_PAGES.home);
  const hear = page.getByRole("button", { name: "Hear 20 seconds" });
  const warning = page.getByRole("dialog", { name: "18+ Content Warning" });
  const audio = page.locator("#sample audio");
  await hear.click();
  await expect(warning).toContainText("consent to hearing it");
  await expectAccessible(page);
  await warning.getByRole("button", { name: "Cancel" }).click();
  await expect(hear).toBeFocused();
  expect(asked).not.toContain(SAMPLE);

  await hear.press("Enter");
  await warning.getByRole("button", { name: "OK" }).click();
  const pause = page.getByRole("button", { name: "Pause the sample" });
  await expect(pause).toBeFocused();
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0);
  expect(await audio.evaluate((element: HTMLAudioElement) => Math.round(element.duration))).toBe(20);
  await pause.click();
  await expect(audio).toHaveJSProperty("paused", true);
  await page.getByRole("button", { name: "Play the sample" }).click();
  await expect(audio).toHaveJSProperty("paused", false);
  await expectNoSidewaysScroll(page);

  // One sound at a time.
  await page.getByRole("button", { name: "Watch Preview (18+)" }).click();
  await warning.getByRole("button", { name: "OK" }).click();
  await expect(audio).toHaveJSProperty("paused", true);
});

test("a sample that fails to load shows an error, and Try again loads it", { tag: "@deep" }, async ({ page }) => {
  await page.route(`**${SAMPLE}`, (route) => route.abort());
  await page.goto(PUBLIC_PAGES.home);
  await page.getByRole("button", { name: "Hear 20 seconds" }).press("Enter");
  await page.getByRole("button", { name: "OK" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "The sample didn't load." });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.unroute(`**${SAMPLE}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Pause the sample" })).toBeVisible();
  await expect(failure).toBeHidden();
});

test("a member sees a link to the dashboard where a visitor sees Login", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const question = page.getByText("Already a member?");
  const dashboard = page.getByRole("link", { name: "Go to your dashboard" });
  const menu = page.getByRole("navigation", { name: "Mobile" }).getByRole("link");
  await page.goto(PUBLIC_PAGES.home);
  await expect(question.filter({ visible: true })).toHaveCount(1);
  await expect(dashboard).toBeHidden();
  await page.evaluate(() => localStorage.setItem("auth_token", "a member's"));
  await page.reload();
  await expect(dashboard).toHaveAttribute("href", APP_PAGES.dashboard);
  await expect(question.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Login" })).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(menu.filter({ visible: true })).toHaveText([
    "Home",
    "Subscribe",
    "Dashboard",
    "Give a membership",
    "Get started",
    "Today's session",
    "Admin",
  ]);
  await expectAccessible(page);
});

test("a logged-in member's header leads to today's session, and /subscribe marks their plan, while nothing moves", {
  tag: "@deep",
}, async ({ page }) => {
  const offer = { startsAt: null, replaces: null, consentText: "I agree.", note: "" };
  const offers = [
    { ...offer, plan: "monthly", refusal: "This is your current plan." },
    { ...offer, plan: "annual", refusal: null },
  ];
  await answer("**/api/checkout", { provider: null, email: "ray@daybolt.test", wakeUp: null, offers })(page);
  await page.addInitScript(() => localStorage.setItem("auth_token", "a member's"));
  const shiftsOf = await watchShifts(page);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link").filter({ visible: true });
  for (const path of [PUBLIC_PAGES.home, PUBLIC_PAGES.subscribe]) {
    await page.goto(path);
    await expect(links).toHaveText(["Home", "Subscribe", "Dashboard", "Admin", "Get started", "Today's session"]);
    await expect(links.last()).toHaveAttribute("href", APP_PAGES.dashboard);
    if (path === PUBLIC_PAGES.subscribe) {
      await expect(page.getByRole("link", { name: "Your plan" })).toHaveAttribute("href", "/profile#membership");
      await expect(page.getByRole("link", { name: /^Get Monthly/ })).toBeHidden();
      await expect(page.getByRole("link", { name: "Change to Annual Lightning" })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Get Annual/ })).toBeHidden();
    } else {
      await expect(page.getByRole("main").getByRole("link", { name: "Go to your dashboard" })).toBeVisible();
    }
    await expectAccessible(page);
    // The fonts' arrival moves less than that; a link's would be seen.
    const { sum, moved } = await shiftsOf();
    expect(sum, moved.join("\n")).toBeLessThan(0.004);
  }
});

test("an unchecked box or radio has a border and no gray fill, on public and app pages", { tag: "@deep" }, async ({
  page,
}) => {
  for (const path of [PUBLIC_PAGES.subscribe, APP_PAGES.login]) {
    await page.goto(path);
    const looks = await page.evaluate(() =>
      ["radio", "checkbox"].map((type) => {
        const input = Object.assign(document.createElement("input"), { type });
        document.body.append(input);
        const { appearance, backgroundColor, borderTopWidth } = getComputedStyle(input);
        return [type, appearance, backgroundColor, borderTopWidth];
      }),
    );
    expect(looks, path).toEqual([
      ["radio", "none", "rgba(0, 0, 0, 0)", "2px"],
      ["checkbox", "none", "rgba(0, 0, 0, 0)", "2px"],
    ]);
  }
});
