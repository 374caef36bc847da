import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin, openMemberFile } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { NO_ACCESS, watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { buy, dayInMails, dayOnPages, membership, openMembership } from "./support/purchases.ts";
import { mailByTick, mailsTo, paypal } from "./support/stack.ts";

/** Checks what a refunded member sees: no sessions, and why. */
async function expectRefunded(page: Page, email: string): Promise<void> {
  const mail = await mailByTick(email, /^We refunded \$9\.99$/);
  expect(mail.text).toContain("The access this payment covered has ended.");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /^Your membership ended on/ })).toBeVisible();
  await openMembership(page);
  await expect(page.getByText(new RegExp(`^(on|Access ended) ${dayOnPages(Date.now())}$`))).toBeVisible();
  await expect(membership(page).getByText("Refunded", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await membership(page)
    .getByRole("link", { name: /^Receipt for/ })
    .click();
  await expect(page.getByRole("article", { name: "Receipt" }).getByText("−$9.99")).toBeVisible();
}

test("the administrator finds a subscription in the PayPal tab and cancels it", { tag: "@deep" }, async ({ page }) => {
  const complaints = watchConsole(page);
  const email = uniqueEmail("admin-cancels");
  const { id, nextBillingTime } = await buy(page, email);
  const paidEnd = nextBillingTime ?? 0;
  await openAdmin(page, "paypal");
  const found = page.getByRole("button", { name: email });
  await found.click();
  await expect(found).toContainText("Active");
  await expect(found).toContainText("Monthly Plan $9.99");
  const manage = page.getByRole("region", { name: "Manage subscription" });
  await expect(manage.getByText(id)).toBeVisible();
  await expectAccessible(page);
  await manage.getByRole("button", { name: "Cancel Subscription" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText(`Successfully cancelled subscription ${id}`).first()).toBeVisible();
  await expect(found).toContainText("Cancelled");
  await expect(manage.getByRole("button", { name: "Cancel Subscription" })).toBeDisabled();
  expect(await paypal().subscription(id)).toMatchObject({
    status: "CANCELLED",
    statusNote: "Administrative cancellation",
  });

  const mail = await mailByTick(email, /^Cancelled: /);
  expect(mail.subject).toContain(dayInMails(paidEnd));
  await openMembership(page);
  await expect(page.getByText(`Access until ${dayOnPages(paidEnd)}`, { exact: true })).toBeVisible();
  await expect(membership(page).getByText("You won't be charged again.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a refund by the administrator cancels the subscription, returns the money, and ends access", async ({ page }) => {
  const complaints = watchConsole(page, { except: NO_ACCESS });
  const email = uniqueEmail("refunded");
  const { id } = await buy(page, email);
  await openMemberFile(page, email);
  const timeline = page.getByRole("list", { name: "Timeline" });
  await timeline.getByRole("button", { name: "Refund $9.99" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Inside the 48-hour window")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Refund $9.99" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Bought by mistake");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund $9.99" }).click();
  await expect(page.getByText("$9.99 refunded. The subscription is cancelled.").first()).toBeVisible();
  const payment = timeline.getByRole("listitem").filter({ hasText: /^\$9\.99/ });
  await expect(payment).toContainText("Refunded");
  await expect(payment).toContainText('"Bought by mistake"');
  await expect(payment.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Subscriptions" })).toContainText("Cancelled");
  await page.getByRole("button", { name: "Activity" }).click();
  const history = timeline.getByRole("listitem");
  await expect(history.filter({ hasText: "Payment refunded" }).first()).toContainText("PayPal");
  await expect(history.filter({ hasText: '"Bought by mistake"' })).toContainText("administrator");
  await expectAccessible(page);

  const { status, payments } = await paypal().subscription(id);
  expect(status).toBe("CANCELLED");
  expect(payments).toMatchObject([{ status: "REFUNDED", refundedCents: 999 }]);
  await expectRefunded(page, email);
  expect(await mailsTo(email, /^Cancelled: /)).toEqual([]);
  expect(complaints).toEqual([]);
});
