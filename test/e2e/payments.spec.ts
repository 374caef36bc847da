import { expect, type Page } from "@playwright/test";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { CHICAGO, uniqueEmail } from "../support/fixtures.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, inviteMember, keepSignedIn } from "./support/members.ts";
import {
  agree,
  buy,
  checkout,
  dayInMails,
  dayOnPages,
  fillCheckout,
  liveAt,
  membership,
  nextAlert,
  openMembership,
  openPart,
  openPayPal,
  subscriptionOf,
} from "./support/purchases.ts";
import { callApi, hourAt, linkIn, mailByTick, mailsTo, mailTo, paypal, SUBJECTS, tickAt } from "./support/stack.ts";

const PACIFIC = "America/Los_Angeles";

test("a visitor buys the monthly plan, is logged in, and gets the charge, the receipt, and a setup link", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const email = uniqueEmail("buyer");
  await fillCheckout(page, "monthly", email);
  await checkout(page).getByRole("radio", { name: "8 AM" }).check();
  await expectAccessible(page);
  const popup = await openPayPal(page);
  await expect(popup.getByText("$9.99 every month")).toBeVisible();
  const words = await agree(page, popup, email);
  const subscription = await subscriptionOf(email);
  expect(words).toContain("Welcome to ");
  expect(words).toContain(subscription.id);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await expect(page.getByText(/^Next wake-up .+ at 8:00 AM( Central)?$/)).toBeVisible();

  linkIn(await mailTo(email, /^Welcome/), "/setup-password");
  const nextDay = subscription.nextBillingTime ?? 0;
  expect((await mailByTick(email, /^Receipt: \$9\.99/)).text).toContain(dayInMails(nextDay));
  await openMembership(page);
  await expect(membership(page).getByText(`$9.99 every month. Next charge on ${dayOnPages(nextDay)}.`)).toBeVisible();
  await expectAccessible(page);
  await membership(page)
    .getByRole("link", { name: /^Receipt for/ })
    .click();
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByText(subscription.payments[0]?.id ?? "no payment")).toBeVisible();
  await expect(receipt.getByText(email)).toBeVisible();
  await expect(page.getByRole("link", { name: "My Account" }).last()).toBeInViewport();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test.describe("on a device in Pacific time", () => {
  test.use({ timezoneId: PACIFIC });

  test("a buyer's hour is Pacific on every page and in every email, and the first email comes then", {
    tag: "@deep",
  }, async ({ page }) => {
    const complaints = watchConsole(page);
    const email = uniqueEmail("pacific");
    await fillCheckout(page, "monthly", email);
    await checkout(page).getByRole("radio", { name: "7 AM" }).check();
    await expect(checkout(page).getByText(/^(today|tomorrow), 7:00 AM Pacific$/)).toBeVisible();
    const paidOn = dayOnPages(Date.now(), PACIFIC);
    expect(await agree(page, await openPayPal(page), email)).toMatch(/Next wake-up: \w{3}, .+, 7:00 AM Pacific/);
    await expect(page.getByText(/^Next wake-up (today|tomorrow) at 7:00 AM$/)).toBeVisible();
    const welcome = await mailTo(email, /^Welcome/);
    expect(welcome.text).toMatch(/First email: (today|tomorrow), 7:00 AM Pacific\./);

    const card = await openMembership(page);
    await card.getByRole("link", { name: `Receipt for ${paidOn}` }).click();
    await expect(page.getByText(`PayPal, on ${paidOn}`)).toBeVisible();
    await openPart(page, "Wake-up");
    await expect(page.getByText(/, 7:00 AM Pacific$/)).toBeVisible();

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

test("if the browser dies after the approval, coming back to /subscribe confirms the purchase", {
  tag: "@deep",
}, async ({ page }) => {
  const email = uniqueEmail("lost");
  await fillCheckout(page, "monthly", email);
  const popup = await openPayPal(page);
  await popup.getByLabel("PayPal email").fill(email);
  // The page can't ask again either: the response would be lost, too.
  let isDead = true;
  await page.route("**/api/checkout/*/confirm", (route) => (isDead ? route.abort() : route.fallback()));
  await Promise.all([
    popup.waitForEvent("close"),
    popup.getByRole("button", { name: "Agree, then crash the browser" }).click(),
  ]);
  isDead = false;
  const complaints = watchConsole(page);
  const alert = nextAlert(page);
  await page.goto("/subscribe");
  expect(await alert).toContain("Welcome to ");
  await expectDashboard(page);
  expect(complaints).toEqual([]);
});

test("a trial member buys the annual plan, which begins when the trial ends, and keeps trial access until then", async ({
  page,
}) => {
  const member = await inviteMember("trial-buyer");
  const profile = await (await callApi("/api/user/profile", { token: member.token })).json();
  const trialEnd = Date.parse(profile.subscriptionEndDate);
  await keepSignedIn(page, member);
  const complaints = watchConsole(page);
  await fillCheckout(page, "annual");
  await expect(
    checkout(page).getByText(
      `You have access until ${dayInMails(trialEnd)}. PayPal charges $79.99 that day and nothing before then.`,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  const popup = await openPayPal(page);
  await expect(popup.getByText("$79.99 every year")).toBeVisible();
  await expect(popup.getByText("Today")).toHaveCount(0);
  await agree(page, popup, member.email);

  const { id, status, startTime, payments } = await subscriptionOf(member.email);
  expect({ status, payments }).toEqual({ status: "ACTIVE", payments: [] });
  expect(Math.abs(startTime - trialEnd)).toBeLessThan(1000);
  await mailTo(member.email, /membership has started$/);
  await openMembership(page);
  await expect(membership(page).getByText(`$79.99 every year. Next charge on ${dayOnPages(trialEnd)}.`)).toBeVisible();
  await expect(page.getByRole("main").getByText("Trial ends")).toBeVisible();
  await expect(page.getByRole("main").getByText("VIP")).toHaveCount(0);
  await expectAccessible(page);
  expect(await mailsTo(member.email, /^Receipt/)).toEqual([]);

  // The trial has ended, and PayPal charges for the first time.
  await paypal().control({ action: "advance", id, to: startTime + 60_000 });
  const { nextBillingTime } = await paypal().subscription(id);
  await mailByTick(member.email, /^Receipt: \$79\.99/);
  await liveAt(page, startTime + DAY_MS);
  await openMembership(page);
  await expect(
    membership(page).getByText(`$79.99 every year. Next charge on ${dayOnPages(nextBillingTime ?? 0)}.`),
  ).toBeVisible();
  await expect(page.getByRole("main").getByText("VIP")).toBeVisible();
  await page.goto("/dashboard");
  await expectDashboard(page);
  expect(complaints).toEqual([]);
});

/** PayPal returns an HTML page for this many calls about something, like its proxies during an outage. */
const takePayPalDown = (about: string, times: number, operation?: "subscriptions.get" | "subscriptions.cancel") =>
  paypal().arm({ kind: "html", status: 503, about, times, ...(operation ? { operation } : {}) });

/** The ID of the checkout's own subscription, from PayPal's window. */
const idIn = (popup: Page) => new URL(popup.url()).pathname.split("/").at(-1) ?? "";

test("while PayPal is down, checkout says so, charges nothing, and continues once PayPal is back", {
  tag: "@deep",
}, async ({ page }) => {
  const email = uniqueEmail("patient");
  // First its buttons: the script doesn't load.
  await page.route("**/sdk/js?*", (route) => route.abort());
  await fillCheckout(page, "monthly", email);
  await expect(checkout(page).getByText("PayPal's buttons didn't load")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/sdk/js?*");
  await checkout(page).getByRole("button", { name: "Try again" }).click();

  // Then its API, when the subscription is created: it fails as often as we retry.
  await paypal().arm({ kind: "html", status: 503, times: 3, operation: "subscriptions.create" });
  await page.frameLocator("iframe").getByRole("button", { name: "PayPal sandbox" }).click();
  await expect(checkout(page).getByText(/^PayPal isn't responding right now\./)).toBeVisible();
  await expectAccessible(page);
  expect(await paypal().subscriptions({ email })).toEqual([]);

  // Finally, when it's asked what happened to the approval.
  const popup = await openPayPal(page);
  const id = idIn(popup);
  const outage = await takePayPalDown(id, 1000, "subscriptions.get");
  await popup.getByLabel("PayPal email").fill(email);
  const alert = nextAlert(page);
  await popup.getByRole("button", { name: "Agree & subscribe" }).click();
  await expect(checkout(page).getByText("Confirming your payment...")).toBeInViewport();
  await expectAccessible(page);
  expect(await paypal().disarm(outage)).toEqual({ deleted: 1 });
  expect(await alert).toContain(id);
  await expectDashboard(page);
  expect((await paypal().subscription(id)).payments).toHaveLength(1);
});

test("leaving PayPal's window says nothing was charged once PayPal is read; a buyer who approved is a member", {
  tag: "@deep",
}, async ({ page }) => {
  const email = uniqueEmail("leaver");
  await fillCheckout(page, "monthly", email);
  const popup = await openPayPal(page);
  const id = idIn(popup);
  const outage = await takePayPalDown(id, 1000, "subscriptions.get");
  await popup.close();
  await expect(checkout(page).getByText(/Checking with PayPal/)).toBeVisible();
  await expect(checkout(page).getByText(/Nothing was charged/)).toBeHidden();
  await expectAccessible(page);
  await paypal().disarm(outage);
  await expect(
    checkout(page).getByText("You left PayPal before approving the payment. Nothing was charged."),
  ).toBeVisible();
  await expectAccessible(page);

  const again = await openPayPal(page);
  expect(idIn(again)).toBe(id);
  await paypal().control({ action: "approve", id, email });
  const alert = nextAlert(page);
  await again.close();
  expect(await alert).toContain(id);
  await expectDashboard(page);
});

test("while PayPal is down, a member keeps everything, and a cancellation goes through once PayPal is back", {
  tag: "@deep",
}, async ({ page }) => {
  const email = uniqueEmail("keeper");
  const { id, nextBillingTime } = await buy(page, email);
  const yours = `You have access until ${dayOnPages(nextBillingTime ?? 0)}.`;
  await takePayPalDown(id, 3, "subscriptions.cancel");
  await openMembership(page);
  await expect(membership(page).getByText(/^\$9\.99 every month\. Next charge on/)).toBeVisible();
  await membership(page).getByRole("button", { name: "Cancel Subscription" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(dialog.getByText(/^PayPal isn't responding right now\. We've saved your cancellation/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  const unconfirmed = `${yours} PayPal hasn't confirmed the cancellation. We'll try again within the hour`;
  await expect(membership(page).getByText(unconfirmed)).toBeVisible();
  expect((await paypal().subscription(id)).status).toBe("ACTIVE");
  await page.goto("/dashboard");
  await expectDashboard(page);

  await hourAt(Date.now());
  await expect.poll(async () => (await paypal().subscription(id)).status).toBe("CANCELLED");
  await mailByTick(email, /^Cancelled: /);
  await openMembership(page);
  await expect(membership(page).getByText(`${yours} You won't be charged again.`)).toBeVisible();
});
