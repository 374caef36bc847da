import { expect, test } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { readLibrary } from "./support/library.ts";
import { inviteMember, keepSignedIn, type TestMember } from "./support/members.ts";
import { callApi, linkIn, mailsTo, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

// In one browser, since a tick also takes up the slots of the three hours before it.
test.describe.configure({ mode: "default" });

async function inviteFor(emailTime: string): Promise<TestMember> {
  const member = await inviteMember("wake-up");
  const saved = await callApi("/api/user/profile", { method: "PUT", token: member.token, json: { emailTime } });
  expect(saved.status).toBe(200);
  return member;
}

const wakeUpsOf = ({ email }: TestMember) => mailsTo(email, SUBJECTS.wakeUp);
const wakeUpOf = ({ email }: TestMember) => mailTo(email, SUBJECTS.wakeUp);

test("the mail comes at the hour, once, and its button opens that day's content item", async ({ page, context }) => {
  const member = await inviteFor("05:00");
  const slotAt = slotAhead(1, 5);
  await tickAt(slotAt);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  // Whoever joins meanwhile still gets theirs from a later tick, which proves that it passed over those who have it.
  const latecomer = await inviteFor("05:00");
  await tickAt(slotAt + 60_000);
  await wakeUpOf(latecomer);
  expect(await wakeUpsOf(member)).toHaveLength(1);

  expect(mail.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(mail.text).toContain("Good morning, Jo");
  const item = (await readLibrary()).find(({ date }) => date === dayAhead(1));
  expect(mail.subject).toContain(item?.title);
  expect(mail.text).toContain("5:00 AM · Day 1");
  // The member opens it tomorrow: in development the server's clock can be set for that.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAt + 60_000) });
  await keepSignedIn(page, member);
  await page.goto(linkIn(mail, contentPath(dayAhead(1))));
  await expect(page.getByRole("heading", { level: 1, name: item?.title ?? "no item" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Power Session$/ }).first()).toBeVisible();
});

test("the button plays its day's session in a browser without a login, and what was heard counts", async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  const member = await inviteFor("06:00");
  const library = await readLibrary();
  const days = Array.from({ length: 14 }, (_, index) => index + 1);
  const day = days.find((days) =>
    library.some(({ date, audioFilename, video }) => date === dayAhead(days) && audioFilename !== null && !video),
  );
  if (day === undefined) throw new Error("The seed has no such item.");
  const path = contentPath(dayAhead(day));
  const slotAt = slotAhead(day, 6);
  await tickAt(slotAt);
  const mail = await wakeUpOf(member);
  const now = slotAt + 60_000;
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(now) });
  const readProgress = async () =>
    (await callApi(`/api/progress/${dayAhead(day)}`, { token: member.token, now })).json();

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
  await expect(page.getByText("Session complete.")).toBeVisible();
  expect(await readProgress()).toMatchObject({ audioCompleted: true, playback: 1 });

  // It opens nothing else: not the next page, not another session.
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Good morning." })).toBeVisible();
  const other = new URL(linkIn(mail, path));
  other.pathname = contentPath(dayAhead(day - 1));
  await page.goto(other.href);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);

  // The next day it has had its day.
  await context.setExtraHTTPHeaders({ "x-daybolt-now": String(slotAhead(day + 2, 0)) });
  await page.goto(linkIn(mail, path));
  await expect(page.getByRole("heading", { name: "This button has had its day" })).toBeVisible();
});

test("a pause until Monday and a later hour are a tap each, without a login, and can be taken back", async ({
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

  // Whatever a mail scanner opens, nothing changes.
  for (const link of links) await page.goto(link);
  expect(await profile()).toMatchObject({ emailTime: "08:00", pausedUntil: null });

  await page.goto(linkWith("until"));
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Pause until Monday/ }).click();
  await expect(page.getByText(/^No mail wakes you until Monday/)).toBeVisible();
  const until = new URL(linkWith("until")).searchParams.get("until");
  expect(await profile()).toMatchObject({ pausedUntil: until });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "As it was before" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "08:00", pausedUntil: null });

  await page.goto(linkWith("hour"));
  await page.getByRole("button", { name: "Wake me at 9:00 AM" }).click();
  await expect(page.getByRole("heading", { name: "9:00 AM it is" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "09:00" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "As it was before" })).toBeVisible();
  expect(await profile()).toMatchObject({ emailTime: "08:00" });
});

test("the unsubscribe link asks first, stops the mails without a session, and can be taken back", async ({ page }) => {
  const member = await inviteFor("07:00");
  await tickAt(slotAhead(1, 7));
  const mail = await wakeUpOf(member);
  const isOn = async () => {
    const profile = await callApi("/api/user/profile", { token: member.token });
    return (await profile.json()).emailEnabled;
  };

  await page.goto(linkIn(mail, "/unsubscribe"));
  await expect(page.getByRole("button", { name: "Stop my wake-up mails" })).toBeVisible();
  await expectAccessible(page);
  expect(await isOn()).toBe(true);
  await page.getByRole("button", { name: "Stop my wake-up mails" }).click();
  await expect(page.getByRole("heading", { name: "Your morning mails are stopped" })).toBeVisible();
  expect(await isOn()).toBe(false);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "Your morning mails are on again" })).toBeVisible();
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
  await page.getByRole("button", { name: "Stop my wake-up mails" }).click();
  await expect(page.getByRole("heading", { name: "This unsubscribe link does not work" })).toBeVisible();
});

test("ticks ahead of time, tomorrow's and one forty days on, leave the next morning as it is", async () => {
  const member = await inviteFor("09:00");
  const earlier = await inviteFor("05:00");
  await tickAt(slotAhead(40, 9));
  await tickAt(slotAhead(1, 5));
  await wakeUpOf(earlier);
  expect(await wakeUpsOf(member)).toEqual([]);
  await tickAt(slotAhead(1, 9));
  const mail = await wakeUpOf(member);
  linkIn(mail, contentPath(dayAhead(1)));
  expect(await wakeUpsOf(member)).toHaveLength(1);
});
