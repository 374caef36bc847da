import { expect, type Page } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { PODCAST_PATH } from "../../domain/rules/feeds.ts";
import { PAUSE_UNDONE } from "../answers/by-mail.ts";
import { dayAhead } from "../support/fixtures.ts";
import { answer } from "./support/answers.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { watchShifts } from "./support/layout-shifts.ts";
import { colourAt, contrast } from "./support/legible.ts";
import { AUGUST_ADDRESS, findInAugust, findReleased, readLibrary } from "./support/library.ts";
import { inviteMember, type TestMember } from "./support/members.ts";
import { callApi } from "./support/stack.ts";
import { press, type Shown, walkThrough } from "./support/walk.ts";

/** The page's end comes first, because it would otherwise load while focus moves around. */
async function showYear(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Live sessions" }).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText("Videos Watched").waitFor();
  await page.getByRole("heading", { name: "Your year" }).scrollIntoViewIfNeeded();
}

const SETUP_LINK = "/setup-password?token=none&email=jo%40daybolt.test";
const WAKE_UP_LINK = "/wake-up?member=m&date=2026-11-20&key=k&until=2026-11-23";

const VISITOR_PAGES: Shown[] = [
  { name: "login", path: "/login", shows: "Need to set your password?" },
  { name: "login, refused", path: "/login", shows: "Password is required", open: press("Login") },
  { name: "reset", path: "/reset-password", shows: "Continue" },
  {
    name: "setup",
    path: SETUP_LINK,
    shows: "Your membership includes",
    before: answer("**/api/auth/setup-link", { isReset: false, wakeUp: null }),
  },
  { name: "setup without a link", path: "/setup-password", shows: /^Invalid setup link/ },
  { name: "quick login", path: "/quick-login", shows: "Quick Login" },
  {
    name: "unsubscribe",
    path: "/unsubscribe?member=m&key=k",
    shows: "Turn off wake-up emails",
    before: answer("**/api/unsubscribe/check", { emailEnabled: true }),
  },
  {
    name: "pause",
    path: WAKE_UP_LINK,
    shows: "Pause until Monday, November 23",
    before: answer("**/api/by-mail/check", PAUSE_UNDONE),
  },
  { name: "unsubscribe without a link", path: "/unsubscribe", shows: "This unsubscribe link doesn't work" },
];

const findBoth = () =>
  findReleased(({ audioFilename, video }) => audioFilename !== null && video?.provider === "hosted");
const findAudio = () => findReleased(({ audioFilename, video }) => audioFilename !== null && !video);

async function sessionPages(): Promise<Shown[]> {
  const [both, audio] = [await findBoth(), await findAudio()];
  const coming = (await readLibrary()).find(({ status, date }) => status === "published" && date > dayAhead(1));
  const item = contentPath(both.date);
  return [
    { name: "dashboard", path: "/dashboard", shows: /with a session in the last year\./, open: showYear },
    { name: "months", path: "/dashboard", shows: /^August$/, open: press(/all months$/) },
    {
      name: "an empty month",
      path: "/dashboard?rolodex=0&year=2025&month=7",
      shows: /with a session in the last year\./,
      open: showYear,
    },
    { name: "library", path: "/library", shows: /sessions?$/ },
    { name: "library, nothing found", path: "/library?q=no+such+words", shows: "Try other words." },
    { name: "podcast apps", path: PODCAST_PATH, shows: "Such as Overcast or Car", open: press("Add a podcast app") },
    { name: "content", path: item, shows: "Mark as Complete" },
    { name: "playback", path: item, shows: "Sleep timer", open: press(/speed, sleep timer, and shortcuts/) },
    {
      name: "completion",
      path: contentPath(audio.date),
      shows: "Mark as not complete",
      open: press("Mark as Complete"),
    },
    { name: "coming soon", path: contentPath(coming?.date ?? ""), shows: /^Opens / },
    { name: "content not found", path: contentPath("2001-01-01"), shows: "Content Not Found" },
  ];
}

async function setWeekends(page: Page): Promise<void> {
  await press("Edit Profile")(page);
  await press("Set weekend hour")(page);
}

async function unfold(page: Page): Promise<void> {
  for (const fold of ["What we keep", "Emails we send you", "What you agreed to"])
    await page.getByText(fold, { exact: true }).click();
}

const ACCOUNT_PAGES: Shown[] = [
  { name: "More", path: "/profile", shows: "Help", open: press("More") },
  { name: "profile", path: "/profile", shows: "Coming Soon" },
  { name: "profile, editing", path: "/profile", shows: "Save Changes", open: press("Edit Profile") },
  { name: "profile, weekends", path: "/profile", shows: "Nothing on weekends", open: setWeekends },
  { name: "profile, pausing", path: "/profile", shows: "Resume on", open: press("Pause") },
  { name: "profile, mails", path: "/profile", shows: "What you can do", open: press("Check my emails") },
  { name: "profile, membership", path: "/profile#membership", shows: "Give a membership" },
  { name: "profile, name", path: "/profile#membership", shows: "Save Changes", open: press("Change name") },
  { name: "profile, password", path: "/profile#security", shows: "New password", open: press("Set a password") },
  { name: "profile, privacy", path: "/profile#privacy", shows: "Delete your account", open: unfold },
];

/** One session started and some completed, recently and in August, so that every mark of progress appears. */
async function inviteBusyMember(): Promise<TestMember> {
  const member = await inviteMember("pages");
  const [both, started] = [await findBoth(), await findAudio()];
  const save = (date: string, json: unknown) => callApi(`/api/progress/${date}`, { token: member.token, json });
  expect((await save(started.date, { audioProgress: 40 })).status).toBe(200);
  const [doneInAugust, startedInAugust] = await findInAugust();
  expect((await save(doneInAugust?.date ?? "", { totalWatched: true })).status).toBe(200);
  expect((await save(startedInAugust?.date ?? "", { audioProgress: 40 })).status).toBe(200);
  const past = (await readLibrary()).filter(({ date }) => date <= dayAhead(0) && date > dayAhead(-5));
  for (const { date } of past) {
    if (date !== both.date && date !== started.date) await save(date, { totalWatched: true });
  }
  return member;
}

async function signInto(page: Page, { token }: TestMember): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
}

for (const [what, pages] of Object.entries({
  "before signing in": async () => VISITOR_PAGES,
  "with sessions": sessionPages,
  "of the account": async () => ACCOUNT_PAGES,
})) {
  test(`every page ${what} is legible small and zoomed in, stays still, and works by keyboard alone`, {
    tag: "@deep",
  }, async ({ browser, baseURL }) => {
    test.slow();
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      deviceScaleFactor: 2,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    const complaints = watchConsole(page);
    const shown = await pages();
    if (shown !== VISITOR_PAGES) await signInto(page, await inviteBusyMember());
    for (const each of shown) await walkThrough(page, each);
    // The console reports the 404s of missing content.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    await context.close();
  });
}

test("sheets trap focus, close on Escape, and return focus to the button that opened them", { tag: "@deep" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signInto(page, await inviteMember("sheets"));
  const item = await findReleased(({ audioFilename }) => audioFilename !== null);
  for (const [path, name] of [
    ["/dashboard", /all months$/],
    ["/dashboard", "More"],
    [contentPath(item.date), /speed, sleep timer, and shortcuts/],
  ] as const) {
    await page.goto(path);
    const opener = page.getByRole("button", { name });
    await opener.press("Enter");
    const sheet = page.getByRole("dialog");
    await expect(sheet).toBeVisible();
    await expect(sheet.locator(":focus")).toHaveCount(1);
    for (let nth = 0; nth < 12; nth += 1) {
      await page.keyboard.press(nth < 8 ? "Tab" : "Shift+Tab");
      await expect(sheet.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

for (const forcedColors of ["none", "active"] as const) {
  test(`progress, sliders, and choices stand out with ${forcedColors === "active" ? "a palette of the reader's" : "our"} colors`, {
    tag: "@deep",
  }, async ({ page }) => {
    await page.emulateMedia({ forcedColors, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await signInto(page, await inviteBusyMember());
    const item = await findAudio();

    await page.goto(contentPath(item.date));
    await page.waitForLoadState("networkidle");
    const volume = page.getByRole("slider", { name: "Volume" });
    await volume.fill("0.5");
    const [lit, unlit, ground] = [
      await colourAt(page, volume, [0.2, 0.5]),
      await colourAt(page, volume, [0.8, 0.5]),
      await colourAt(page, volume, [0.5, 0.05]),
    ];
    const thumb = await colourAt(page, volume, [0.5, 0.5]);
    for (const part of [lit, unlit, thumb]) expect(contrast(part, ground)).toBeGreaterThanOrEqual(3);
    // Next to the middle of the track, whose unlit part is thinner with the reader's colors.
    const [litEdge, unlitEdge] = [
      await colourAt(page, volume, [0.2, 0.555]),
      await colourAt(page, volume, [0.8, 0.555]),
    ];
    expect(contrast(litEdge, unlitEdge)).toBeGreaterThanOrEqual(1.8);

    await page.getByRole("button", { name: /speed, sleep timer, and shortcuts/ }).click();
    const sheet = page.getByRole("dialog");
    const speed = (text: string) => sheet.locator("label").filter({ hasText: text });
    const chosen = await colourAt(page, speed("1×").first(), [0.15, 0.5]);
    expect(contrast(chosen, await colourAt(page, speed("1.5×"), [0.15, 0.5]))).toBeGreaterThanOrEqual(3);

    await page.goto("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    const hour = (name: string) => page.locator("label").filter({ has: page.getByRole("radio", { name }) });
    const six = await colourAt(page, hour("6 AM"), [0.15, 0.15]);
    expect(contrast(six, await colourAt(page, hour("7 AM"), [0.15, 0.15]))).toBeGreaterThanOrEqual(3);
    const toggle = page.getByRole("switch", { name: "Daily wake-up email" });
    const knob = await colourAt(page, toggle, [0.67, 0.5]);
    expect(contrast(knob, await colourAt(page, toggle, [0.25, 0.5]))).toBeGreaterThanOrEqual(3);

    await page.goto(AUGUST_ADDRESS);
    const dial = page.getByRole("region", { name: "Content Navigation" });
    await dial.getByRole("radio", { checked: true }).press("End");
    const isMarked = async (card: RegExp, mark: string, [x, y]: [number, number]) => {
      await expect(dial.getByRole("radio", { name: card }).first()).toBeVisible();
      const place = dial.getByRole("radio", { name: card }).first().locator(`[data-mark=${mark}]`);
      const drawn = await colourAt(page, place, [x, y]);
      const beside = await colourAt(page, dial.getByRole("radio", { name: card }).first(), [0.12, 0.5]);
      expect(contrast(drawn, beside)).toBeGreaterThanOrEqual(3);
    };
    await isMarked(/, started, \d+%:/, "started", [0.1, 0.5]);
    await expect(
      dial
        .getByRole("radio", { name: /, done:/ })
        .first()
        .locator("svg")
        .last(),
    ).toBeVisible();
    const year = page.getByRole("region", { name: "Your year, day by day" });
    await showYear(page);
    await expect(year).toBeVisible();
    // The newest days are visible, and a day with a session looks different from one without.
    const day = (date: string) => year.locator(`[data-date="${date}"]`);
    await expect(day(dayAhead(0))).toBeInViewport();
    const done = await colourAt(page, day(dayAhead(0)), [0.5, 0.5]);
    expect(contrast(done, await colourAt(page, day(dayAhead(-7)), [0.5, 0.5]))).toBeGreaterThanOrEqual(3);
  });
}

test("a started session resumes where it left off, and nothing on its page moves", { tag: "@deep" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const shiftsOf = await watchShifts(page);
  const member = await inviteMember("resumed");
  await signInto(page, member);
  const { date } = await findAudio();
  const json = { audioProgress: 30, audioPosition: 20, sequence: 1 };
  expect((await callApi(`/api/progress/${date}`, { token: member.token, json })).status).toBe(200);
  await page.goto(contentPath(date));
  await expect(page.getByText(/^Resumed at/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as Complete" })).toBeVisible();
  const { sum, moved } = await shiftsOf();
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(0.01);
});
