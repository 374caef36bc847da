import type { Page } from "@playwright/test";
import { DAY_MS } from "#domain/durations.ts";
import type { ContentItem } from "../../domain/contract/content/content.ts";
import { APP_PAGES, contentPath } from "../../domain/paths.ts";
import { MORNING_STATES } from "../../domain/rules/mail-states.ts";
import { answer, change, daysAhead, fail, never } from "../../test/e2e/support/answers.ts";
import { findReleased, readLibrary } from "../../test/e2e/support/library.ts";
import { callApi } from "../../test/e2e/support/stack.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { click, inOrder, type State, settle, standIn, takeEach } from "./take.ts";

const VERIFY = "**/api/auth/verify";
const PROFILE = "**/api/user/profile";

const released = (fits: (item: ContentItem) => boolean) => async () => contentPath((await findReleased(fits)).date);
const withAudio = released((item) => item.audioFilename !== null && !item.video);
const withBoth = released((item) => item.audioFilename !== null && item.video?.provider === "hosted");
const withVideo = released((item) => item.audioFilename === null && item.video?.provider === "hosted");
const withEmbed = released((item) => item.video?.provider === "youtube");
const comingSoon = async () => {
  const item = (await readLibrary()).find(({ date, status }) => date > dayAhead(1) && status === "published");
  return contentPath(item?.date ?? dayAhead(2));
};

/** Completed mornings, as a member of two weeks would have. */
async function completeSome(_page: Page, token: string): Promise<void> {
  const past = (await readLibrary()).filter(({ date }) => date <= dayAhead(0) && date > dayAhead(-9));
  for (const [nth, { date }] of past.entries()) {
    await callApi(`/api/progress/${date}`, { token, json: nth < 7 ? { totalWatched: true } : { audioProgress: 40 } });
  }
}

/** A year of activity: weeks of every kind. */
const aYear = change("**/api/user/activity", ({ today }) => ({
  days: Array.from({ length: 300 }, (_, nth) => new Date(Date.parse(String(today)) - (299 - nth) * DAY_MS))
    .filter((day) => day.getUTCDate() % 7 !== 3)
    .map((day) => ({ date: day.toISOString().slice(0, 10), count: 1 + (day.getUTCDate() % 3) })),
}));

const asVip = inOrder(
  change(VERIFY, ({ user }) => ({
    user: { ...(user as object), subscriptionType: "annual", subscriptionStatus: "active", hasEarlyAccess: true },
  })),
  change(PROFILE, () => ({
    subscriptionType: "annual",
    subscriptionStatus: "active",
    isGiftSubscription: true,
    giftGiverName: "Maria",
  })),
);

/** What a purchase leaves on the device. */
const bought = (isLeft: boolean) =>
  inOrder(
    change(PROFILE, () => ({ isSetUp: false })),
    (page) =>
      page.addInitScript((left) => {
        const welcome = { subscriptionId: "I-DL08K2P7Q4XN", opensWithPayment: false, isLeft: left };
        localStorage.setItem("welcome", JSON.stringify(welcome));
      }, isLeft),
  );

const offline = inOrder(completeSome, (page) =>
  page.route(/\/api\/(content|user|progress)/, (route) => route.abort("internetdisconnected")),
);

/** The month is requested three more times, a second apart. */
const untilGivenUp = (page: Page) => page.getByText("Failed to fetch content").waitFor();

const playAudio = click("Play");
async function listenAndLeave(page: Page): Promise<void> {
  await playAudio(page);
  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await page.getByRole("region", { name: "Now playing" }).waitFor();
}

async function playToTheEnd(page: Page): Promise<void> {
  await playAudio(page);
  await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 0.5;
  });
  await page.getByRole("button", { name: "Play again" }).first().waitFor();
}

async function markComplete(page: Page): Promise<void> {
  await click("Mark as Complete")(page);
  await page.getByText("Day 1. It starts here.").waitFor();
}

const allMornings = answer("**/api/user/mornings", {
  sender: "wake-up@daybolt.test",
  mornings: MORNING_STATES.map((state, nth) => ({
    date: dayAhead(-nth),
    state,
    at: state === "sent" ? new Date().toISOString() : null,
  })),
});

/** What Safari on iOS has, so the card lists its steps. */
const asIos = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
const withInstallCard = inOrder(completeSome, asIos);
const showInstallCard = (page: Page) =>
  page.getByRole("heading", { name: /on your home screen$/ }).scrollIntoViewIfNeeded();

/** Its sections load when scrolled to. */
const showPrivacy = (page: Page) => page.goto(`${APP_PAGES.profile}#privacy`);

const openAll = inOrder(click("Pause"), click("Check my emails"));
const showPart = (name: string) => (page: Page) =>
  page.getByRole("navigation", { name: "Parts of My Account" }).getByRole("link", { name }).click();
const showYear = (page: Page) => page.getByRole("heading", { name: "Your year" }).scrollIntoViewIfNeeded();

const DASHBOARD: Omit<State, "path">[] = [
  { name: "dashboard-new", isMain: true },
  { name: "dashboard", isMain: true, before: completeSome },
  { name: "dashboard-traveler", before: standIn("America/Los_Angeles") },
  { name: "dashboard-welcome", isMain: true, before: bought(false) },
  { name: "dashboard-welcome-left", before: bought(true) },
  { name: "dashboard-year", before: inOrder(completeSome, aYear), after: showYear },
  { name: "dashboard-last-days", before: daysAhead(26) },
  { name: "dashboard-last-day", before: daysAhead(29.5) },
  { name: "dashboard-ended", before: daysAhead(40) },
  { name: "dashboard-vip", before: asVip },
  { name: "dashboard-elsewhere", after: click("Previous content") },
  {
    name: "dashboard-coming-soon",
    after: (page) =>
      page
        .getByRole("radio", { name: /coming soon/ })
        .first()
        .click(),
  },
  { name: "dashboard-loading", before: never(/\/api\/(content|user)/) },
  { name: "dashboard-failed", before: fail(/\/api\/(content|user)/), after: untilGivenUp },
  { name: "dashboard-offline", before: offline, after: untilGivenUp },
  { name: "install-card", isMain: true, before: withInstallCard, after: showInstallCard },
  {
    name: "dashboard-no-access",
    before: inOrder(daysAhead(40), answer("**/api/content?*", { error: "Over", code: "no_access" }, 403)),
  },
  { name: "dashboard-months", before: completeSome, after: click(/all months$/) },
  { name: "dashboard-months-failed", before: fail("**/api/content/months"), after: click(/all months$/) },
  {
    name: "dashboard-more",
    after: async (page) => {
      const more = page.getByRole("button", { name: "More" });
      if (await more.isVisible()) await more.click();
    },
  },
];

const libraryOf = (query: Record<string, string>) => `${APP_PAGES.library}?${new URLSearchParams(query)}`;

/** Some sessions completed, one started, and two with a heart. */
async function fillLibrary(page: Page, token: string): Promise<void> {
  await completeSome(page, token);
  for (const days of [-1, -4]) await callApi(`/api/content/${dayAhead(days)}/favorite`, { method: "PUT", token });
}

const LIBRARY: State[] = [
  { name: "library", path: APP_PAGES.library, isMain: true, before: fillLibrary },
  { name: "library-search", path: libraryOf({ q: "the", audio: "1" }), isMain: true, before: fillLibrary },
  { name: "library-empty", path: libraryOf({ q: "no such words", favorites: "1" }), isMain: true },
  { name: "library-loading", path: APP_PAGES.library, before: never("**/api/content/library*") },
  { name: "library-failed", path: APP_PAGES.library, before: fail("**/api/content/library*") },
  { name: "library-no-access", path: APP_PAGES.library, before: daysAhead(40) },
];

const CONTENT: State[] = [
  { name: "content-audio", path: withAudio, isMain: true },
  { name: "content-both", path: withBoth, isMain: true },
  { name: "content-both-watch", path: withBoth, isMain: true, after: click("Watch") },
  { name: "content-video", path: withVideo, isMain: true },
  { name: "content-embed", path: withEmbed },
  { name: "content-playing", path: withAudio, after: playAudio },
  { name: "content-ended", path: withAudio, isMain: true, after: playToTheEnd },
  { name: "content-video-playing", path: withVideo, after: click("Play video") },
  { name: "content-mini-player", path: withAudio, isMain: true, after: listenAndLeave },
  {
    name: "content-resumed",
    path: withAudio,
    before: async (_page, token) => {
      const item = await findReleased(({ audioFilename, video }) => audioFilename !== null && !video);
      await callApi(`/api/progress/${item.date}`, {
        token,
        json: { audioProgress: 30, audioPosition: 31, sequence: 1 },
      });
    },
  },
  { name: "content-completed", path: withAudio, isMain: true, after: markComplete },
  { name: "content-done", path: withBoth, before: completeSome },
  {
    name: "content-transcript",
    path: withAudio,
    before: change("**/api/content/2*", () => ({
      transcript: "Good morning.\n\nThe first thing that you do today decides the second. Sit up. Feet on the floor.",
    })),
    after: (page) => page.getByText("Transcript").click(),
  },
  { name: "content-sheet", path: withAudio, after: click(/speed, sleep timer, and shortcuts/) },
  {
    name: "content-media-failed",
    path: withAudio,
    before: (page) => page.route("**/audio/**", (route) => route.fulfill({ status: 404 })),
    after: playAudio,
  },
  {
    name: "content-video-failed",
    path: withVideo,
    before: (page) => page.route("**/video/**", (route) => route.fulfill({ status: 404 })),
    after: inOrder(settle, (page) => page.getByRole("button", { name: "Try again" }).waitFor()),
  },
  { name: "content-progress-failed", path: withAudio, before: fail("**/api/progress/**") },
  {
    name: "content-vip-early",
    path: comingSoon,
    before: asVip,
  },
  { name: "content-coming-soon", path: comingSoon },
  { name: "content-not-found", path: contentPath("2024-01-01") },
  { name: "content-loading", path: withAudio, before: never("**/api/content/2*") },
  { name: "content-failed", path: withAudio, before: fail("**/api/content/2*") },
  { name: "content-no-access", path: withAudio, before: daysAhead(40) },
];

const FEEDS = {
  feeds: [
    ["iPhone", "Overcast/3.0"],
    ["Car", null],
  ].map(([name, userAgent]) => ({
    ...{ id: name, name, userAgent, createdAt: new Date().toISOString() },
    lastUsedAt: userAgent && new Date().toISOString(),
  })),
};

async function addFeed(page: Page): Promise<void> {
  await click("Add a device")(page);
  await page.getByRole("textbox", { name: "Device" }).fill(`Phone ${Math.random()}`);
  await click("Add device")(page);
  await page.getByText("The address for").waitFor();
}

const ACCOUNT: Omit<State, "path">[] = [
  { name: "profile", isMain: true },
  { name: "profile-delete-account", after: inOrder(showPrivacy, click("Delete account")) },
  {
    name: "profile-delete-by-code",
    isMain: true,
    before: inOrder(
      answer("**/api/user/email-code", { ok: true }),
      change("**/api/user/privacy", () => ({ isSetUp: true })),
    ),
    after: inOrder(showPrivacy, click("Delete account"), click("Email me a code instead"), settle),
  },
  { name: "profile-editing", isMain: true, after: click("Edit Profile") },
  { name: "profile-membership-trial", isMain: true, after: showPart("Membership") },
  { name: "profile-name", after: inOrder(showPart("Membership"), click("Change name")) },
  {
    name: "profile-name-saved",
    after: inOrder(showPart("Membership"), click("Change name"), click("Save Changes"), settle),
  },
  { name: "profile-security", isMain: true, after: showPart("Security") },
  {
    name: "profile-feeds",
    isMain: true,
    before: answer("**/api/user/feeds", FEEDS),
    after: inOrder(showPart("Security"), settle),
  },
  { name: "profile-feed-new", after: inOrder(showPart("Security"), settle, addFeed) },
  {
    name: "profile-feed-revoke",
    before: answer("**/api/user/feeds", FEEDS),
    after: inOrder(showPart("Security"), settle, click("Revoke iPhone")),
  },
  {
    name: "profile-password-code",
    isMain: true,
    before: answer("**/api/user/email-code", { ok: true }),
    after: inOrder(showPart("Security"), click("Change password"), click("Email me a code instead"), settle),
  },
  { name: "profile-password", after: inOrder(showPart("Security"), click("Change password")) },
  { name: "profile-saved", after: inOrder(click("Edit Profile"), click("Save Changes"), settle) },
  {
    name: "profile-not-saved",
    before: failSaving,
    after: inOrder(click("Edit Profile"), click("Save Changes"), settle),
  },
  { name: "profile-opened", isMain: true, before: allMornings, after: openAll },
  { name: "profile-weekends", isMain: true, before: change(PROFILE, () => ({ weekendTime: "09:00" })) },
  { name: "profile-no-weekends", before: change(PROFILE, () => ({ weekendTime: "none" })) },
  {
    name: "profile-weekends-editing",
    isMain: true,
    before: change(PROFILE, () => ({ weekendTime: "09:00" })),
    after: click("Edit Profile"),
  },
  {
    name: "profile-weekends-asked",
    after: inOrder(click("Edit Profile"), click("Set weekend hour"), settle),
  },
  {
    name: "profile-paused",
    before: change(PROFILE, () => ({ pausedUntil: dayAhead(9), nextWakeUpAt: null, nextWakeUpLocal: null })),
  },
  {
    name: "profile-mails-off",
    before: change(PROFILE, () => ({ emailEnabled: false, nextWakeUpAt: null, nextWakeUpLocal: null })),
  },
  { name: "profile-mornings-failed", before: fail("**/api/user/mornings"), after: click("Check my emails") },
  {
    name: "profile-test-mail",
    before: answer("**/api/user/test-mail", { ok: true }),
    after: inOrder(click("Check my emails"), click("Send test email"), settle),
  },
  { name: "profile-vip", before: asVip, after: showPart("Membership") },
  { name: "profile-last-days", before: daysAhead(26), after: showPart("Membership") },
  { name: "profile-ended", before: daysAhead(40), after: showPart("Membership") },
  { name: "profile-loading", before: never(PROFILE) },
  { name: "profile-failed", before: fail(PROFILE) },
  { name: "profile-not-found", before: answer(PROFILE, { error: "Profile Not Found", code: "not_found" }, 404) },
];

function failSaving(page: Page) {
  return page.route(PROFILE, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 500, json: { error: "Something went wrong", code: "internal" } })
      : route.continue(),
  );
}

takeEach([
  ...DASHBOARD.map((state) => ({ ...state, path: APP_PAGES.dashboard, isMember: true })),
  {
    name: "dashboard-empty",
    path: `${APP_PAGES.dashboard}?rolodex=0&year=2025&month=2`,
    isMember: true,
  },
  { name: "session-checking", path: APP_PAGES.dashboard, isMember: true, before: never(VERIFY) },
  ...LIBRARY.map((state) => ({ ...state, isMember: true })),
  ...CONTENT.map((state) => ({ ...state, isMember: true })),
  ...ACCOUNT.map((state) => ({ ...state, path: APP_PAGES.profile, isMember: true })),
]);
