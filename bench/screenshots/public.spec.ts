import type { Page } from "@playwright/test";
import { OFFLINE_PATH, PUBLIC_PAGES } from "../../domain/paths.ts";
import { change, fail, never } from "../../test/e2e/support/answers.ts";
import { click, inOrder, type State, standIn, takeEach } from "./take.ts";

const CHECKOUT_CODE = /\/assets\/checkout-[^/]+\.js$/;
const PROVIDER_CODE = /\/sdk\/js\?/;
const openCheckout = (page: Page) => page.locator("a[data-plan=annual]").click();
const openGift = click("Start your gift");
const chooseGift = inOrder(openGift, (page) => page.getByRole("radio").first().check());
const chooseDay = (page: Page) => page.getByRole("radio", { name: /^On a day/ }).check();
/** Waits for a state's last element and scrolls to it. */
const show = (words: RegExp) => (page: Page) =>
  page
    .getByText(words)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: "center" }));
const showHour = show(/^When should we wake you\?$/);
const openPreview = inOrder(click(/Watch Preview/), click("OK"));
const abort = (url: string | RegExp) => (page: Page) => page.route(url, (route) => route.abort());

/** On a desktop, the menu's links are in the header. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
}

takeEach([
  ...Object.entries(PUBLIC_PAGES).map(([name, path]) => ({ name: `public-${name}`, path, isMain: true })),
  { name: "public-not-found", path: "/nowhere", isMain: true },
  { name: "offline-page", path: OFFLINE_PATH, isMain: true },
  { name: "public-menu", path: "/", isMain: true, after: openMenu },
  {
    name: "public-contents",
    path: PUBLIC_PAGES.terms,
    after: (page) => page.locator("details").first().evaluate(open),
  },
  { name: "public-question", path: "/", after: (page) => page.locator("details").nth(3).evaluate(open) },
  { name: "public-preview-warning", path: "/", isMain: true, after: click(/Watch Preview/) },
  { name: "public-sample-warning", path: "/", after: click(/^Hear 20 seconds/) },
  {
    name: "public-sample-failed",
    path: "/",
    before: abort("**/media/**"),
    after: inOrder(click(/^Hear 20 seconds/), click("OK")),
  },
  { name: "public-preview", path: "/", isMain: true, after: openPreview },
  { name: "public-preview-loading", path: "/", before: never("**/media/**"), after: openPreview },
  { name: "public-preview-failed", path: "/", before: abort("**/media/**"), after: openPreview },
  {
    name: "public-preview-ended",
    path: "/",
    after: inOrder(openPreview, (page) => page.getByRole("slider").fill("15")),
  },
  { name: "public-checkout", path: PUBLIC_PAGES.subscribe, isMain: true, after: inOrder(openCheckout, showHour) },
  {
    name: "public-checkout-missing",
    path: PUBLIC_PAGES.subscribe,
    after: inOrder(openCheckout, (page) =>
      page.frameLocator("iframe").getByRole("button", { name: "PayPal sandbox" }).click(),
    ),
  },
  {
    name: "public-checkout-far",
    path: PUBLIC_PAGES.subscribe,
    before: standIn("Europe/Berlin"),
    after: inOrder(openCheckout, showHour, click("Change time zone")),
  },
  { name: "public-checkout-loading", path: PUBLIC_PAGES.subscribe, before: never(CHECKOUT_CODE), after: openCheckout },
  { name: "public-checkout-failed", path: PUBLIC_PAGES.subscribe, before: abort(CHECKOUT_CODE), after: openCheckout },
  ...(["subscribe", "gift"] as const).flatMap((page) => {
    const path = PUBLIC_PAGES[page];
    const open = page === "gift" ? openGift : openCheckout;
    const choose = page === "gift" ? chooseGift : openCheckout;
    const offers = page === "gift" ? "**/api/gifts/offer" : "**/api/checkout";
    const state = (name: string, before: State["before"], words: RegExp, opened = open): State => ({
      name: `public-${page}-${name}`,
      path,
      ...(before && { before }),
      after: inOrder(opened, show(words)),
    });
    return [
      state("buttons-loading", never(PROVIDER_CODE), /^Loading PayPal/, choose),
      state("buttons-failed", abort(PROVIDER_CODE), /buttons didn't load$/, choose),
      state("not-prepared", fail(offers), /Checkout didn't load$/),
      state(
        "soon",
        change(offers, () => ({ provider: null })),
        /opens? soon$/,
      ),
    ];
  }),
  { name: "public-gift-form", path: PUBLIC_PAGES.gift, isMain: true, after: inOrder(openGift, show(/^Their name/)) },
  { name: "public-gift-day", path: PUBLIC_PAGES.gift, isMain: true, after: inOrder(chooseGift, chooseDay) },
]);

function open(details: Element): void {
  details.setAttribute("open", "");
}
