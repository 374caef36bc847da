import { expect, type Page } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { MOVED, PAUSE_UNDONE, PAUSED, STOP_UNDONE, STOPPED } from "../answers/by-mail.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { withoutStyles } from "../support/mail-html.ts";
import { answer } from "./support/answers.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased, readLibrary, takeEmptyDay } from "./support/library.ts";
import { inviteMember, keepSignedIn, type TestMember } from "./support/members.ts";
import { callApi, linkIn, mailsTo, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";
import { press, type Shown, walkThrough } from "./support/walk.ts";

async function inviteFor(emailTime: string): Promise<TestMember> {
  const member = await inviteMember("wake-up");
  const saved = await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime } });
  expect(saved.status).toBe(200);
  return member;
}

const wakeUpsOf = ({ email }: TestMember) => mailsTo(email, SUBJECTS.wakeUp);
const wakeUpOf = ({ email }: TestMember) => mailTo(email, SUBJECTS.wakeUp);

/** A new item for this journey, and how many days ahead it is. The seed's media depend on the weekday. */
async function createDay(media: { audioKey: string | null } | { videoKey: string | null }): Promise<number> {
  const day = await takeEmptyDay();
  const item = { date: dayAhead(day), title: "Opened by Mail", description: "Begin.", status: "published" };
  const created = await callApi("/api/content", { admin: true, json: item });
  expect(created.status).toBe(201);
  const { id } = await created.json();
  expect((await callApi(`/api/content/${id}`, { method: "PUT", admin: true, json: media })).status).toBe(200);
  return day;
}

async function createAudioDay(): Promise<number> {
  const { audioFilename } = await findReleased((item) => item.audioFilename !== null);
  return createDay({ audioKey: audioFilename });
}

test("the wake-up email arrives once, at its hour, and its button opens that day's content item", async ({
  page,
  context,
}) => {
  const member = await inviteFor("05:00");
  const slotAt = slotAhead(1, 5);
  await tickAt(slotAt);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  // Members who join meanwhile get theirs from a later tick, which proves that it skips those who have it.
  const latecomer = await inviteFor("05:00");
  await tickAt(slotAt + 60_000);
  await wakeUpOf(latecomer);
  expect(await wakeUpsOf(member)).toHaveLength(1);

  expect(mail.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(mail.text).toContain("Good morning, Jo");
  const item = (await readLibrary()).find(({ date }) => date === dayAhead(1));
  expect(mail.subject).toContain(item?.title);
  expect(mail.text).toContain("\n5:00 AM\n");
  // The member opens it tomorrow: in development, the server's clock can be set to that.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAt + 60_000) });
  await keepSignedIn(page, member);
  await page.goto(linkIn(mail, contentPath(dayAhead(1))));
  await expect(page.getByRole("heading", { level: 1, name: item?.title ?? "no item" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Power Session$/ }).first()).toBeVisible();
});

test("the wake-up email fits a phone screen, with or without its styles and picture", { tag: "@deep" }, async ({
  page,
}) => {
  const member = await inviteFor("06:00");
  await tickAt(slotAhead(1, 6));
  const { html = "" } = await wakeUpOf(member);
  const picture = page.locator("img");
  for (const isShown of [true, false]) {
    if (!isShown) await page.route("**/artwork/*", (route) => route.abort());
    for (const shown of [html, withoutStyles(html)])
      for (const width of [320, 390, 700]) {
        await page.setViewportSize({ width, height: 700 });
        await page.setContent(shown, { waitUntil: "load" });
        const naturalWidth = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
        expect(naturalWidth > 0).toBe(isShown);
        await expectNoSidewaysScroll(page);
        await expect(page.getByRole("link", { name: "Start today's session" })).toBeVisible();
      }
  }
});

test("the email's button plays that day's session without a login, and listening counts for the streak", async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  const member = await inviteFor("06:00");
  const day = await createAudioDay();
  const path = contentPath(dayAhead(day));
  const slotAt = slotAhead(day, 6);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  const now = slotAt + 60_000;
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(now) });
  const readProgress = async () =>
    (await callApi(`/api/progress/${dayAhead(day)}`, { token: member.token, now })).json();

  // Playback counts for the day on the browser's clock.
  await page.clock.setSystemTime(now);
  await page.goto(linkIn(mail, path));
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeFocused();
  await expectAccessible(page);
  expect(await page.locator("body").textContent()).not.toMatch(/Jo\b|journey/i);
  expect(await readProgress()).toMatchObject({ audioProgress: 0, playback: 0 });

  await play.click();
  const audio = page.locator("audio");
  const position = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await expect.poll(position).toBeGreaterThan(0.5);
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = element.duration * 0.85;
  });
  await expect(page.getByText("Session complete", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Day 1. It starts here." })).toBeInViewport();
  expect(await readProgress()).toMatchObject({ audioCompleted: true, playback: 1 });
  const streak = await (await callApi("/api/user/streak", { token: member.token, now })).json();
  expect(streak).toMatchObject({ currentStreak: 1, lastCompletedDate: dayAhead(day) });

  // The link opens nothing else: not the next page, not another session.
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Good morning." })).toBeVisible();
  const other = new URL(linkIn(mail, path));
  other.pathname = contentPath(dayAhead(day - 1));
  await page.goto(other.href);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);

  // The next day, the link has expired.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAhead(day + 2, 0)) });
  await page.goto(linkIn(mail, path));
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
});

test("pausing until Monday or moving to a later hour takes one tap without a login and can be undone", async ({
  page,
  context,
}) => {
  const member = await inviteFor("08:00");
  const slotAt = slotAhead(1, 8);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  const now = slotAt + 60_000;
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(now) });
  const profile = async () => (await callApi("/api/user/profile", { token: member.token, now })).json();
  const links = mail.text.split(/\s+/).filter((word) => word.includes("/wake-up?"));
  expect(links).toHaveLength(2);
  const linkWith = (name: string) => links.find((link) => new URL(link).searchParams.has(name)) ?? "";

  // An email scanner that opens links changes nothing.
  for (const link of links) await page.goto(link);
  expect(await profile()).toMatchObject({ emailTime: "08:00", pausedUntil: null });

  await page.goto(linkWith("until"));
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Pause until Monday/ }).click();
  await expect(page.getByText(/^No emails or notifications until Monday/)).toBeVisible();
  const until = new URL(linkWith("until")).searchParams.get("until");
  expect(await profile()).toMatchObject({ pausedUntil: until });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Change undone" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "08:00", pausedUntil: null });

  await page.goto(linkWith("hour"));
  await page.getByRole("button", { name: "Wake me at 9:00 AM" }).click();
  await expect(page.getByRole("heading", { name: "9:00 AM it is" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "09:00" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Change undone" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "08:00" });
});

test("the unsubscribe link asks first, stops the emails without a login, and can be undone", async ({ page }) => {
  const member = await inviteFor("07:00");
  await tickAt(slotAhead(1, 7));
  const mail = await wakeUpOf(member);
  const isOn = async () => {
    const profile = await callApi("/api/user/profile", { token: member.token });
    return (await profile.json()).emailEnabled;
  };

  await page.goto(linkIn(mail, "/unsubscribe"));
  await expect(page.getByRole("button", { name: "Turn off wake-up emails" })).toBeVisible();
  await expectAccessible(page);
  expect(await isOn()).toBe(true);
  await page.getByRole("button", { name: "Turn off wake-up emails" }).click();
  await expect(page.getByRole("heading", { name: "Your wake-up emails are off" })).toBeVisible();
  expect(await isOn()).toBe(false);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "Your wake-up emails are back on" })).toBeVisible();
  expect(await isOn()).toBe(true);

  const target = /<(http[^>]+)>/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  const oneClick = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
    body: "List-Unsubscribe=One-Click",
    redirect: "error",
  });
  expect(oneClick.status).toBe(200);
  expect(await isOn()).toBe(false);

  const forged = new URL(target);
  forged.searchParams.set("key", "A".repeat(43));
  expect((await fetch(forged, { method: "POST" })).status).toBe(400);
  await page.goto(forged.pathname + forged.search);
  await expect(page.getByRole("heading", { name: "This unsubscribe link doesn't work" })).toBeVisible();
});

/** The links in an upcoming day's email, and the clocks of the person opening it. */
async function linksOf(member: TestMember, day: number) {
  const slotAt = slotAhead(day, 8);
  await tickAt(slotAt);
  const path = contentPath(dayAhead(day));
  const find = async () => (await wakeUpsOf(member)).find(({ text }) => text.includes(path));
  await expect.poll(find).toBeDefined();
  const mail = (await find()) as NonNullable<Awaited<ReturnType<typeof find>>>;
  const pathOf = (link: string) => link.slice(new URL(link).origin.length);
  const changes = mail.text.split(/\s+/).filter((word) => word.includes("/wake-up?"));
  const changeOf = (name: string) => pathOf(changes.find((link) => new URL(link).searchParams.has(name)) ?? "");
  const openedAt = (at: number) => (page: Page) => page.setExtraHTTPHeaders({ "x-daybolt-now": String(at) });
  return {
    play: pathOf(linkIn(mail, path)),
    stop: pathOf(linkIn(mail, "/unsubscribe")),
    pause: changeOf("until"),
    hour: changeOf("hour"),
    inTime: openedAt(slotAt + 60_000),
    tooLate: openedAt(slotAhead(day + 2, 0)),
    muchTooLate: openedAt(slotAhead(day + 9, 0)),
  };
}

async function createVideoDay(): Promise<number> {
  const { video } = await findReleased((item) => item.video?.provider === "hosted");
  return createDay({ videoKey: video?.ref ?? null });
}

test("every page linked from an email is legible small and zoomed in, stays still, and works by keyboard", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  // An invalid link, an expired one, and a missing recording.
  const complaints = watchConsole(page, { except: /status of (400|404|410)/ });
  const member = await inviteFor("08:00");
  const audio = await linksOf(member, await createAudioDay());
  const video = await linksOf(member, await createVideoDay());
  const before = audio.inTime;
  const wrong = { member: "m", key: "k" };
  const paused = { ...PAUSED, pausedUntil: dayAhead(9) };
  const states: Shown[] = [
    { name: "audio", path: audio.play, shows: "Audio Power Session", before },
    { name: "audio playing", path: audio.play, shows: "Audio Power Session", before, open: press("Play") },
    { name: "video", path: video.play, shows: "Video Power Session", before: video.inTime },
    {
      name: "video playing",
      path: video.play,
      shows: "Video Power Session",
      before: video.inTime,
      open: press("Play video"),
    },
    { name: "too late", path: audio.play, shows: "This link has expired", before: audio.tooLate },
    {
      name: "not ours",
      path: `${contentPath(dayAhead(1))}?${new URLSearchParams(wrong)}`,
      shows: "This link doesn't work",
    },
    { name: "pause", path: audio.pause, shows: /^Pause until Monday/, before },
    {
      name: "paused",
      path: audio.pause,
      shows: /^No emails or notifications until/,
      before: answer("**/api/by-mail/pause", paused),
      open: press(/^Pause until/),
    },
    {
      name: "taken back",
      path: audio.pause,
      shows: "Change undone",
      before: async (at) => {
        await answer("**/api/by-mail/pause", paused)(at);
        await answer("**/api/by-mail/undo", PAUSE_UNDONE)(at);
      },
      open: async (at) => {
        await press(/^Pause until/)(at);
        await press("Undo")(at);
      },
    },
    { name: "hour", path: audio.hour, shows: "Wake me at 9:00 AM", before },
    {
      name: "moved",
      path: audio.hour,
      shows: "9:00 AM it is",
      before: answer("**/api/by-mail/hour", { ...MOVED, emailTime: "09:00" }),
      open: press(/^Wake me at/),
    },
    {
      name: "change too late",
      path: audio.hour,
      shows: /^You can still change it in/,
      before: audio.muchTooLate,
    },
    { name: "change cut off", path: "/wake-up", shows: "This link doesn't work" },
    { name: "stop", path: audio.stop, shows: "Turn off wake-up emails", before },
    {
      name: "stopped",
      path: audio.stop,
      shows: "Your wake-up emails are off",
      before: answer("**/api/unsubscribe", STOPPED),
      open: press("Turn off wake-up emails"),
    },
    {
      name: "on again",
      path: audio.stop,
      shows: "Your wake-up emails are back on",
      before: async (at) => {
        await answer("**/api/unsubscribe", STOPPED)(at);
        await answer("**/api/unsubscribe/undo", STOP_UNDONE)(at);
      },
      open: async (at) => {
        await press("Turn off wake-up emails")(at);
        await press(/^Undo/)(at);
      },
    },
    { name: "stop cut off", path: "/unsubscribe", shows: "This unsubscribe link doesn't work" },
  ];
  for (const shown of states) await walkThrough(page, shown);
  expect(complaints).toEqual([]);
});
