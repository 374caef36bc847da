import { expect, type Page } from "@playwright/test";
import type { NextLiveEvent } from "../../domain/contract/live-events.ts";
import { APP_PAGES, contentPath } from "../../domain/paths.ts";
import { INVITATION, NEXT_LIVE_EVENT } from "../../test/answers/live-events.ts";
import { answer, fail } from "../../test/e2e/support/answers.ts";
import { findReleased } from "../../test/e2e/support/library.ts";
import { AUDIO_ALONE, playing, position, seek } from "../../test/e2e/support/player.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { click, inOrder, type State, settle, takeEach } from "./take.ts";

const PROGRESS = "**/api/progress/*";
const LIVE_EVENT = "**/api/user/live-event";

const withAudio = async () => contentPath((await findReleased(AUDIO_ALONE)).date);
const withEmbed = async () => contentPath((await findReleased(({ video }) => video?.provider === "youtube")).date);

/** New progress isn't saved; existing progress is read. */
const loseSaves = (page: Page) =>
  page.route(PROGRESS, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
const toastOf = (title: string) => (page: Page) => page.getByText(title, { exact: true }).waitFor();

async function listen(page: Page): Promise<void> {
  await seek(page, 20);
  await click("Play")(page);
  await expect.poll(() => position(page)).toBeGreaterThan(21);
}
async function finishElsewhere(page: Page): Promise<void> {
  await listen(page);
  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await settle(page);
  await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration * 0.81;
  });
  await page.getByRole("heading", { name: "Day 1. It starts here." }).waitFor();
  expect(await playing(page)).toBe(true);
}
const sleepSoon = inOrder(
  click("Play"),
  click(/speed, sleep timer, and shortcuts/),
  (page) => page.getByText("15 min", { exact: true }).click(),
  (page) => page.getByText(/^Pauses at /).waitFor(),
);

const EVENT = {
  ...NEXT_LIVE_EVENT,
  title: "The year behind you, and the one thing that you take along",
  startsAt: `${dayAhead(9)}T12:00:00.000Z`,
};
const announced = (event: NextLiveEvent["event"]) => answer(LIVE_EVENT, { event } satisfies NextLiveEvent);
const showLiveEvents = (page: Page) =>
  page.locator("#live-heading").evaluate((element) => element.scrollIntoView({ block: "center" }));
const live = (name: string, before: State["before"]): Omit<State, "isMember"> => ({
  name: `dashboard-live-${name}`,
  path: APP_PAGES.dashboard,
  ...(before && { before }),
  after: showLiveEvents,
});

const STATES: Omit<State, "isMember">[] = [
  {
    name: "content-not-saved",
    path: withAudio,
    before: loseSaves,
    after: inOrder(listen, click("Pause"), toastOf("Progress saved on this device")),
  },
  {
    name: "content-completed-offline",
    path: withAudio,
    before: loseSaves,
    after: inOrder(click("Mark as Complete"), settle),
  },
  { name: "content-completed-elsewhere", path: withAudio, after: finishElsewhere },
  { name: "content-sleep", path: withAudio, after: sleepSoon },
  {
    name: "content-embed-failed",
    path: withEmbed,
    before: (page) => page.route("https://www.youtube-nocookie.com/embed/**", (route) => route.abort()),
    after: (page) => page.getByRole("button", { name: "Try again" }).waitFor(),
  },
  live("locked", announced(EVENT)),
  live("invited", announced({ ...EVENT, invitation: INVITATION })),
  live("none", announced(null)),
  live("failed", fail(LIVE_EVENT)),
];

takeEach(STATES.map((state) => ({ ...state, isMember: true })));
