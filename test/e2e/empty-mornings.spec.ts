import { expect } from "@playwright/test";
import type { ContentItem } from "../../domain/contract/content/content.ts";
import { contentPath } from "../../domain/paths.ts";
import { formatLongDate } from "../../domain/rules/calendar-days.ts";
import { dayAhead, slotAhead } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { readLibrary, takeEmptyDay } from "./support/library.ts";
import { inviteMember } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

const AGAIN = "May be sent again";

async function findRecording(): Promise<ContentItem> {
  const item = (await readLibrary()).find(
    ({ date, audioFilename, video }) => date < dayAhead(-20) && audioFilename !== null && video === null,
  );
  if (!item) throw new Error("The seed has no such item.");
  return item;
}

// A session that may be sent again affects all members.
test.afterEach(async () => {
  const json = { mayBeSentAgain: false };
  const { id } = await findRecording();
  expect((await callApi(`/api/content/${id}`, { admin: true, method: "PUT", json })).status).toBe(200);
});

test("an administrator allows resending a session in the list, and the next mornings show what goes out", {
  tag: "@deep",
}, async ({ page }) => {
  const complaints = watchConsole(page);
  const item = await findRecording();
  await openAdmin(page, "content");
  const howTo = page.getByText(/^Mornings without a session send no email/);
  await expect(howTo).toBeVisible();
  await page.getByRole("button", { name: "List" }).click();
  await page.getByLabel("Search titles").fill(item.title);
  const again = page.getByRole("switch", { name: `${AGAIN}: ${formatLongDate(item.date)}` });
  await again.click();
  await expect(again).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Calendar" }).click();
  await expect(page.getByText(`"${item.title}" goes out instead`).first()).toBeVisible();
  await expect(howTo).toBeHidden();
  expect(complaints).toEqual([]);
});

test("a session that may be sent again fills an empty morning, plays from the email's button, and counts", {
  tag: "@deep",
}, async ({ page, context, browser }) => {
  const complaints = watchConsole(page);
  const item = await findRecording();
  const day = await takeEmptyDay();

  await openAdmin(page, `content&day=${item.date}`);
  const drawer = page.getByRole("dialog", { name: formatLongDate(item.date) });
  await drawer.getByRole("switch", { name: AGAIN }).click();
  await expect(page.getByText("Content Updated")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText(`"${item.title}" goes out instead`).first()).toBeVisible();

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
