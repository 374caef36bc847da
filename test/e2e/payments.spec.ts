import { expect } from "@playwright/test";
import { HOUR_MS } from "#domain/durations.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { CHICAGO, uniqueEmail } from "../support/fixtures.ts";
import { answer } from "./support/answers.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { expectDashboard, inviteMember } from "./support/members.ts";
import { AUDIO_ALONE, button, position } from "./support/player.ts";
import {
  agree,
  checkout,
  dayInMails,
  dayOnPages,
  fillCheckout,
  leaveWelcome,
  membership,
  openMembership,
  openPart,
  openPayPal,
  subscriptionOf,
} from "./support/purchases.ts";
import { callApi, linkIn, mailByTick, mailsTo, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

const PACIFIC = "America/Los_Angeles";

test("a visitor buys the monthly plan, hears a session, and gets the charge, the receipt, and a setup link", async ({
  page,
}) => {
  const asked: string[] = [];
  const complaints = watchConsole(page);
  const email = uniqueEmail("buyer");
  await fillCheckout(page, "monthly", email);
  await checkout(page).getByRole("radio", { name: "8 AM" }).check();
  await expectAccessible(page);
  const popup = await openPayPal(page);
  await expect(popup.getByText("$9.99 every month")).toBeVisible();
  // A session with sound, whatever today's has.
  const heard = await findReleased(AUDIO_ALONE);
  await answer("**/api/content?*", [{ ...heard, comingSoon: false, completed: false, progressPercent: 0 }])(page);
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const words = await agree(page, popup, email);
  const subscription = await subscriptionOf(email);
  expect(words).toContain("Welcome to ");
  expect(words).toContain(subscription.id);
  expect(words).toMatch(/First email: (today|tomorrow), 8:00 AM Central/);
  await expectAccessible(page);
  // The dashboard's code and calls wait until the welcome is left.
  expect(asked.filter((path) => /dashboard-page|engagement|activity|live-events/.test(path))).toEqual([]);

  const begin = page.getByRole("link", { name: /^Play (today's|the newest) session/ });
  const length = /\((\d+:\d\d)\)$/.exec((await begin.textContent()) ?? "")?.[1] ?? "no length";
  await begin.click();
  await expect(page).toHaveURL(/\/content\//);
  await expect(button(page, "Pause")).toBeFocused();
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  await expect(page.getByText(length, { exact: true })).toBeVisible();
  await page.unroute("**/api/content?*");
  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await expectDashboard(page);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await expect(page.getByText(/^Next wake-up .+ at 8:00 AM( Central)?$/)).toBeVisible();

  linkIn(await mailTo(email, /^Welcome/), "/setup-password");
  const nextDay = subscription.nextBillingTime ?? 0;
  expect((await mailByTick(email, /^Receipt: \$9\.99/)).text).toContain(dayInMails(nextDay));
  await openMembership(page);
  await expect(page.getByText(`Next charge ${dayOnPages(nextDay)}`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await membership(page)
    .getByRole("link", { name: /^Receipt for/ })
    .click();
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByText(subscription.payments[0]?.id ?? "no payment")).toBeVisible();
  await expect(receipt.getByText(email)).toBeVisible();
  await expect(page.getByRole("link", { name: "Membership", exact: true })).toBeInViewport();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test.describe("on a device in Pacific time", () => {
  test.use({ timezoneId: PACIFIC });

  test("a buyer's hour is in Pacific time on pages and in emails, and the first email comes at that hour", {
    tag: "@deep",
  }, async ({ page }) => {
    const complaints = watchConsole(page);
    const email = uniqueEmail("pacific");
    await fillCheckout(page, "monthly", email);
    await checkout(page).getByRole("radio", { name: "7 AM" }).check();
    await expect(checkout(page).getByText(/^(today|tomorrow), 7:00 AM Pacific$/)).toBeVisible();
    const paidOn = dayOnPages(Date.now(), PACIFIC);
    expect(await agree(page, await openPayPal(page), email)).toMatch(/First email: (today|tomorrow), 7:00 AM Pacific/);
    await leaveWelcome(page);
    await expect(page.getByText(/^Next wake-up (today|tomorrow) at 7:00 AM$/)).toBeVisible();
    const welcome = await mailTo(email, /^Welcome/);
    expect(welcome.text).toMatch(/First email: (today|tomorrow), 7:00 AM Pacific\./);

    const card = await openMembership(page);
    await card.getByRole("link", { name: `Receipt for ${paidOn}` }).click();
    await expect(page.getByText(`PayPal, on ${paidOn}`)).toBeVisible();
    await openPart(page, "Wake-up");
    await expect(page.getByRole("region", { name: "Wake-up" })).toContainText(/7:00 AM.*Time zone\s*Pacific/s);

    const inCentral = await inviteMember("central");
    const json = { emailTime: "07:00" };
    expect((await callApi("/api/user/profile", { method: "PUT", token: inCentral.token, json })).status).toBe(200);
    const centralAt = nextSlot(7, CHICAGO, Date.now());
    await tickAt(centralAt);
    await mailTo(inCentral.email, SUBJECTS.wakeUp);
    expect(await mailsTo(email, SUBJECTS.wakeUp)).toEqual([]);
    await tickAt(centralAt + 2 * HOUR_MS);
    expect((await mailTo(email, SUBJECTS.wakeUp)).text).toContain("\n7:00 AM\n");
    expect(await mailsTo(email, SUBJECTS.wakeUp)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});
