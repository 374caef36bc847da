import { expect, type Page } from "@playwright/test";
import { formatLongDate } from "../../../domain/rules/calendar-days.ts";
import { dateIn } from "../../../domain/rules/local-time.ts";
import { PLANS, type PlanId } from "../../../domain/rules/plans.ts";
import { CHICAGO } from "../../support/fixtures.ts";
import { expectDashboard } from "./members.ts";
import { paypal } from "./stack.ts";

/** "Dec 20, 2026", as on member pages. */
export function dayOnPages(at: number, timeZone = CHICAGO): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "medium" }).format(at);
}

/** "Sunday, December 20, 2026", as in emails and offers for someone in Central time. */
export function dayInMails(at: number): string {
  return formatLongDate(dateIn(CHICAGO, at));
}

/** Sets the server's clock for this page. */
export const liveAt = (page: Page, at: number) => page.setExtraHTTPHeaders({ "x-daybolt-now": String(at) });

export const checkout = (page: Page) => page.getByRole("region", { name: "Checkout" });

/** Presses PayPal's button and waits for its window with the purchase. */
export async function openPayPal(page: Page): Promise<Page> {
  const button = page.frameLocator("iframe").getByRole("button", { name: "PayPal sandbox" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(popup.getByRole("button", { name: /^Agree &/ })).toBeVisible();
  return popup;
}

/** Presses the plan's button, which also names PayPal until the plan is chosen. */
export const openCheckout = (page: Page, plan: PlanId) =>
  page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^Get ${PLANS[plan].name}`) })
    .click();

/** Opens a plan's checkout by its button and fills it in: an email address for visitors, consent for everyone. */
export async function fillCheckout(page: Page, plan: PlanId, email?: string): Promise<void> {
  await page.goto(`/subscribe?plan=${plan}`);
  await openCheckout(page, plan);
  if (email !== undefined) await checkout(page).getByLabel("Email").fill(email);
  await checkout(page).getByRole("checkbox").check();
}

/** Longer than a page itself keeps asking about a payment. */
const ALERT_WAIT_MS = 120_000;

const welcome = (page: Page) => page.getByRole("alertdialog", { name: "Welcome to" });

/** Returns the text of the welcome after a purchase. */
export async function nextAlert(page: Page): Promise<string> {
  const card = welcome(page);
  // The last of it to load.
  const hour = card.getByText(/^First email/);
  await hour.waitFor({ timeout: ALERT_WAIT_MS }).catch(async (error) => {
    throw new Error(`No welcome came, and the page text: ${await page.locator("main").textContent()}`, {
      cause: error,
    });
  });
  return (await card.textContent()) ?? "";
}

export async function leaveWelcome(page: Page): Promise<void> {
  await welcome(page).getByRole("link", { name: "Go to your dashboard" }).click();
  await expectDashboard(page);
}

/** Approves in PayPal's window. Returns the text of the welcome that follows. */
export async function agree(page: Page, popup: Page, email: string): Promise<string> {
  await popup.getByLabel("PayPal email").fill(email);
  const [words] = await Promise.all([
    nextAlert(page),
    popup.getByRole("button", { name: "Agree & subscribe" }).click(),
  ]);
  return words;
}

/** The newest PayPal subscription approved with this email address. */
export async function subscriptionOf(email: string) {
  const [newest] = await paypal().subscriptions({ email });
  if (!newest) throw new Error(`${email} has no subscription at PayPal.`);
  return newest;
}

/** Buys a plan as a new visitor and ends on the dashboard. */
export async function buy(page: Page, email: string, { plan = "monthly" }: { plan?: PlanId } = {}) {
  await fillCheckout(page, plan, email);
  const popup = await openPayPal(page);
  const id = new URL(popup.url()).pathname.split("/").at(-1) ?? "";
  await agree(page, popup, email);
  await leaveWelcome(page);
  return paypal().subscription(id);
}

export const membership = (page: Page) => page.getByRole("region", { name: "Membership and payments" });

/** Opens a part of My Account. Going to its address would reload nothing from another part. */
export async function openPart(page: Page, name: string) {
  await page.goto("/profile");
  await page.getByRole("navigation", { name: "Parts of My Account" }).getByRole("link", { name }).click();
}

export async function openMembership(page: Page) {
  await openPart(page, "Membership");
  const card = membership(page);
  await expect(card).toBeVisible();
  return card;
}
