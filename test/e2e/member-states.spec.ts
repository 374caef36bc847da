import type { Page } from "@playwright/test";
import { APP_PAGES, contentPath } from "../../domain/paths.ts";
import { INVITATION, NEXT_LIVE_EVENT } from "../answers/live-events.ts";
import { OWN_PAYMENT, OWN_SUBSCRIPTION } from "../answers/payments.ts";
import { dayAhead } from "../support/fixtures.ts";
import { answer, change, daysAhead, fail, never } from "./support/answers.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember } from "./support/members.ts";
import { callApi } from "./support/stack.ts";
import { press, type Shown, walkThrough } from "./support/walk.ts";

const PROFILE = "**/api/user/profile";
const ITEM = "**/api/content/2*";

/** Scrolled to first, because the page's end would otherwise load while focus moves around. */
async function showFigures(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Live sessions" }).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText("Videos Watched").scrollIntoViewIfNeeded();
}

const clickLink = (name: string) => (page: Page) => page.getByRole("link", { name }).first().click();

/** States in which the page waits, has failed, or has come to an end. */
const DASHBOARD: Shown[] = [
  {
    name: "checking",
    path: APP_PAGES.dashboard,
    shows: "Checking authentication...",
    before: never("**/api/auth/verify"),
  },
  {
    name: "unchecked",
    path: APP_PAGES.dashboard,
    shows: "We couldn't check your login",
    before: fail("**/api/auth/verify"),
  },
  {
    name: "loading",
    path: APP_PAGES.dashboard,
    shows: /^Loading .+ content\.\.\.$/,
    before: never(/\/api\/(content|user)/),
  },
  {
    name: "failed",
    path: APP_PAGES.dashboard,
    shows: "Failed to fetch content",
    before: fail(/\/api\/(content|user)/),
  },
  {
    name: "last week",
    path: APP_PAGES.dashboard,
    shows: "Videos Watched",
    before: daysAhead(26),
    open: async (page) => {
      await page.getByText(/^Free trial: \d days left$/).waitFor();
      await showFigures(page);
    },
  },
  { name: "ended", path: APP_PAGES.dashboard, shows: /^Your trial ended/, before: daysAhead(40) },
  {
    name: "live event",
    path: APP_PAGES.dashboard,
    shows: "Join the live session",
    before: answer("**/api/user/live-event", { event: { ...NEXT_LIVE_EVENT, invitation: INVITATION } }),
    open: (page) => page.getByRole("region", { name: "Live sessions" }).scrollIntoViewIfNeeded(),
  },
  {
    name: "nothing found",
    path: APP_PAGES.dashboard,
    shows: "Try other words.",
    open: async (page) => {
      await press(/all months$/)(page);
      await clickLink("Search all sessions")(page);
      await page.getByRole("searchbox").fill("no such words");
    },
  },
];

const ACCOUNT: Shown[] = [
  { name: "loading", path: APP_PAGES.profile, shows: "Loading profile...", before: never(PROFILE) },
  { name: "failed", path: APP_PAGES.profile, shows: "Your profile didn't load", before: fail(PROFILE) },
  {
    name: "not found",
    path: APP_PAGES.profile,
    shows: "Profile Not Found",
    before: answer(PROFILE, { error: "Profile Not Found", code: "not_found" }, 404),
  },
  {
    name: "paused",
    path: APP_PAGES.profile,
    shows: /^Paused/,
    before: change(PROFILE, () => ({ pausedUntil: dayAhead(9), nextWakeUpAt: null, nextWakeUpLocal: null })),
  },
  {
    name: "saved",
    path: APP_PAGES.profile,
    shows: "Profile Updated",
    open: async (page) => {
      await press("Edit Profile")(page);
      await press("Save Changes")(page);
    },
  },
];

/** The member's subscription in some state, beside a gift that waits for its end. */
const subscribed = (subscription: object) =>
  answer("**/api/user/subscription", {
    subscription: { ...OWN_SUBSCRIPTION, ...subscription },
    payments: [OWN_PAYMENT],
    waitingGift: { giverName: "Sam", plan: "annual", startsAt: null },
  });

const FAILED = subscribed({ state: "payment_failed" });
const CHANGING = subscribed({
  changesTo: { ...OWN_SUBSCRIPTION, plan: "annual", startsAt: OWN_SUBSCRIPTION.nextBillingAt },
});
const MEMBERSHIP = `${APP_PAGES.profile}#membership`;

const MEMBERSHIP_STATES: Shown[] = [
  {
    name: "failed, dashboard",
    path: APP_PAGES.dashboard,
    shows: /^Payment failed/,
    before: async (page) => {
      await FAILED(page);
      // Only payers are shown anything about payments there.
      const asPayer = { subscriptionType: "monthly" };
      await change("**/api/auth/verify", ({ user }) => ({ user: { ...(user as object), ...asPayer } }))(page);
    },
  },
  { name: "failed", path: MEMBERSHIP, shows: "Fix it in PayPal", before: FAILED },
  { name: "changing", path: MEMBERSHIP, shows: /takes over on/, before: CHANGING },
  { name: "unpaid", path: MEMBERSHIP, shows: "Subscribe again", before: subscribed({ state: "unpaid" }) },
  { name: "ended", path: MEMBERSHIP, shows: "Subscribe again", before: subscribed({ state: "ended" }) },
  {
    name: "cancelling",
    path: MEMBERSHIP,
    shows: /hasn't confirmed/,
    before: subscribed({ state: "ends", isCancelPending: true }),
  },
];

async function contentStates(token: string): Promise<Shown[]> {
  const audio = await findReleased(({ audioFilename, video }) => audioFilename !== null && !video);
  const video = await findReleased(
    ({ audioFilename, video }) => audioFilename === null && video?.provider === "hosted",
  );
  const path = contentPath(audio.date);
  const started = { audioProgress: 30, audioPosition: 31, sequence: 1 };
  return [
    { name: "loading", path, shows: "Loading your power session...", before: never(ITEM) },
    { name: "failed", path, shows: "Your session didn't load", before: fail(ITEM) },
    { name: "ended", path, shows: /^Your trial ended/, before: daysAhead(40) },
    { name: "playing", path, shows: "Audio Power Session", open: press("Play") },
    {
      name: "mini-player",
      path,
      shows: "Videos Watched",
      open: async (page) => {
        await press("Play")(page);
        await clickLink("Back to dashboard")(page);
        await page.getByRole("region", { name: "Now playing" }).waitFor();
        await showFigures(page);
      },
    },
    {
      name: "without its recording",
      path,
      shows: /^This session's file is missing/,
      before: (page) => page.route("**/audio/**", (route) => route.fulfill({ status: 404 })),
      open: press("Play"),
    },
    { name: "progress failed", path, shows: /^Failed to fetch progress/, before: fail("**/api/progress/**") },
    {
      name: "resumed",
      path,
      shows: /^Resumed at/,
      before: () => callApi(`/api/progress/${audio.date}`, { token, json: started }),
    },
    { name: "video playing", path: contentPath(video.date), shows: "Video Power Session", open: press("Play video") },
  ];
}

for (const [what, states] of Object.entries({
  dashboard: async () => DASHBOARD,
  account: async () => ACCOUNT,
  membership: async () => MEMBERSHIP_STATES,
  session: contentStates,
})) {
  test(`every state of the ${what} is legible small and zoomed in, stays still, and works by keyboard alone`, {
    tag: "@deep",
  }, async ({ page }) => {
    test.slow();
    const { token } = await inviteMember("states");
    await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
    for (const shown of await states(token)) await walkThrough(page, shown);
  });
}
