import { expect, type Page, test } from "@playwright/test";
import { sandboxClient } from "../../sandbox/sandbox-client.ts";
import { uniqueEmail } from "../support/fixtures.ts";
import { watchConsole } from "./support/console.ts";
import { expectDashboard } from "./support/members.ts";
import { linkIn, mailTo } from "./support/stack.ts";

const paypal = () => sandboxClient(process.env.DAYBOLT_SANDBOX_URL ?? "").paypal;
const checkout = (page: Page) => page.getByRole("region", { name: "Checkout" });
const payPalButton = (page: Page) => page.frameLocator("iframe").getByRole("button", { name: "PayPal sandbox" });

/** Chooses a plan at /subscribe, says what a buyer says there, and opens PayPal's window. */
async function openPayPal(page: Page, plan: string, email?: string): Promise<Page> {
  await page.goto(`/subscribe?plan=${plan}`);
  await checkout(page).getByRole("button", { name: "Open the checkout" }).click();
  if (email !== undefined) await checkout(page).getByLabel("Email").fill(email);
  await checkout(page).getByRole("checkbox").check();
  const [popup] = await Promise.all([page.waitForEvent("popup"), payPalButton(page).click()]);
  return popup;
}

/** The words of the next alert, which is closed. */
const nextAlert = (page: Page) =>
  page.waitForEvent("dialog").then(async (dialog) => {
    const words = dialog.message();
    await dialog.accept();
    return words;
  });

const membership = (page: Page) => page.getByRole("region", { name: "Membership and payments" });

test("a visitor buys the monthly plan, is signed in, and finds the charge, the receipt and the way in", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const email = uniqueEmail("buyer");
  const popup = await openPayPal(page, "monthly", email);
  await expect(popup.getByText("$9.99 every month")).toBeVisible();
  await popup.getByLabel("Your address at PayPal").fill(email);
  const told = nextAlert(page);
  await popup.getByRole("button", { name: "Agree & subscribe" }).click();
  const words = await told;
  const [subscription] = await paypal().subscriptions({ email });
  expect(words).toContain("Welcome to ");
  expect(words).toContain(subscription?.id);
  await expectDashboard(page);
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  linkIn(await mailTo(email, /^Welcome/), "/setup-password");
  await page.goto("/profile");
  await expect(membership(page).getByText(/\$9\.99 every month/)).toBeVisible();
  await membership(page)
    .getByRole("link", { name: /^Receipt of/ })
    .click();
  await expect(page.getByText(/Receipt/).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the browser dies after the approval: coming back to /subscribe confirms the purchase", async ({ page }) => {
  const email = uniqueEmail("lost");
  const popup = await openPayPal(page, "monthly", email);
  await popup.getByLabel("Your address at PayPal").fill(email);
  // The page cannot ask any more either: the answer would be lost with it.
  const confirming = "**/api/checkout/*/confirm";
  await page.route(confirming, (route) => route.abort());
  await Promise.all([
    popup.waitForEvent("close"),
    popup.getByRole("button", { name: "Agree, but the browser dies here" }).click(),
  ]);
  await page.unroute(confirming);
  const complaints = watchConsole(page);
  const told = nextAlert(page);
  await page.goto("/subscribe");
  expect(await told).toContain("Welcome to ");
  await expectDashboard(page);
  expect(complaints).toEqual([]);
});
