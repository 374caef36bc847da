import { expect } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { formatMonthDay, formatShortWeekday } from "../../domain/rules/calendar-days.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { readLibrary, takeEmptyDay } from "./support/library.ts";
import { inviteMember } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

const SETTING = "/api/admin/settings/empty-mornings";

// The setting affects all members.
test.afterAll(async () => {
  const { version } = await (await callApi(SETTING, { admin: true })).json();
  await callApi(SETTING, { admin: true, method: "PUT", json: { version, mode: "nothing", contentIds: [] } });
});

test("an administrator chooses a fallback; on an empty morning it wakes, plays by the mail's button, and counts", {
  tag: "@deep",
}, async ({ page, context, browser }) => {
  const complaints = watchConsole(page);
  const library = await readLibrary();
  const item = library.find(
    ({ date, audioFilename, video }) => date < dayAhead(-20) && audioFilename !== null && video === null,
  );
  const day = await takeEmptyDay();
  if (!item) throw new Error("The seed has no such item.");

  await openAdmin(page, "settings&page=mornings");
  const card = page.getByRole("region", { name: "Mornings without a session" });
  await card.getByRole("radio", { name: /Send a fallback/ }).check();
  await card.getByLabel("Add past sessions").fill(item.title);
  // Titles repeat in the seed.
  const own = `${formatShortWeekday(item.date)}, ${formatMonthDay(item.date)}, ${item.date.slice(0, 4)}`;
  await card.getByRole("button", { name: `Add ${item.title} ${own}` }).click();
  await expect(card.getByText("Not saved yet.")).toBeVisible();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Saved.")).toBeVisible();
  await expect(card.getByText(`"${item.title}" goes out instead.`)).toBeVisible();
  await expectAccessible(page);

  const member = await inviteMember("fallback");
  const saved = await callApi("/api/user/profile", {
    method: "PUT",
    token: member.token,
    json: { emailTime: "08:00" },
  });
  expect(saved.status).toBe(200);
  const slotAt = slotAhead(day, 8);
  await tickAt(slotAt);
  const mail = await mailTo(member.email, SUBJECTS.wakeUp);
  expect(mail.subject).toContain(item.title);
  const now = slotAt + 60_000;

  const elsewhere = await browser.newContext({ extraHTTPHeaders: { "x-daybolt-now": String(now) } });
  const phone = await elsewhere.newPage();
  // Playback counts for the day on the phone's clock.
  await phone.clock.setSystemTime(now);
  await phone.goto(linkIn(mail, contentPath(item.id)));
  await phone.getByRole("button", { name: "Play", exact: true }).click();
  const audio = phone.locator("audio");
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5);
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = element.duration * 0.85;
  });
  await expect(phone.getByText("Session complete.")).toBeVisible();
  await elsewhere.close();
  const streak = await (await callApi("/api/user/streak", { token: member.token, now })).json();
  expect(streak).toMatchObject({ currentStreak: 1, lastCompletedDate: dayAhead(day) });
  expect(complaints).toEqual([]);
  await context.close();
});
