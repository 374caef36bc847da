import { expect, type Page } from "@playwright/test";
import type { ItemByMail, ProgressByMail } from "../../domain/contract/mail-responses.ts";
import type { GiftOrder, GiftToRedeem } from "../../domain/contract/money/gifts.ts";
import type { MySubscription } from "../../domain/contract/money/subscriptions.ts";
import type { MailSuppression } from "../../domain/contract/profile.ts";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../../domain/paths.ts";
import { RIGHT_AWAY } from "../../domain/rules/gift-delivery.ts";
import { zoneOptions } from "../../domain/rules/time-zones.ts";
import { GIFT_ORDER, GIFT_TO_REDEEM } from "../../test/answers/gifts.ts";
import { OWN_PAYMENT, OWN_SUBSCRIPTION } from "../../test/answers/payments.ts";
import { QUESTION } from "../../test/answers/profile.ts";
import { answer, change, fail, never } from "../../test/e2e/support/answers.ts";
import { findReleased } from "../../test/e2e/support/library.ts";
import { callApi } from "../../test/e2e/support/stack.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { click, inOrder, type State, settle, standIn, takeEach, USUAL_SIZES } from "./take.ts";

/** Texts about money must fit on the narrowest phone, too. */
const SIZES = [{ width: 320, height: 568 }, ...USUAL_SIZES];
const PROFILE = "**/api/user/profile";
const OPEN_BY_MAIL = "**/api/by-mail/open";
const SUBSCRIPTION = "**/api/user/subscription";
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

const WRAPPED: GiftToRedeem = {
  ...GIFT_TO_REDEEM,
  giverName: "Grace Giver",
  recipientName: "Ray Riser",
  recipientEmail: "ray.riser@daybolt.test",
  message: "Up before the city.\nYou said so yourself.",
  lengthText: "12 months",
  wakeUp: QUESTION,
  expiresAt: IN_A_YEAR,
  consentText: "I am 18 or older and agree to the Terms of Service and the Member Agreement.",
};
const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff Jr.";
const LONG_WORDS = "You said that this is the year in which you get up before the city does. ".repeat(7).slice(0, 500);
const WAITS =
  "You already have a paid subscription, so this gift starts automatically when your subscription ends. The gift won't expire while it waits. To start it sooner, cancel the subscription in My Account. You keep the time you've paid for. The gift starts when that time ends.";

const shown = (gift: Partial<GiftToRedeem>) => answer("**/api/gifts/redeem?*", { ...WRAPPED, ...gift });
const unwrap = inOrder((page) => page.getByRole("checkbox").check(), click("Open gift"), settle);
const waits = inOrder(
  shown({ waitsText: WAITS }),
  answer(/\/api\/gifts\/redeem$/, { token: null, nextUrl: "/profile", isWaiting: true }),
);

const done = inOrder(
  shown({ wakeUp: null }),
  answer(/\/api\/gifts\/redeem$/, { token: null, nextUrl: "/login", isWaiting: false }),
);
/** Slows the paper's animation down, so that the picture is taken at this part of it. */
const opening = (playbackRate: number) => async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Animation.enable");
  await devtools.send("Animation.setPlaybackRate", { playbackRate });
};

const GIVEN: GiftOrder = {
  ...GIFT_ORDER,
  priceText: "$79.99, once",
  giverName: "Grace Giver",
  recipientName: "Ray Riser",
  recipientEmail: "ray.riser@correspondence.daybolt.test",
  message: WRAPPED.message,
  deliverAt: IN_A_YEAR,
  deliverText: "Saturday, December 12, 2026 at 6:00 AM Central",
};
const given = (order: Partial<GiftOrder>) => answer("**/api/gifts/order?*", { ...GIVEN, ...order });

const received = (name: string, before: State["before"], after?: State["after"]): State => ({
  name: `gift-${name}`,
  path: `${PUBLIC_PAGES.gift}?token=t`,
  sizes: SIZES,
  ...(before && { before }),
  ...(after && { after }),
});
const giver = (name: string, before: State["before"]): State => ({
  name: `giver-${name}`,
  path: `${PUBLIC_PAGES.gift}?order=o`,
  sizes: SIZES,
  ...(before && { before }),
});

/** An email's button on a device without a login: the real item, as the real call returns it. */
function byMail(name: string, fits: Parameters<typeof findReleased>[0], after?: State["after"]): State {
  let date = "";
  const open = async (page: Page) => {
    const item = await findReleased(fits);
    date = item.date;
    const answered = await callApi(`/api/content/${date}`, { admin: true });
    await answer(OPEN_BY_MAIL, { ...((await answered.json()) as ItemByMail), comingSoon: false })(page);
    await page.route("**/api/by-mail/**", (route) =>
      route.request().url().endsWith("/open") ? route.fallback() : route.fulfill({ status: 204 }),
    );
  };
  return {
    name: `by-mail-${name}`,
    path: async () => `${contentPath(date)}?member=m&key=k`,
    sizes: SIZES,
    before: open,
    ...(after && { after }),
  };
}

/** Media requests by an invented key are refused, so the element only says that it has played. */
async function completeByMail(page: Page): Promise<void> {
  const saved = { playback: 1, sequence: 1, audioPosition: 0, videoPosition: 0, epoch: 0, totalWatched: true };
  await answer("**/api/by-mail/progress", { ...saved, currentStreak: 12 } satisfies ProgressByMail)(page);
  await expect(async () => {
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
      for (const [name, value] of Object.entries({ currentTime: 500, duration: 600, paused: false })) {
        Object.defineProperty(audio, name, { value, configurable: true });
      }
      audio.dispatchEvent(new Event("timeupdate"));
    });
    await expect(page.getByRole("heading", { name: "12 days in a row" })).toBeVisible({ timeout: 500 });
  }).toPass();
}

const closed = (name: string, before: NonNullable<State["before"]>): State => ({
  name: `by-mail-${name}`,
  path: `${contentPath(dayAhead(-1))}?member=m&key=k`,
  sizes: SIZES,
  before,
});

const suppressed = (suppression: MailSuppression) =>
  change(PROFILE, () => ({ suppression, nextWakeUpAt: null, nextWakeUpLocal: null }));
const SINCE = new Date().toISOString();

/** Another time zone than the profile's. */
const travel = standIn("Europe/Berlin");
const world = change(PROFILE, (profile) => ({
  wakeUpOptions: { ...(profile.wakeUpOptions as object), timezones: zoneOptions("world") },
}));
const search = (text: string) => async (page: Page) => {
  const field = page.getByRole("searchbox", { name: "Search by city or zone" });
  await field.fill(text);
  await field.evaluate((element) => element.scrollIntoView({ block: "center" }));
};
const showTravel = (page: Page) =>
  page.locator("#travel-heading").evaluate((element) => element.scrollIntoView({ block: "center" }));
const showMembership = (page: Page) =>
  page.getByRole("navigation", { name: "Parts of My Account" }).getByRole("link", { name: "Membership" }).click();

const NOTHING: MySubscription = { subscription: null, payments: [], waitingGift: null };
/** PayPal hasn't confirmed it. */
const CANCELLED: NonNullable<MySubscription["subscription"]> = {
  ...OWN_SUBSCRIPTION,
  ...{ state: "ends", nextBillingAt: null, isCancelPending: true, endsIfCancelled: null, accessUntil: SINCE },
};
const RUNNING: NonNullable<MySubscription["subscription"]> = {
  ...OWN_SUBSCRIPTION,
  ...{ nextBillingAt: IN_A_YEAR, endsIfCancelled: IN_A_YEAR, accessUntil: IN_A_YEAR },
};
const asPayer = change("**/api/auth/verify", ({ user }) => ({
  user: { ...(user as object), subscriptionType: "monthly", subscriptionStatus: "active" },
}));
const PAYMENTS: MySubscription["payments"] = (["completed", "refunded"] as const).map((state) => ({
  ...OWN_PAYMENT,
  ...{ id: `SALE-${state}`, state, refundedCents: state === "refunded" ? 999 : 0, paidAt: SINCE },
}));
const running = (subscription: Partial<typeof RUNNING> = {}) =>
  inOrder(
    change(PROFILE, () => ({ subscriptionType: "monthly", subscriptionStatus: "active" })),
    answer(SUBSCRIPTION, { ...NOTHING, subscription: { ...RUNNING, ...subscription }, payments: PAYMENTS }),
  );
const account = (name: string, before: State["before"], after?: State["after"]): State => ({
  name: `profile-${name}`,
  path: APP_PAGES.profile,
  isMember: true,
  sizes: SIZES,
  ...(before && { before }),
  ...(after && { after }),
});

takeEach([
  received("wrapped", shown({})),
  received("closed", inOrder(shown({}), opening(0.0001))),
  received("opening", inOrder(shown({}), opening(0.3))),
  received("unticked", shown({}), click("Open gift")),
  received("known", shown({ wakeUp: null, message: "" })),
  received("long", shown({ giverName: LONG_NAME, recipientName: LONG_NAME, message: LONG_WORDS })),
  received("done", done, unwrap),
  received("behind", shown({ waitsText: WAITS })),
  received("waiting", waits, unwrap),
  received("unwrapped", shown({ state: "redeemed" })),
  received("over", shown({ state: "expired", expiresAt: SINCE })),
  received("taken-back", shown({ state: "refunded" })),
  received("unknown", answer("**/api/gifts/redeem?*", { error: "No such gift", code: "not_found" }, 404)),
  received("failed", fail("**/api/gifts/redeem?*")),
  giver("waiting", given({})),
  giver("now", given({ deliverText: RIGHT_AWAY })),
  giver("returned", given({ state: "returned" })),
  giver("delivered", given({ state: "delivered", canCorrect: false })),
  giver("unwrapped", given({ state: "redeemed", canCorrect: false, redeemedAt: SINCE })),
  giver("unknown", answer("**/api/gifts/order?*", { error: "No such gift", code: "not_found" }, 404)),

  byMail("video", ({ video, audioFilename }) => video?.provider === "hosted" && audioFilename === null),
  byMail("both", ({ video, audioFilename }) => video?.provider === "hosted" && audioFilename !== null),
  byMail("audio", ({ video, audioFilename }) => video === null && audioFilename !== null),
  byMail("complete", ({ video, audioFilename }) => video === null && audioFilename !== null, completeByMail),
  closed("gone", answer(OPEN_BY_MAIL, { error: "Over", code: "gone" }, 410)),
  closed("ended", answer(OPEN_BY_MAIL, { error: "Over", code: "no_access" }, 403)),
  closed("invalid", answer(OPEN_BY_MAIL, { error: "Cut off", code: "validation" }, 400)),
  closed("not-found", answer(OPEN_BY_MAIL, { error: "Not found", code: "not_found" }, 404)),
  closed("failed", fail(OPEN_BY_MAIL)),
  closed("loading", never(OPEN_BY_MAIL)),

  account("zone", world, click("Edit Profile")),
  account("zone-search", world, inOrder(click("Edit Profile"), search("ind"))),
  account("zone-none", world, inOrder(click("Edit Profile"), search("nowhere"))),
  account("travel", inOrder(travel, world), showTravel),
  account("suppressed", suppressed({ reason: "bounced", since: SINCE, askedAt: null })),
  account("suppressed-complained", suppressed({ reason: "complained", since: SINCE, askedAt: null })),
  account("suppressed-asked", suppressed({ reason: "refused", since: SINCE, askedAt: SINCE })),
  account("membership", running(), showMembership),
  account("membership-cancel", running(), inOrder(showMembership, click("Cancel Subscription"))),
  account("membership-unpaid", running({ state: "unpaid", accessUntil: SINCE }), showMembership),
  account("payment-failed", running({ state: "payment_failed" }), showMembership),
  { ...account("receipt", running()), path: `${APP_PAGES.profile}?receipt=SALE-completed` },
  {
    name: "dashboard-payment-failed",
    path: APP_PAGES.dashboard,
    isMember: true,
    sizes: SIZES,
    before: inOrder(running({ state: "payment_failed" }), asPayer),
    after: (page) => page.getByText(/^Your payment failed/).waitFor(),
  },
  ...(["ends", "ended"] as const).map((state) =>
    account(
      `cancel-waits-${state}`,
      answer(SUBSCRIPTION, { ...NOTHING, subscription: { ...CANCELLED, state } }),
      showMembership,
    ),
  ),
  account(
    "gift-waits",
    answer(SUBSCRIPTION, { ...NOTHING, waitingGift: { giverName: "Grace Giver", plan: "annual", startsAt: null } }),
    showMembership,
  ),
  account(
    "gift-begins",
    answer(SUBSCRIPTION, {
      ...NOTHING,
      waitingGift: { giverName: "Grace Giver", plan: "annual", startsAt: IN_A_YEAR },
    }),
    showMembership,
  ),
]);
