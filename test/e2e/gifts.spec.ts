import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, PASSWORD } from "./support/members.ts";
import { leaveWelcome, nextAlert, openMembership, openPayPal } from "./support/purchases.ts";
import { linkIn, mailsTo, mailTo, tickAt } from "./support/stack.ts";

const GIVER = "Grace Giver";
const MESSAGE = "Up before the city.\nYou said so yourself.";

/** Writes and pays for a gift that arrives right away, and ends on the giver's page for it. */
async function give(page: Page, recipientEmail: string): Promise<string> {
  const giverEmail = uniqueEmail("giver");
  await page.goto("/gift");
  await page.getByRole("radio", { name: /Annual Lightning/ }).check();
  await page.getByLabel("Their name").fill("Ray Riser");
  await page.getByLabel("Their email").fill(recipientEmail);
  await page.getByLabel("Your message (optional)").fill(MESSAGE);
  await page.getByLabel("Your name").fill(GIVER);
  await page.getByLabel("Your email").fill(giverEmail);
  await page.getByRole("checkbox").check();
  await expectAccessible(page);
  const popup = await openPayPal(page);
  await expect(popup.getByText("$79.99, once")).toBeVisible();
  await popup.getByLabel("PayPal email").fill(giverEmail);
  await popup.getByRole("button", { name: "Agree & pay" }).click();
  await expect(page.getByText("Your gift is on its way")).toBeInViewport();
  await expectAccessible(page);
  const receipt = await mailTo(giverEmail, /^Receipt for your .+ gift: \$79\.99$/);
  expect(receipt.text.replace(/\s+/g, " ")).toContain("right away.");
  await page.getByRole("link", { name: "See your gift" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your gift for Ray Riser" })).toBeVisible();
  return giverEmail;
}

const gift = (page: Page) => page.getByRole("region", { name: "Your gift" });

/** Sends the day's gifts, and returns the link of the one to this address. */
async function receive(recipientEmail: string): Promise<string> {
  const subject = /^Your gift: 12 months of /;
  await expect(async () => {
    // Gifts are sent every fifth minute; those due by now go out with the next one.
    await tickAt(Math.ceil(Date.now() / 300_000) * 300_000);
    expect(await mailsTo(recipientEmail, subject)).toHaveLength(1);
  }).toPass({ timeout: 60_000 });
  const mail = await mailTo(recipientEmail, subject);
  expect(mail.text).toContain("Up before the city.");
  return linkIn(mail, "/gift?token=");
}

/** Opens a gift as someone new, who is asked for name and hour. */
async function unwrap(page: Page, link: string, answer: { name: string; hour: string }): Promise<void> {
  await page.goto(link);
  await expect(page.getByText("You said so yourself.")).toBeVisible();
  await expect(page.locator("[data-wrapper]")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Grace Giver got you a year of mornings." })).toBeVisible();
  // The key isn't left in the history.
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Open gift" }).click();
  await expect(page.getByText("Check the box to open your gift.")).toBeVisible();
  await page.getByRole("checkbox").check();
  await expect(page.getByLabel("Your name")).toHaveValue("Ray Riser");
  await page.getByLabel("Your name").fill(answer.name);
  await page.getByRole("radio", { name: answer.hour }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open gift" }).click();
}

test("a gift arrives right away, opening it logs in someone new, and the giver gets an email", async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page);
  const recipientEmail = uniqueEmail("gifted");
  const giverEmail = await give(page, recipientEmail);
  const recipient = await context.newPage();
  const theirs = watchConsole(recipient);
  await unwrap(recipient, await receive(recipientEmail), { name: "Raymond Riser", hour: "7 AM" });
  await expect(recipient.getByRole("button", { name: "Set a password" })).toBeVisible();
  await nextAlert(recipient);
  await leaveWelcome(recipient);
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
  await expect(card.getByText("Nothing renews, and nothing is charged.")).toBeVisible();
  await expect(recipient.getByText(GIVER)).toBeVisible();
  await expectAccessible(recipient);

  await mailTo(giverEmail, /^Your gift was opened$/);
  await page.reload();
  await expect(gift(page).getByText("Opened", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Change their email")).toHaveCount(0);
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
