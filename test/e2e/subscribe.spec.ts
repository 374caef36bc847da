import { expect, type Page } from "@playwright/test";
import { GIFT_ORDER, GIFT_TO_REDEEM } from "../answers/gifts.ts";
import { answer } from "./support/answers.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";

const CHECKOUT_CODE = /\/assets\/checkout-[^/]+\.js$/;

const planLink = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name: `Get ${name}` });
const change = (page: Page) => page.getByRole("button", { name: "Change plan" });
const checkout = (page: Page) => page.getByRole("region", { name: "Checkout" });
const consent = (page: Page, words: string) => checkout(page).getByRole("checkbox").and(page.getByLabel(words));
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Every request for the checkout's code so far. */
function watchCheckoutCode(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (CHECKOUT_CODE.test(request.url())) requests.push(request.url());
  });
  return requests;
}

/** Opens a page, follows a link anywhere on it, and checks that /subscribe starts at its top. */
async function followToSubscribe(page: Page, from: string, link: (page: Page) => ReturnType<Page["locator"]>) {
  await page.goto(from);
  await link(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Flip the switch." })).toBeInViewport();
  expect(await scrollY(page), from).toBe(0);
}

test("every link to a membership leads to the top of /subscribe", { tag: "@deep" }, async ({ page }) => {
  const banner = (label: string) => (at: Page) => at.getByRole("banner").getByRole("link", { name: label });
  const main = (label: string) => (at: Page) => at.getByRole("main").getByRole("link", { name: label });
  await followToSubscribe(page, "/", banner("Subscribe"));
  await followToSubscribe(page, "/", banner("Get started"));
  await followToSubscribe(page, "/", main("Start your transformation"));
  await followToSubscribe(page, "/", main("Get started"));
  await followToSubscribe(page, "/login", (at) => at.getByRole("link", { name: "Become a Member" }));
  for (const [name, plan] of [
    ["Monthly Power-Up", "monthly"],
    ["Annual Lightning", "annual"],
  ] as const) {
    await followToSubscribe(page, "/", main(`Get ${name}`));
    expect(new URL(page.url()).search).toBe(`?plan=${plan}`);
    await expect(planLink(page, name)).toHaveAttribute("aria-current", "true");
  }
});

test("clicking a plan loads the checkout code and opens checkout with that plan", {
  tag: "@deep",
}, async ({ page }) => {
  const requests = watchCheckoutCode(page);
  await page.goto("/subscribe");
  await expect(checkout(page).getByRole("heading", { name: "Checkout" })).toBeHidden();
  expect(requests).toHaveLength(0);
  await planLink(page, "Monthly Power-Up").click();
  await expect.poll(() => requests.length).toBe(1);
  await expect(checkout(page)).toBeFocused();
  await expect(checkout(page).getByRole("heading", { name: "Checkout" })).toBeInViewport();
  await expect(consent(page, "$9.99 today and every month until I cancel")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const heading = await checkout(page).getByRole("heading", { name: "Checkout" }).boundingBox();
  const payPal = await checkout(page).locator("iframe").boundingBox();
  expect((payPal?.y ?? Number.POSITIVE_INFINITY) - (heading?.y ?? 0)).toBeLessThanOrEqual(900);

  await change(page).click();
  await expect(checkout(page).getByRole("radio", { name: /Monthly Power-Up/ })).toBeChecked();
  await checkout(page).getByText("Annual Lightning").click();
  await expect(consent(page, "$79.99 today and every year until I cancel")).toBeVisible();
  await expect(planLink(page, "Annual Lightning")).toHaveAttribute("aria-current", "true");
  await page.reload();
  await change(page).click();
  await expect(checkout(page).getByRole("radio", { name: /Annual Lightning/ })).toBeChecked();
});

test("the keyboard alone opens checkout, changes the plan, and reaches the email field", { tag: "@deep" }, async ({
  page,
}) => {
  await page.goto("/subscribe?plan=monthly");
  await planLink(page, "Annual Lightning").focus();
  await page.keyboard.press("Enter");
  await expect(change(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(change(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const annual = checkout(page).getByRole("radio", { name: /Annual Lightning/ });
  await expect(annual).toBeChecked();
  await expect(annual).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(checkout(page).getByRole("radio", { name: /Monthly Power-Up/ })).toBeChecked();
  await expect(checkout(page).getByRole("radio", { name: /Monthly Power-Up/ })).toBeFocused();
  await expect(checkout(page).getByLabel("Email")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(checkout(page).getByLabel("Email")).toBeFocused();
});

test("a checkout that doesn't load says so, and Try again loads it with the same plan", { tag: "@deep" }, async ({
  page,
}) => {
  await page.route(CHECKOUT_CODE, (route) => route.abort());
  await page.goto("/subscribe?plan=monthly");
  await planLink(page, "Monthly Power-Up").click();
  const tryAgain = checkout(page).getByRole("button", { name: "Try again" });
  await expect(checkout(page).getByRole("status")).toContainText("Checkout didn't load");
  await expectAccessible(page);

  await page.context().setOffline(true);
  await tryAgain.click();
  await expect(checkout(page)).toBeFocused();
  await expect(checkout(page).getByRole("status")).toContainText("Checkout didn't load");
  await page.context().setOffline(false);
  await page.unroute(CHECKOUT_CODE);
  await tryAgain.click();
  await change(page).click();
  await expect(checkout(page).getByRole("radio", { name: /Monthly Power-Up/ })).toBeChecked();
  await expect(tryAgain).toHaveCount(0);
});

test("the checkout box says it's opening while its code loads", { tag: "@deep" }, async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CHECKOUT_CODE, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/subscribe");
  await planLink(page, "Annual Lightning").click();
  await expect(checkout(page).getByRole("status")).toHaveText("Opening checkout...");
  release();
  await expect(change(page)).toBeVisible();
  await expect(checkout(page).getByText("Opening checkout...")).toHaveCount(0);
});

test("without JavaScript /subscribe is fully readable, opens no email app, and says what to do", {
  tag: "@deep",
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/subscribe");
  for (const price of ["$9.99", "$79.99"]) await expect(page.getByText(price)).toBeVisible();
  await expect(page.getByText("$6.67 per month, save 33%")).toBeVisible();
  await expect(checkout(page).locator("noscript p")).toContainText("Checkout needs JavaScript.");
  await expect(checkout(page).getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("main").locator('a[href^="mailto:"]')).toHaveCount(0);
  await planLink(page, "Monthly Power-Up").click();
  await expect(checkout(page).getByRole("heading", { name: "Checkout" })).toBeInViewport();
  await context.close();
});

test("the gift page is reached from /subscribe and has prices, questions, and its form right below the wish", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/subscribe");
  await page.getByRole("main").getByRole("link", { name: "Give a membership" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Give them mornings." })).toBeInViewport();
  expect(await scrollY(page)).toBe(0);
  const main = page.getByRole("main");
  await expect(main.getByRole("radio", { name: /Annual Lightning/ })).toBeInViewport();
  for (const price of ["1 month for $9.99", "12 months for $79.99"]) await expect(main.getByText(price)).toBeVisible();
  await expect(main.getByLabel("Their name")).toHaveCount(0);
  await expect(main.getByText("You pay once, and neither you nor the recipient is ever charged again")).toBeHidden();
  await main.getByText("Does a gift renew?").click();
  await expect(main.getByText("You pay once, and neither you nor the recipient is ever charged again")).toBeVisible();
  await main.getByRole("radio", { name: /Annual Lightning/ }).check();
  await expect(main.getByLabel("Their name")).toBeVisible();
  await expectAccessible(page);
  await main.getByLabel("Their name").fill("Ana");
  await page.reload();
  await expect(main.getByLabel("Their name")).toHaveValue("Ana");
});

test("a gift link's token leaves the URL right away, and a wrong one opens no gift", { tag: "@deep" }, async ({
  page,
}) => {
  await page.goto("/gift?token=wrong");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We couldn't find this gift");
  await expect(page).toHaveTitle(/^We couldn't find this gift · /);
  expect(new URL(page.url()).search).toBe("");
  await page.reload();
  await expect(page.getByText("We couldn't find this gift")).toBeVisible();
  await expectAccessible(page);
});

const WAITS = "It starts when your subscription ends.";

/** States that wait for something, and how to get there. */
const WAITING: [path: string, shows: string, before: (page: Page) => Promise<unknown>][] = [
  [
    "/subscribe?plan=monthly#checkout",
    "PayPal's buttons didn't load",
    (page) => page.route("**/sdk/js?*", (route) => route.abort()),
  ],
  ["/gift?order=k", "Change their email", answer("**/api/gifts/order?*", GIFT_ORDER)],
  ["/gift?token=k", WAITS, answer("**/api/gifts/redeem?*", { ...GIFT_TO_REDEEM, waitsText: WAITS })],
];

for (const [path, shows, before] of WAITING) {
  test(`${path} with "${shows}" fits a small phone`, { tag: "@deep" }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await before(page);
    await page.goto(path);
    await expect(page.getByText(shows).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
