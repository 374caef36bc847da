import { type Page, test } from "@playwright/test";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../../domain/paths.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { findReleased, readLibrary } from "../e2e/support/library.ts";
import { inviteMember } from "../e2e/support/members.ts";
import { callApi } from "../e2e/support/stack.ts";
import { dayAhead } from "../support/fixtures.ts";

const SIZES = [
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];

type State = {
  name: string;
  path: string | (() => Promise<string>);
  isMember?: boolean;
  /** Before the page is opened: answers of its own, a past of the member. */
  before?: (page: Page, token: string) => Promise<unknown>;
  /** After it has come to rest. */
  after?: (page: Page) => Promise<unknown>;
};

const fail = (url: string) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: { error: "Something went wrong", code: "internal" } }));
const never = (url: string) => (page: Page) => page.route(url, () => undefined);
const click = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

/** The first size marks the item; at the others it is done already. */
async function markComplete(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Mark as Complete" });
  if (await button.isVisible()) await button.click();
}

const withAudio = async () =>
  contentPath((await findReleased((item) => item.audioFilename !== null && !item.video)).date);
const withVideo = async () => contentPath((await findReleased((item) => item.video?.provider === "hosted")).date);
const comingSoon = async () => {
  const item = (await readLibrary()).find(({ date, status }) => date > dayAhead(1) && status === "published");
  return contentPath(item?.date ?? dayAhead(2));
};

/** Some mornings done, as a member of two weeks has them. */
async function completeSome(_page: Page, token: string): Promise<void> {
  const past = (await readLibrary()).filter(({ date }) => date <= dayAhead(0) && date > dayAhead(-9));
  for (const { date } of past.slice(0, 7)) {
    await callApi(`/api/progress/${date}`, { token, json: { totalWatched: true } });
  }
}

const STATES: State[] = [
  ...Object.entries(PUBLIC_PAGES).map(([name, path]) => ({ name: `public-${name}`, path })),
  { name: "public-not-found", path: "/nowhere" },
  { name: "public-preview-warning", path: "/", after: click(/Watch Preview/) },
  { name: "public-checkout", path: "/subscribe?plan=annual", after: (page) => page.getByRole("radio").first().click() },
  { name: "login", path: APP_PAGES.login },
  { name: "login-missing", path: APP_PAGES.login, after: click("Login") },
  { name: "reset", path: APP_PAGES.resetPassword },
  { name: "setup-invalid", path: APP_PAGES.setupPassword },
  { name: "setup", path: `${APP_PAGES.setupPassword}?token=none&email=jo%40daybolt.test` },
  { name: "unsubscribe-invalid", path: APP_PAGES.unsubscribe },
  { name: "dashboard-new", path: APP_PAGES.dashboard, isMember: true },
  { name: "dashboard", path: APP_PAGES.dashboard, isMember: true, before: completeSome },
  { name: "dashboard-empty", path: `${APP_PAGES.dashboard}?year=2025&month=2`, isMember: true },
  { name: "dashboard-loading", path: APP_PAGES.dashboard, isMember: true, before: never("**/api/content?*") },
  { name: "dashboard-failed", path: APP_PAGES.dashboard, isMember: true, before: fail("**/api/content?*") },
  { name: "content-audio", path: withAudio, isMember: true },
  { name: "content-video", path: withVideo, isMember: true },
  { name: "content-done", path: withAudio, isMember: true, after: markComplete },
  { name: "content-coming-soon", path: comingSoon, isMember: true },
  { name: "content-not-found", path: contentPath("2024-01-01"), isMember: true },
  { name: "content-failed", path: withAudio, isMember: true, before: fail("**/api/content/2*") },
  { name: "profile", path: APP_PAGES.profile, isMember: true },
  { name: "profile-editing", path: APP_PAGES.profile, isMember: true, after: click("Edit Profile") },
  { name: "profile-failed", path: APP_PAGES.profile, isMember: true, before: fail("**/api/user/profile") },
  { name: "admin-login", path: APP_PAGES.admin },
  ...["overview", "content", "trials"].map((tab) => ({
    name: `admin-${tab}`,
    path: `${APP_PAGES.admin}?tab=${tab}`,
    after: async (page: Page) => {
      await page.getByLabel("Password").fill(DEMO_ADMIN_PASSWORD);
      await click("Login")(page);
    },
  })),
];

for (const { name, path, isMember, before, after } of STATES) {
  test(name, async ({ page }) => {
    const { token } = isMember ? await inviteMember("screenshots") : { token: "" };
    if (token) await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
    await before?.(page, token);
    const address = typeof path === "string" ? path : await path();
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await after?.(page);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `screenshots/${name}/${viewport.width}x${viewport.height}.png` });
      await page.screenshot({
        path: `screenshots/${name}/${viewport.width}x${viewport.height}-whole.png`,
        fullPage: true,
      });
    }
  });
}
