import { expect, type Page } from "@playwright/test";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { NO_ACCESS, watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { expectDashboard } from "./support/members.ts";
import {
  agree,
  buy,
  checkout,
  dayInMails,
  dayOnPages,
  liveAt,
  membership,
  openMembership,
  openPayPal,
  subscriptionOf,
} from "./support/purchases.ts";
import { mailByTick, paypal } from "./support/stack.ts";

/** Cancels in My Account and confirms. */
async function cancel(page: Page, reason = ""): Promise<void> {
  await openMembership(page);
  await membership(page).getByRole("button", { name: "Cancel Subscription" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why are you leaving? (optional)").fill(reason);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a member cancels in the profile, keeps the paid time, and resubscribes from the day it ends", {
  tag: "@deep",
}, async ({ page }) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const email = uniqueEmail("leaver");
  const bought = await buy(page, email);
  const paidEnd = bought.nextBillingTime ?? 0;
  await cancel(page, "I sleep too well");
  await expect(page.getByText(`Access until ${dayOnPages(paidEnd)}`, { exact: true })).toBeVisible();
  await expect(membership(page).getByText("You won't be charged again.")).toBeVisible();
  await expectAccessible(page);
  expect(await paypal().subscription(bought.id)).toMatchObject({ status: "CANCELLED", statusNote: "I sleep too well" });
  const mail = await mailByTick(email, /^Cancelled: /);
  expect(mail.subject).toContain(dayInMails(paidEnd));

  // Everything is open through the last paid day, and not a day longer.
  await liveAt(page, paidEnd - DAY_MS);
  await page.goto("/dashboard");
  await expectDashboard(page);
  await expect(page.getByRole("link", { name: "Choose a plan" })).toHaveCount(0);
  await liveAt(page, paidEnd + DAY_MS);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: `Your membership ended on ${dayOnPages(paidEnd)}` })).toBeVisible();
  await expectAccessible(page);
  await page.setExtraHTTPHeaders({});

  await openMembership(page);
  await membership(page).getByRole("link", { name: "Subscribe again" }).click();
  await expect(checkout(page).getByText("Nothing is charged before your access ends.")).toBeVisible();
  await expect(checkout(page).getByText(`PayPal charges $9.99 on ${dayInMails(paidEnd)}`)).toBeVisible();
  await expectAccessible(page);
  await checkout(page).getByRole("checkbox").check();
  const popup = await openPayPal(page);
  await expect(popup.getByText("Today")).toHaveCount(0);
  await agree(page, popup, email);
  const rejoined = await subscriptionOf(email);
  expect(rejoined).toMatchObject({ status: "ACTIVE", startTime: paidEnd, payments: [] });
  await openMembership(page);
  await expect(page.getByText(`Next charge ${dayOnPages(paidEnd)}`, { exact: true })).toBeVisible();
  await expectAccessible(page);

  await paypal().control({ action: "advance", id: rejoined.id, to: paidEnd + 60_000 });
  await mailByTick(email, /^Receipt: \$9\.99/, 2);
  await liveAt(page, paidEnd + DAY_MS);
  const { nextBillingTime } = await paypal().subscription(rejoined.id);
  await openMembership(page);
  await expect(page.getByText(`Next charge ${dayOnPages(nextBillingTime ?? 0)}`, { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});
