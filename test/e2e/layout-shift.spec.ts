import { expect, type Page } from "@playwright/test";
import { ACCOUNT_PARTS, APP_PAGES, accountPath, contentPath, OFFLINE_PATH, PUBLIC_PAGES } from "../../domain/paths.ts";
import { ADMIN_TABS } from "../../domain/rules/admin-places.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { test } from "./support/journey.ts";
import { watchShifts } from "./support/layout-shifts.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { slowLoads } from "./support/slow-load.ts";
import { callApi } from "./support/stack.ts";

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1280, height: 900 };

/** The sum of a load's layout shifts. */
const LIMIT = 0.01;
/** There, other journeys leave what wraps differently. */
const ADMIN_LIMIT = 0.02;

type Visits = { paths: readonly string[]; limit?: number; logIn?: () => Promise<void> };

/** Loads each page with empty caches and, except on a tablet, once more, and expects that next to nothing moves. */
async function expectStill(page: Page, { paths, limit = LIMIT, logIn }: Visits): Promise<void> {
  const turns = page.viewportSize()?.width === TABLET.width ? (["cold"] as const) : (["cold", "warm"] as const);
  const shiftsOf = await watchShifts(page);
  const load = await slowLoads(page);
  const jumps: string[] = [];
  for (const path of paths) {
    for (const turn of turns) {
      await load[turn](path, logIn);
      const { sum, moved } = await shiftsOf();
      if (sum > limit) jumps.push(`${path}, ${turn}: ${sum.toFixed(4)} (${moved.join("; ")})`);
    }
  }
  expect(jumps).toEqual([]);
}

const TOKEN = "?token=none&email=jo%40daybolt.test";

/** Every page for someone who isn't logged in, and what an email's links open. */
const VISITORS = [
  ...Object.values(PUBLIC_PAGES),
  `${PUBLIC_PAGES.gift}?token=none`,
  `${PUBLIC_PAGES.gift}?order=none`,
  OFFLINE_PATH,
  "/no/such/page",
  ...Object.values(APP_PAGES).map((path) => path.replace(":id", "2025-08-12")),
  ...[APP_PAGES.setupPassword, APP_PAGES.invitation, APP_PAGES.confirmAddress, APP_PAGES.signIn].map(
    (path) => path + TOKEN,
  ),
  `${APP_PAGES.unsubscribe}?member=m&key=k`,
  `${APP_PAGES.wakeUp}?member=m&date=2026-11-20&key=k&until=2026-11-23`,
  `${APP_PAGES.wakeUp}?member=m&date=2026-11-20&key=k&hour=7`,
  `${APP_PAGES.done}?feed=f&item=i&key=k`,
  `${APP_PAGES.feed}#${"a".repeat(32)}`,
  `${contentPath("2025-08-12")}?member=m&key=k`,
];

async function pagesOfMembers(): Promise<string[]> {
  const audio = await findReleased(({ audioFilename }) => audioFilename !== null);
  const video = await findReleased((item) => item.video?.provider === "hosted" && item.audioFilename === null);
  return [
    APP_PAGES.dashboard,
    // A month without sessions, and a day without one.
    `${APP_PAGES.dashboard}?year=2024&month=1`,
    contentPath("2024-01-01"),
    contentPath(audio.date),
    contentPath(video.date),
    APP_PAGES.library,
    `${APP_PAGES.library}?favorites=1`,
    ...ACCOUNT_PARTS.map(accountPath),
    `${APP_PAGES.profile}?data=none`,
    `${APP_PAGES.profile}?receipt=none`,
  ];
}

async function pagesOfAdministrators(): Promise<string[]> {
  const { token } = await inviteMember("shifts");
  const { id } = await (await callApi("/api/user/profile", { token })).json();
  return [
    ...Object.keys(ADMIN_TABS),
    "content&view=list",
    `members&member=${id}`,
    ...["import", "message"].map((page) => `members&page=${page}`),
    ...["mornings", "retention", "check", "audit"].map((page) => `settings&page=${page}`),
  ].map((tab) => `${APP_PAGES.admin}?tab=${tab}`);
}

/** Submits the form without input, after which half a second of layout shifts doesn't count. */
async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(DEMO_ADMIN_PASSWORD);
  await page.locator("form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
}

test("nothing jumps on a phone while the dashboard and library load slowly", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await keepSignedIn(page, await inviteMember("shifts"));
  await expectStill(page, { paths: [APP_PAGES.dashboard, APP_PAGES.library] });
});

for (const viewport of [PHONE, TABLET, DESKTOP]) {
  const { width } = viewport;
  test.describe(() => {
    test.use({ viewport });

    test(`nothing jumps on any public page ${width} px wide`, { tag: "@deep" }, async ({ page }) => {
      await expectStill(page, { paths: VISITORS });
    });

    test(`nothing jumps on any member page ${width} px wide`, { tag: "@deep" }, async ({ page }) => {
      await keepSignedIn(page, await inviteMember("shifts"));
      await expectStill(page, { paths: await pagesOfMembers() });
    });

    test(`nothing jumps on any administrator page ${width} px wide`, { tag: "@deep" }, async ({ page }) => {
      await expectStill(page, {
        paths: await pagesOfAdministrators(),
        limit: ADMIN_LIMIT,
        logIn: () => logIn(page),
      });
    });
  });
}
