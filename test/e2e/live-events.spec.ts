import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { addDays } from "../../domain/rules/calendar-days.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, signIn, type TestMember } from "./support/members.ts";
import { callApi, hourAt, linkIn, mailsTo, mailTo, tickAt } from "./support/stack.ts";

const TITLE = "Strike hour, live";
const LINK = "https://live.example.org/strike";
const SOON = /^Starting soon: Strike hour/;
const SIZES = [
  [390, 844],
  [320, 568],
  [1280, 900],
] as const;

async function giveAnnualPlan({ email }: TestMember): Promise<void> {
  const list = await callApi(`/api/admin/members?${new URLSearchParams({ q: email })}`, { admin: true });
  const { members } = await list.json();
  // A grant with an end date starts right away; one in months would wait for the trial's end.
  const untilDate = addDays(new Date().toISOString().slice(0, 10), 300);
  const grant = { requestId: crypto.randomUUID(), plan: "annual", untilDate, reason: "Journey" };
  const given = await callApi(`/api/admin/members/${members[0].id}/grants`, { admin: true, json: grant });
  expect(given.status).toBe(200);
}

/** "2027-01-17T12:00" in the browser's time zone, some minutes from now. */
const localTime = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    const date = new Date(Date.now() + ms);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, minutes * 60_000);

/** The dashboard's section for a member, in their own browser. */
async function sectionOf(browser: Browser, member: TestMember) {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await signIn(page, member);
  const section = page.getByRole("region", { name: "Live sessions" });
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole("heading", { name: TITLE })).toBeVisible();
  return { page, section };
}

test("an event is announced, seen by annual members, locked for others, and emailed shortly before", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const [annual, monthly] = [await inviteMember("annual"), await inviteMember("monthly")];
  await giveAnnualPlan(annual);
  await openAdmin(page, "overview");
  const alert = page.getByRole("link", { name: /^Schedule live event: / });
  const all = page.getByRole("button", { name: /^Show all \d+$/ });
  await expect(alert.or(all).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await alert.click();
  await page.getByRole("button", { name: "Schedule live event", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill(TITLE);
  await form.getByLabel("Date and time").fill(await localTime(page, 75));
  await form.getByLabel("Link").fill(LINK);
  await form.getByLabel("Note").fill("Bring water.");
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await form.getByRole("button", { name: "Schedule live event" }).click();
  await expect(page.getByRole("list", { name: "Upcoming" }).getByText(TITLE)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByText("No live event in the next three months")).toHaveCount(0);

  const invited = await sectionOf(browser, annual);
  await expect(invited.section.getByRole("link", { name: "Join the live session" })).toHaveAttribute("href", LINK);
  await expect(invited.section.getByText("Bring water.")).toBeVisible();
  for (const [width, height] of SIZES) {
    await invited.page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(invited.page);
  }
  await expectAccessible(invited.page);
  const downloading = invited.page.waitForEvent("download");
  await invited.section.getByRole("link", { name: "Add to calendar" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("BEGIN:VCALENDAR");
  expect(file).toContain("SUMMARY:Strike hour\\, live");

  const locked = await sectionOf(browser, monthly);
  await expect(locked.section.getByText("For annual members")).toBeVisible();
  await expect(locked.section.getByRole("link", { name: "Join the live session" })).toHaveCount(0);
  const answer = await callApi("/api/user/live-event", { token: monthly.token });
  expect(await answer.text()).not.toContain("live.example.org");
  await expectAccessible(locked.page);

  // A cron that runs twice sends nothing twice.
  for (const _ of [1, 2]) {
    await hourAt(Date.now());
    await tickAt(Date.now());
  }
  const mail = await mailTo(annual.email, SOON);
  expect(mail.text).toContain(LINK);
  const calendar = await fetch(linkIn(mail, "/api/live-events/"));
  expect(await calendar.text()).toBe(file);
  expect(await mailsTo(annual.email, SOON)).toHaveLength(1);
  expect(await mailsTo(monthly.email, SOON)).toEqual([]);

  // So that no later journey sees the event.
  await page.getByRole("tab", { name: "Live Events" }).click();
  await page.getByRole("button", { name: `Cancel event: ${TITLE}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel event" }).click();
  await expect(page.getByText("Live event cancelled", { exact: true })).toBeVisible();
});
