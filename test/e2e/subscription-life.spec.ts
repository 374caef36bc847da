import { expect, type Page } from "@playwright/test";
import { DAY_MS } from "#domain/durations.ts";
import { PLANS, type PlanId } from "../../domain/rules/plans.ts";
import { uniqueEmail } from "../support/fixtures.ts";
import { openMemberFile } from "./support/admin.ts";
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
import { hourAt, linkIn, mailByTick, mailsTo, mailTo, paypal, tickAt } from "./support/stack.ts";

const GRACE_MS = 11 * DAY_MS;
const ENDED = /^Your .+ membership has ended$/;

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

test("a member cancels in the profile, keeps the paid time, and rejoins from its end on", async ({ page }) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const email = uniqueEmail("leaver");
  const bought = await buy(page, email);
  const paidEnd = bought.nextBillingTime ?? 0;
  await cancel(page, "I sleep too well");
  await expect(
    membership(page).getByText(`You have access until ${dayOnPages(paidEnd)}. You won't be charged again.`),
  ).toBeVisible();
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
  await expect(
    checkout(page).getByText(
      `You have access until ${dayInMails(paidEnd)}. PayPal charges $9.99 that day and nothing before then.`,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await checkout(page).getByRole("checkbox").check();
  const popup = await openPayPal(page);
  await expect(popup.getByText("Today")).toHaveCount(0);
  await agree(page, popup, email);
  const rejoined = await subscriptionOf(email);
  expect(rejoined).toMatchObject({ status: "ACTIVE", startTime: paidEnd, payments: [] });
  await openMembership(page);
  await expect(
    membership(page).getByText(`Paid through ${dayOnPages(paidEnd)}, when your next charge is due.`),
  ).toBeVisible();
  await expectAccessible(page);

  await paypal().control({ action: "advance", id: rejoined.id, to: paidEnd + 60_000 });
  await mailByTick(email, /^Receipt: \$9\.99/, 2);
  await liveAt(page, paidEnd + DAY_MS);
  const { nextBillingTime } = await paypal().subscription(rejoined.id);
  await openMembership(page);
  await expect(
    membership(page).getByText(`$9.99 every month. Next charge on ${dayOnPages(nextBillingTime ?? 0)}.`),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test("when a cancelled membership ends, nothing opens anymore and one email says so", { tag: "@deep" }, async ({
  page,
}) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const email = uniqueEmail("ended");
  // The paid time ends in a second, and PayPal charges only when told to. No year ends on February 29.
  const isLeapDay = new Date().toISOString().slice(5, 10) === "02-29";
  const plan = isLeapDay ? "monthly" : "annual";
  const { id, nextBillingTime } = await buy(page, email, { plan, renewsIn: 1000 });
  const endedAt = nextBillingTime ?? 0;
  await cancel(page);
  expect((await paypal().subscription(id)).status).toBe("CANCELLED");
  await hourAt(Date.now());
  const ended = await mailByTick(email, ENDED);
  expect(ended.text).toContain(`ended on ${dayInMails(endedAt - 1)}. You cancelled it.`);
  linkIn(ended, "/subscribe");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: `Your membership ended on ${dayOnPages(endedAt)}` })).toBeVisible();
  const card = await openMembership(page);
  await expect(
    card.getByText(`Your subscription ended on ${dayOnPages(endedAt)}. You won't be charged again.`),
  ).toBeVisible();
  await expect(card).toContainText(dayOnPages(endedAt));
  await expect(card.getByText("Cancelled", { exact: true })).toBeVisible();

  // The next hours add no more emails.
  await hourAt(Date.now());
  await tickAt(Date.now());
  expect(await mailsTo(email, ENDED)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

type Change = { from: PlanId; to: PlanId; price: string; rhythm: string };

const CHANGES: Change[] = [
  { from: "monthly", to: "annual", price: "$79.99", rhythm: "every year" },
  { from: "annual", to: "monthly", price: "$9.99", rhythm: "every month" },
];

for (const { from, to, price, rhythm } of CHANGES) {
  const [before, after] = [PLANS[from].name, PLANS[to].name];
  test(`a member switches from ${before} to ${after} and pays for it when the paid time ends`, {
    tag: "@deep",
  }, async ({ page }) => {
    const complaints = watchConsole(page);
    const email = uniqueEmail("changer");
    const old = await buy(page, email, { plan: from });
    const paidEnd = old.nextBillingTime ?? 0;
    await openMembership(page);
    await membership(page)
      .getByRole("link", { name: `Change to ${after}` })
      .click();
    await expect(
      checkout(page).getByText(
        `Your ${before} is paid until ${dayInMails(paidEnd)}. PayPal charges ${price} that day and nothing before then. Your current plan isn't charged again.`,
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await checkout(page).getByRole("checkbox").check();
    const popup = await openPayPal(page);
    await expect(popup.getByText(`${price} ${rhythm}`)).toBeVisible();
    await expect(popup.getByText("Today")).toHaveCount(0);
    await agree(page, popup, email);
    const next = await subscriptionOf(email);
    expect(next).toMatchObject({ status: "ACTIVE", startTime: paidEnd, payments: [] });
    await expect.poll(async () => (await paypal().subscription(old.id)).statusNote).toBe("Replaced by another plan");

    const card = await openMembership(page);
    await expect(card.getByText(`Paid through ${dayOnPages(paidEnd)}, when your next charge is due.`)).toBeVisible();
    await expect(
      card.getByText(`${after} takes over on ${dayOnPages(paidEnd)}, for ${price} ${rhythm}.`),
    ).toBeVisible();
    // Annual benefits last from the approval to the end of the paid time.
    await expect(page.getByRole("main").getByText("VIP")).toBeVisible();
    await expectAccessible(page);
    const mail = await mailTo(email, /^Your .+ plan is changing to/);
    expect(mail.subject).toContain(after);
    expect(mail.text).toContain(
      `costs ${price} a ${rhythm.replace("every ", "")}. The first charge for it is on ${dayInMails(paidEnd)}`,
    );

    await openMemberFile(page, email);
    const subscriptions = page.getByRole("list", { name: "Subscriptions" }).getByRole("listitem");
    await expect(subscriptions.filter({ hasText: next.id })).toContainText("ACTIVE");
    const replaced = subscriptions.filter({ hasText: old.id });
    await expect(replaced).toContainText('a plan change: "Replaced by another plan"');
    await expect(page.getByText("Duplicate")).toHaveCount(0);
    await expectAccessible(page);

    // On that day, the new plan is charged and the old one isn't.
    await paypal().control({ action: "advance", id: next.id, to: paidEnd + 60_000 });
    await paypal().control({ action: "advance", id: old.id, to: paidEnd + 60_000 });
    await mailByTick(email, new RegExp(`^Receipt: \\${price}`));
    expect((await paypal().subscription(old.id)).payments).toHaveLength(1);
    const { nextBillingTime } = await paypal().subscription(next.id);
    await liveAt(page, paidEnd + DAY_MS);
    await openMembership(page);
    await expect(
      card.getByText(`${price} ${rhythm}. Next charge on ${dayOnPages(nextBillingTime ?? 0)}.`),
    ).toBeVisible();
    await expect(card.getByRole("link", { name: /^Receipt for/ })).toHaveCount(2);
    await page.goto("/dashboard");
    await expectDashboard(page);
    expect(await mailsTo(email, /^Cancelled: /)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test("when a renewal fails, the member learns what to do, and hears again once it goes through", {
  tag: "@deep",
}, async ({ page }) => {
  const complaints = watchConsole(page);
  const email = uniqueEmail("recovers");
  // A year earlier is the same day, which isn't always true for a month.
  const { id, nextBillingTime } = await buy(page, email, { plan: "annual", renewsAt: Date.now() - 3_600_000 });
  const accessUntil = (nextBillingTime ?? 0) + GRACE_MS;
  await paypal().control({ action: "failNext", id, times: 9 });
  await paypal().control({ action: "advance", id, to: Date.now() });
  const failed = await mailByTick(email, /didn't go through$/);
  expect(failed.text).toContain(`You keep access until ${dayInMails(accessUntil - 1)}.`);

  const notice = page.getByText(`Your payment failed. You have access until ${dayOnPages(accessUntil)}.`);
  await page.goto("/dashboard");
  await expect(notice).toBeVisible();
  await expectDashboard(page);
  await expectAccessible(page);
  const card = await openMembership(page);
  await expect(notice).toBeVisible();
  await expect(card.getByText("Payment failed", { exact: true })).toBeVisible();
  await expect(card.getByRole("link", { name: "Fix it in PayPal" })).toBeVisible();
  await expectAccessible(page);
  await openMemberFile(page, email);
  await expect(
    page.getByText(/^A charge failed on .+\. Access until .+, the end of the grace period\.$/),
  ).toBeVisible();

  await paypal().control({ action: "recover", id });
  await mailByTick(email, /payment went through$/);
  const recovered = await paypal().subscription(id);
  await page.goto("/dashboard");
  await expectDashboard(page);
  await openMembership(page);
  await expect(
    card.getByText(`$79.99 every year. Next charge on ${dayOnPages(recovered.nextBillingTime ?? 0)}.`),
  ).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a renewal that keeps failing brings a last reminder, ends access, and restores everything once paid", {
  tag: "@deep",
}, async ({ page }) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const email = uniqueEmail("expires");
  const { id, nextBillingTime } = await buy(page, email, { renewsAt: Date.now() - 7 * DAY_MS });
  const paidEnd = nextBillingTime ?? 0;
  const accessUntil = paidEnd + GRACE_MS;
  await paypal().control({ action: "failNext", id, times: 9 });
  await paypal().control({ action: "advance", id, to: Date.now() });
  // Found a week late, the member gets one email, with that day's words.
  const last = await mailByTick(email, /access ends on/);
  expect(last.subject).toContain(dayInMails(accessUntil - 1));
  expect(await mailsTo(email, /didn't go through$|still hasn't gone through$/)).toEqual([]);

  // The third try fails, too, and PayPal suspends; the grace period ends.
  await paypal().control({ action: "advance", id, to: Math.max(Date.now(), paidEnd + 10 * DAY_MS + 60_000) });
  await expect.poll(async () => (await paypal().subscription(id)).status).toBe("SUSPENDED");
  await openMemberFile(page, email);
  await expect(page.getByRole("list", { name: "Subscriptions" })).toContainText("SUSPENDED");
  await liveAt(page, accessUntil + DAY_MS);
  await page.goto("/dashboard");
  await expect(
    page.getByRole("heading", { name: `Your membership ended on ${dayOnPages(accessUntil)}` }),
  ).toBeVisible();
  await expectAccessible(page);
  const card = await openMembership(page);
  await expect(
    card.getByText(
      `We haven't received a payment, so your access through this plan ended on ${dayOnPages(accessUntil)}.`,
    ),
  ).toBeVisible();
  await expect(card).toContainText(dayOnPages(accessUntil));
  await expect(card.getByRole("link", { name: "Subscribe again" })).toBeVisible();
  await expectAccessible(page);

  await paypal().control({ action: "advance", id, to: accessUntil + DAY_MS });
  await paypal().control({ action: "recover", id });
  await mailByTick(email, /payment went through$/);
  const recovered = await paypal().subscription(id);
  expect(recovered.status).toBe("ACTIVE");
  await openMembership(page);
  await expect(
    card.getByText(`$9.99 every month. Next charge on ${dayOnPages(recovered.nextBillingTime ?? 0)}.`),
  ).toBeVisible();
  await page.goto("/dashboard");
  await expectDashboard(page);
  await expect(page.getByRole("heading", { name: /^Your membership ended on/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
