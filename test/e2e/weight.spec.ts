import { gzipSync } from "node:zlib";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../../domain/paths.ts";
import { openAdmin } from "./support/admin.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember } from "./support/members.ts";

/** Bytes transferred on a cold visit, of the kinds that block rendering or grow with the code. */
type Weight = { script: number; style: number; font: number };

/** Kilobytes (1,000 bytes, as sent) that a cold visit may transfer. */
const BUDGETS: { path: string; heading: RegExp; isMember?: boolean; kB: Partial<Weight> }[] = [
  ...Object.values(PUBLIC_PAGES).map((path) => ({ path, heading: /./, kB: { script: 6, style: 16, font: 55 } })),
  { path: APP_PAGES.login, heading: /./, kB: { script: 120, style: 16, font: 55 } },
  {
    path: APP_PAGES.dashboard,
    heading: /Command Center/,
    isMember: true,
    kB: { script: 132, style: 16, font: 55 },
  },
  // Until the welcome is left, none of the dashboard.
  { path: APP_PAGES.welcome, heading: /Welcome/, isMember: true, kB: { script: 126, style: 16, font: 55 } },
  { path: APP_PAGES.library, heading: /Library/, isMember: true, kB: { script: 132, style: 16, font: 55 } },
  { path: APP_PAGES.admin, heading: /./, kB: { script: 125, style: 16, font: 55 } },
];

/** Adds up what the page receives until it's idle. No service worker, which would fetch on its own. */
async function weigh(context: BrowserContext, page: Page, visit: () => Promise<unknown>): Promise<Weight> {
  const weight: Weight = { script: 0, style: 0, font: 0 };
  const kinds: Record<string, keyof Weight> = { Script: "script", Stylesheet: "style", Font: "font" };
  const kindOf = new Map<string, keyof Weight>();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    const kind = kinds[type] ?? (response.mimeType === "text/javascript" ? "script" : undefined);
    if (kind) kindOf.set(requestId, kind);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId);
    if (kind) weight[kind] += encodedDataLength;
  });
  await visit();
  await page.waitForLoadState("networkidle");
  // Styles are inline and compressed with the document.
  const styles = await page.locator("head > style").allTextContents();
  for (const style of styles) weight.style += gzipSync(style).length;
  return weight;
}

test.use({ serviceWorkers: "block" });

async function holdsBudget(
  context: BrowserContext,
  page: Page,
  { path, heading, isMember, kB }: (typeof BUDGETS)[number],
): Promise<void> {
  if (isMember) {
    const { token } = await inviteMember("weight");
    await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
    if (path === APP_PAGES.welcome) await page.addInitScript(() => localStorage.setItem("welcome", '{"isLeft":false}'));
  }
  const weight = await weigh(context, page, async () => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  });
  const row = Object.entries(weight).map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`);
  console.log(`${path.padEnd(24)} ${row.join("  ")}`);
  for (const [kind, limit] of Object.entries(kB)) {
    expect(weight[kind as keyof Weight] / 1000, `${kind} of ${path}`).toBeLessThanOrEqual(limit);
  }
}

for (const budget of BUDGETS) {
  test(`${budget.path} stays within its byte budget`, { tag: "@deep" }, async ({ context, page }) =>
    holdsBudget(context, page, budget),
  );
}

test("the content page stays within its byte budget", { tag: "@deep" }, async ({ context, page }) => {
  const { date, title } = await findReleased(({ audioFilename, video }) => audioFilename !== null && video === null);
  const heading = new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  await holdsBudget(context, page, {
    path: contentPath(date),
    heading,
    isMember: true,
    kB: { script: 145, style: 16, font: 55 },
  });
});

test("the video page stays within its byte budget", { tag: "@deep" }, async ({ context, page }) => {
  const { date } = await findReleased(
    ({ audioFilename, video }) => audioFilename === null && video?.provider === "hosted",
  );
  // The video's controls and their style load separately, after the rest.
  await holdsBudget(context, page, {
    path: contentPath(date),
    heading: /./,
    isMember: true,
    kB: { script: 190, style: 17, font: 55 },
  });
});

/** Texts that appear only in the administrator's code. */
const ADMIN_WORDS = ["x-admin-password", "Content library", "Needs attention", "Manage Trial Users"];

/** Records what a page loads: its code, and its calls. */
function watch(page: Page) {
  const [code, calls] = [new Set<string>(), [] as string[]];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
    // Read separately, because a body still loading is lost on navigation.
    if (pathname.endsWith(".js")) code.add(response.url());
  });
  const textOf = async (url: string) => (await page.request.get(url)).text();
  return { calls, wordsIn: async () => (await Promise.all([...code].map(textOf))).join("\n") };
}

test("member pages load none of the administrator's code or data", { tag: "@deep" }, async ({ page, browser }) => {
  const { token } = await inviteMember("weight");
  const { date } = await findReleased(({ video }) => video !== null);
  await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
  const ofMember = watch(page);
  for (const path of [APP_PAGES.login, APP_PAGES.dashboard, APP_PAGES.library, contentPath(date), APP_PAGES.profile]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    // Sections below the first screen load when they're near.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState("networkidle");
  }
  const members = await ofMember.wordsIn();
  expect(members.length).toBeGreaterThan(300_000);
  expect(ADMIN_WORDS.filter((word) => members.includes(word))).toEqual([]);
  expect(ofMember.calls.length).toBeGreaterThan(4);
  expect(ofMember.calls.filter((path) => path.startsWith("/api/admin"))).toEqual([]);

  const other = await browser.newPage();
  const ofAdmin = watch(other);
  await openAdmin(other);
  await expect(other.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  const admins = await ofAdmin.wordsIn();
  expect(ADMIN_WORDS.filter((word) => !admins.includes(word))).toEqual([]);
  await other.close();
});
