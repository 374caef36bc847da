import { expect, type Page } from "@playwright/test";
import { DAY_MS } from "#domain/durations.ts";
import { addMonths } from "../../domain/rules/instants.ts";
import { dayAhead, slotAhead, uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { NO_ACCESS, watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, PASSWORD } from "./support/members.ts";
import {
  buy,
  dayInMails,
  dayOnPages,
  liveAt,
  membership,
  nextAlert,
  openMembership,
  openPayPal,
} from "./support/purchases.ts";
import { linkIn, mailsTo, mailTo, paypal, tickAt } from "./support/stack.ts";

const GIVER = "Grace Giver";
const MESSAGE = "Up before the city.\nYou said so yourself.";

/** `arrivesIn` is in days; right away if it isn't given. */
type Given = { recipientEmail: string; arrivesIn?: number };

/** As form, receipt, and the giver's page say it. */
const promise = (days: number) => `${dayInMails(slotAhead(days, 6))} at 6:00 AM Central`;

/** Writes and pays for a gift, and ends on the giver's page for it. */
async function give(page: Page, { recipientEmail, arrivesIn }: Given) {
  const giverEmail = uniqueEmail("giver");
  await page.goto("/gift");
  await page.getByRole("button", { name: "Start your gift" }).click();
  await page.getByRole("radio", { name: /Annual Lightning/ }).check();
  await page.getByLabel("Their name").fill("Ray Riser");
  await page.getByLabel("Their email").fill(recipientEmail);
  await page.getByLabel("Your message (optional)").fill(MESSAGE);
  if (arrivesIn !== undefined) {
    await page.getByRole("radio", { name: /^On a day/ }).check();
    await page.getByLabel("Arrives on").fill(dayAhead(arrivesIn));
    await expect(page.getByText(promise(arrivesIn))).toBeVisible();
  }
  await page.getByLabel("Your name").fill(GIVER);
  await page.getByLabel("Your email").fill(giverEmail);
  await page.getByRole("checkbox").check();
  await expectAccessible(page);
  const popup = await openPayPal(page);
  await expect(popup.getByText("$79.99, once")).toBeVisible();
  await popup.getByLabel("PayPal email").fill(giverEmail);
  await popup.getByRole("button", { name: "Agree & pay" }).click();
  const arrives = arrivesIn === undefined ? "Your gift is on its way" : "Your gift is scheduled";
  await expect(page.getByText(arrives)).toBeInViewport();
  await expectAccessible(page);
  const receipt = await mailTo(giverEmail, /^Receipt for your .+ gift: \$79\.99$/);
  expect(receipt.text.replace(/\s+/g, " ")).toContain(arrivesIn === undefined ? "right away." : promise(arrivesIn));
  await page.getByRole("link", { name: "See your gift" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your gift" })).toBeVisible();
  return { giverEmail, orderLink: linkIn(receipt, "/gift?order=") };
}

const gift = (page: Page) => page.getByRole("region", { name: "Your gift" });

/** Sends the day's gifts, and returns the link of the one to this address. */
async function receive(recipientEmail: string): Promise<string> {
  const subject = /^Someone sent you a .+ gift$/;
  await expect(async () => {
    // Gifts are sent every fifth minute; those due by now go out with the next one.
    await tickAt(Math.ceil(Date.now() / 300_000) * 300_000);
    expect(await mailsTo(recipientEmail, subject)).toHaveLength(1);
  }).toPass({ timeout: 60_000 });
  const mail = await mailTo(recipientEmail, subject);
  expect(mail.text).toContain("Up before the city.");
  return linkIn(mail, "/gift?token=");
}

/** Only somebody new is asked for name and hour. */
async function unwrap(page: Page, link: string, answer?: { name: string; hour: string }): Promise<void> {
  await page.goto(link);
  await expect(page.getByText("You said so yourself.")).toBeVisible();
  await expect(page.locator("[data-wrapper]")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Grace Giver got you a year of mornings." })).toBeVisible();
  // The key isn't left in the history.
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Open gift" }).click();
  await expect(page.getByText("Check the box to open your gift.")).toBeVisible();
  await page.getByRole("checkbox").check();
  if (answer) {
    await expect(page.getByLabel("Your name")).toHaveValue("Ray Riser");
    await page.getByLabel("Your name").fill(answer.name);
    await page.getByRole("radio", { name: answer.hour }).check();
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open gift" }).click();
}

test("a gift is ordered for a future day, its address corrected, and its money refunded by the administrator", {
  tag: "@deep",
}, async ({ page }) => {
  const complaints = watchConsole(page);
  const { giverEmail, orderLink } = await give(page, { recipientEmail: uniqueEmail("mistyped"), arrivesIn: 10 });
  await expect(gift(page).getByText("Scheduled")).toBeVisible();
  await expect(gift(page).getByText(promise(10))).toBeVisible();
  const recipientEmail = uniqueEmail("recipient");
  await page.getByLabel("Fix their email address").fill(recipientEmail);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Saved. We'll send the gift to ${recipientEmail}.`)).toBeVisible();
  await expectAccessible(page);

  await openAdmin(page, "paypal");
  const card = page.getByRole("region", { name: "Gifts" });
  await card.getByLabel("Giver's or recipient's name or email").fill(recipientEmail);
  await card.getByRole("button", { name: "Search" }).click();
  const row = card.getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Scheduled");
  await row.getByRole("button", { name: "Refund $79.99" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The giver asked for it");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund $79.99" }).click();
  await expect(page.getByText("Gift refunded. We've emailed the giver.").first()).toBeVisible();
  await expect(row).toContainText("Refunded");
  await mailTo(giverEmail, /^Your gift was refunded$/);
  const [order] = await paypal().orders({ email: giverEmail });
  expect(order?.payments).toMatchObject([{ status: "REFUNDED", refundedCents: 7999 }]);
  await page.goto(orderLink);
  await expect(gift(page).getByText("Refunded", { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a gift arrives right away, opening it logs in someone new, and the giver gets an email", async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  const recipientEmail = uniqueEmail("gifted");
  const { giverEmail } = await give(page, { recipientEmail });
  const recipient = await context.newPage();
  const theirs = watchConsole(recipient);
  await unwrap(recipient, await receive(recipientEmail), { name: "Raymond Riser", hour: "7 AM" });
  await expect(recipient.getByRole("textbox", { name: "New password" })).toBeVisible();
  await nextAlert(recipient);
  await expectDashboard(recipient);
  await expect(recipient.getByText(/^Next wake-up .+ at 7:00 AM( Central)?$/)).toBeVisible();
  const welcome = await mailTo(recipientEmail, /gift has started: set your password$/);
  expect(welcome.text).toContain("Welcome, Raymond");
  await recipient.goto(linkIn(welcome, "/setup-password?"));
  await expectAccessible(recipient);
  await recipient.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await recipient.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await recipient.getByRole("button", { name: "Set password and start" }).click();
  await expectDashboard(recipient);
  const card = await openMembership(recipient);
  await expect(card.getByText("You don't have a paid subscription.")).toBeVisible();
  await expect(recipient.getByText(GIVER)).toBeVisible();
  await expectAccessible(recipient);

  await mailTo(giverEmail, /^Your gift was opened$/);
  await page.reload();
  await expect(gift(page).getByText("Opened", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Fix their email address")).toHaveCount(0);
  await expectAccessible(page);
  // On a second try, the gift is already open, and the administrator has nothing to refund.
  await recipient.goto(await receive(recipientEmail));
  await expect(recipient.getByText("This gift has already been opened")).toBeVisible();
  await expectAccessible(recipient);
  await openAdmin(page, "paypal");
  const gifts = page.getByRole("region", { name: "Gifts" });
  await gifts.getByLabel("Giver's or recipient's name or email").fill(giverEmail);
  await gifts.getByRole("button", { name: "Search" }).click();
  await expect(gifts.getByRole("listitem")).toHaveCount(1);
  await expect(gifts.getByRole("listitem")).toContainText("Opened");
  await expect(gifts.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  expect([...complaints, ...theirs]).toEqual([]);
});

test("a gift to a paying member waits, and starts when the paid time ends", {
  tag: "@deep",
}, async ({ page, context }) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const recipientEmail = uniqueEmail("payer");
  const { nextBillingTime } = await buy(page, recipientEmail);
  const paidEnd = nextBillingTime ?? 0;
  const giver = await context.newPage();
  const theirs = watchConsole(giver);
  const { giverEmail } = await give(giver, { recipientEmail });
  const link = await receive(recipientEmail);
  await page.goto(link);
  await expect(
    page.getByText(/^You already have a paid subscription, so this gift starts automatically/),
  ).toBeVisible();
  await unwrap(page, link);
  await expect(page.getByText("It's yours, and it can wait")).toBeVisible();
  await expectAccessible(page);
  await mailTo(recipientEmail, /^Your gift starts when your subscription ends$/);
  await mailTo(giverEmail, /^Your gift was opened$/);
  await page.getByRole("link", { name: "Continue" }).click();
  await expectDashboard(page);

  const card = await openMembership(page);
  await expect(
    card.getByText(/^Grace Giver gave you Annual Lightning\. It starts when your subscription ends/),
  ).toBeVisible();
  await expect(card.getByText(`Next charge on ${dayOnPages(paidEnd)}.`)).toBeVisible();
  await expectAccessible(page);
  await membership(page).getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
  // The year given starts then, without a gap.
  const allEnd = addMonths(paidEnd, 12, "UTC");
  await expect(
    card.getByText(`You have access until ${dayOnPages(allEnd)}. You won't be charged again.`),
  ).toBeVisible();
  await expect(card.getByText(`It starts on ${dayOnPages(paidEnd)}`)).toBeVisible();
  await expect(card.getByText(/It starts when your subscription ends/)).toHaveCount(0);
  await expectAccessible(page);

  // The paid time has ended, and the year given has started.
  await liveAt(page, paidEnd + 30 * DAY_MS);
  await page.goto("/dashboard");
  await expectDashboard(page);
  await expect(page.getByRole("heading", { name: /^Your membership ended/ })).toHaveCount(0);
  await liveAt(page, paidEnd + 370 * DAY_MS);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /^Your .+ ended/ })).toBeVisible();
  expect([...complaints, ...theirs]).toEqual([]);
});
