import { expect, type Page } from "@playwright/test";
import { APP_PAGES, contentPath } from "../../domain/paths.ts";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { test } from "./support/journey.ts";
import { watchShifts } from "./support/layout-shifts.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { pagesOfAdministrators, pagesOfMembers, VISITORS } from "./support/pages.ts";
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

/** Submits the form without input, after which half a second of layout shifts doesn't count. */
async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(DEMO_ADMIN_PASSWORD);
  await page.locator("form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
}

test("nothing jumps on a phone while the dashboard, the library, and a finished session load slowly", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const member = await inviteMember("shifts");
  const { date } = await findReleased(({ audioFilename, video }) => audioFilename !== null && video === null);
  await callApi(`/api/progress/${date}`, { token: member.token, json: { totalWatched: true } });
  await keepSignedIn(page, member);
  await expectStill(page, { paths: [APP_PAGES.dashboard, APP_PAGES.library, contentPath(date)] });
});

test("nothing jumps on a phone while the welcome loads slowly", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await keepSignedIn(page, await inviteMember("shifts"));
  await page.addInitScript(() => localStorage.setItem("welcome", '{"isLeft":false}'));
  await expectStill(page, { paths: [APP_PAGES.welcome] });
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
