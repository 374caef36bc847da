import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MySubscription, Payment } from "#domain/contract/money/subscriptions.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { OWN_PAYMENT, OWN_SUBSCRIPTION } from "#test/answers/payments.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { MembershipCard } from "./membership-card.tsx";
import { MembershipSummary } from "./membership-summary.tsx";
import { Receipt } from "./receipt.tsx";

const READ = "GET /api/user/subscription";
const CANCEL = "POST /api/user/subscription/cancel";

type Subscription = NonNullable<MySubscription["subscription"]>;

const subscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  ...OWN_SUBSCRIPTION,
  ...overrides,
});

const PAYMENT: Payment = { ...OWN_PAYMENT, amountCents: 1081, taxCents: 82 };

const MONTHLY: ProfileResponse = { ...PROFILE, subscriptionType: "monthly" };

const mine = (overrides: Partial<MySubscription> = {}): MySubscription => ({
  subscription: subscription(),
  payments: [],
  waitingGift: null,
  ...overrides,
});

function open(
  answer: MySubscription | (() => Response),
  answers: Parameters<typeof stubApi>[0] = {},
  profile: ProfileResponse = MONTHLY,
) {
  const respond = typeof answer === "function" ? answer : () => Response.json(answer);
  const calls = stubApi({ [READ]: respond, ...answers });
  renderAt(
    "/profile",
    <>
      <MembershipSummary profile={profile} />
      <MembershipCard profile={profile} />
      <Toaster />
    </>,
  );
  return calls;
}

const link = (name: string) => screen.findByRole("link", { name }).then((found) => found.getAttribute("href"));

test.for([
  [999, /^(?!.*\.99)/],
  [799, /\$7\.99 every month\./],
] as const)(
  "price and next charge show once, above the link to the other plan: %i cents",
  async ([priceCents, words]) => {
    open(mine({ subscription: subscription({ priceCents }) }));
    expect(await link("Change to Annual Lightning")).toBe("/subscribe?plan=annual#checkout");
    expect(screen.getByText("Monthly Power-Up ($9.99/month)")).toBeTruthy();
    expect(await screen.findByRole("link", { name: /Next charge Dec 20, 2026$/ })).toBeTruthy();
    const card = screen.getByRole("region", { name: "Membership and payments" }).textContent;
    expect(card).not.toContain("Dec 20, 2026");
    expect(card).toMatch(words);
  },
);

const OTHER_END = "2027-02-10T12:00:00.000Z";

test.for([
  ["cancelled", { state: "ends" }, "Access until Dec 31, 2026", ""],
  ["ended", { state: "ended" }, "Paid through Nov 21, 2026", ""],
  ["cancelled beside a longer gift", { state: "ends", openUntil: OTHER_END }, "Access until Feb 10, 2027", ""],
  [
    "ended before given days do",
    { state: "ended", openUntil: OTHER_END },
    "Access until Feb 10, 2027",
    "Your subscription has ended. ",
  ],
] as const)(
  "a subscription that %s, here and at PayPal, offers the same plan again and no Cancel button",
  async ([, given, end, words]) => {
    open(mine({ subscription: subscription({ nextBillingAt: null, ...given }) }));
    await screen.findByText(`${words}You won't be charged again.`);
    expect(await screen.findByText(end)).toBeTruthy();
    expect(await link("Subscribe again")).toBe("/subscribe?plan=monthly#checkout");
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  },
);

test("a member without access who may still be charged sees that, and can cancel or resubscribe", async () => {
  open(mine({ subscription: subscription({ state: "unpaid", endsIfCancelled: null }) }));
  await screen.findByText(
    /your access through this plan ended on Dec 31, 2026\. If PayPal collects the payment, your access comes back/,
  );
  const card = within(screen.getByRole("region", { name: /Membership and payments/ }));
  expect(card.queryByText(/won't be charged again/)).toBeNull();
  expect(await link("Subscribe again")).toBe("/subscribe?plan=monthly#checkout");
  await userEvent.setup().click(screen.getByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(
    "This plan isn't paid for, so it doesn't give you access. Once you cancel, you won't be charged again. We keep your account and progress for 90 days after your access ends. We'll confirm by email.",
  );
});

test.for(["ends", "ended"] as const)(
  "until PayPal accepts the cancellation, access that %s comes with no promise of no more charges",
  async (state) => {
    open(mine({ subscription: subscription({ state, nextBillingAt: null, isCancelPending: true }) }));
    await screen.findByText(/^PayPal hasn't confirmed .* We'll try again within the hour/);
    const card = within(screen.getByRole("region", { name: /Membership and payments/ }));
    expect(card.queryByText(/won't be charged again/)).toBeNull();
  },
);

test("a member waiting for PayPal's confirmation can cancel, with no promise about charges", async () => {
  open(mine({ subscription: subscription({ state: "confirming", endsIfCancelled: null }) }));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^Unless PayPal has already taken your payment, your access through this plan/)).toBeTruthy();
  expect(dialog.queryByRole("link")).toBeNull();
});

test("cancelling takes two taps, sends the reason, and shows the end of access and the outcome", async () => {
  let now = mine();
  const calls = open(() => Response.json(now), {
    [CANCEL]: () => {
      now = mine({
        subscription: subscription({ state: "ends", nextBillingAt: null, accessUntil: "2026-12-20T12:00:00.000Z" }),
      });
      return Response.json(now);
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
  expect(dialog.getByText("Dec 20, 2026").parentElement?.textContent).toBe(
    "You keep access until Dec 20, 2026, and you won't be charged again. We keep your account and progress for 90 days after your access ends. We'll confirm by email.",
  );
  expect(dialog.getAllByRole("link")).toHaveLength(1);
  await user.type(dialog.getByLabelText(/Why are you leaving/), " Moving on ");
  await user.click(dialog.getByRole("button", { name: "Cancel Subscription" }));
  await screen.findByText("You keep access until Dec 20, 2026.");
  await screen.findByText("You won't be charged again.");
  expect(await screen.findByText("Access until Dec 20, 2026")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.find(({ path }) => path.endsWith("/cancel"))?.body).toEqual({ reason: "Moving on" });
});

test("cancelling after a failed payment says that access ends right away, and promises nothing more", async () => {
  open(mine({ subscription: subscription({ state: "payment_failed", endsIfCancelled: null }) }), {
    [CANCEL]: () => Response.json({}),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("ends right away").parentElement?.textContent).toMatch(
    /^This plan isn't paid for, so your access through it ends right away, and you won't be charged again\. We keep/,
  );
  expect(dialog.queryByRole("link")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel Subscription" }));
  await screen.findByText("You won't be charged again.");
  expect(screen.queryByText(/keep access/)).toBeNull();
});

test("a failed cancellation keeps the dialog open, says why, and works on the next try", async () => {
  let answer = () => refusal(503, "unavailable", "PayPal does not answer.");
  const calls = open(mine(), { [CANCEL]: () => answer() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog"));
  const confirm = dialog.getByRole("button", { name: "Cancel Subscription" });
  await user.click(confirm);
  expect((await dialog.findByRole("alert")).textContent).toContain("PayPal does not answer");
  answer = () => Response.json({});
  await user.click(confirm);
  await screen.findByText("Subscription cancelled");
  expect(calls.filter(({ path }) => path.endsWith("/cancel")).map(({ body }) => body)).toEqual([{}, {}]);
});

test("a failed payment, and how long access lasts, show once, above how to fix it, and no other plan is offered", async () => {
  open(mine({ subscription: subscription({ state: "payment_failed" }) }));
  expect(await link("Fix it in PayPal")).toMatch(/^https:\/\/www\.paypal\.com\//);
  expect(screen.queryByRole("link", { name: /Change to/ })).toBeNull();
  expect(screen.getAllByText(/failed/)).toHaveLength(1);
  expect(screen.getAllByText(/Dec 31, 2026/)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Cancel Subscription" })).toBeTruthy();
});

test("an upcoming plan change and a waiting gift are shown", async () => {
  const changesTo = {
    priceCents: 7999,
    currency: "USD",
    plan: "annual",
    startsAt: "2026-12-20T12:00:00.000Z",
  } as const;
  open(
    mine({
      subscription: subscription({ changesTo }),
      waitingGift: { giverName: "Sam", plan: "annual", startsAt: null },
    }),
  );
  await screen.findByText("Annual Lightning takes over on Dec 20, 2026, for $79.99 every year.");
  expect(screen.getByText(/^Sam gave you Annual Lightning\. It starts when your subscription ends/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Change to/ })).toBeNull();
});

test("a gift that follows paid time shows its first day", async () => {
  const startsAt = "2026-12-20T12:00:00.000Z";
  open(
    mine({
      subscription: subscription({ state: "ends", nextBillingAt: null }),
      waitingGift: { giverName: "Sam", plan: "annual", startsAt },
    }),
  );
  await screen.findByText("Sam gave you Annual Lightning. It starts on Dec 20, 2026, when your paid time ends.");
});

test("a member who cancelled and rejoined sees that the subscription continues, and can cancel again", async () => {
  const changesTo = {
    priceCents: 999,
    currency: "USD",
    plan: "monthly",
    startsAt: "2026-12-20T12:00:00.000Z",
  } as const;
  open(mine({ subscription: subscription({ state: "ends", nextBillingAt: null, changesTo }) }));
  await screen.findByText("You're subscribed again. Monthly Power-Up renews on Dec 20, 2026, for $9.99 every month.");
  expect(await screen.findByText("Active")).toBeTruthy();
  expect(await screen.findByText("Next charge Dec 20, 2026")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Subscribe again" })).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Cancel Subscription" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
  expect(dialog.queryByRole("link")).toBeNull();
});

test("a member who pays nothing sees that and a link to the plans; a failed load can be retried", async () => {
  let answer = () => refusal(500, "internal", "Broken.");
  open(() => answer());
  await screen.findByText("Your membership didn't load");
  answer = () => Response.json(mine({ subscription: null }));
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nothing renews, and nothing is charged.");
  expect(await link("Choose a plan")).toBe("/subscribe");
});

const ENDED = subscription({ state: "ended", nextBillingAt: null });

test.for([
  ["a payer", {}, subscription(), "Active", []],
  [
    "a member who just cancelled, before their profile says so",
    {},
    subscription({ state: "ends", nextBillingAt: null }),
    "Cancelled",
    [],
  ],
  ["a member with a failed charge", {}, subscription({ state: "payment_failed" }), "Payment failed", []],
  ["a member with an ended subscription", { subscriptionStatus: "expired", hasAccess: false }, ENDED, "Expired", []],
  [
    "a member with a gift after their subscription",
    { subscriptionType: "gift", isGiftSubscription: true, giftGiverName: "Sam" },
    ENDED,
    "Active",
    ["Gift Subscription", "Nov 21, 2026", "Sam"],
  ],
  [
    "a member whose plan follows a trial",
    { subscriptionType: "trial", subscriptionStatus: "trial" },
    subscription(),
    "Active",
    ["Free Trial", "Nov 21, 2026"],
  ],
  ["a member on a trial", { subscriptionType: "trial", subscriptionStatus: "trial" }, null, "Trial", []],
  [
    "a member whose trial ended a moment ago",
    { subscriptionType: "trial", subscriptionStatus: "trial", hasAccess: false },
    null,
    "Expired",
    [],
  ],
  ["a member with paid time but no subscription", {}, null, "Active", []],
] as const)(
  "%s sees one status, and below it only what the first line doesn't say",
  async ([, change, given, status, details]) => {
    open(mine({ subscription: given }), {}, { ...MONTHLY, ...change });
    const card = within(await screen.findByRole("region", { name: "Membership and payments" }));
    await screen.findByText(status);
    for (const other of ["Active", "Trial", "Cancelled", "Expired"])
      expect(screen.queryAllByText(other)).toHaveLength(other === status ? 1 : 0);
    await card.findByRole("link", { name: "Give a membership" });
    expect(card.queryAllByRole("definition").map(({ textContent }) => textContent)).toEqual(details);
  },
);

test.for([
  [subscription(), true, false],
  [subscription({ state: "payment_failed" }), true, false],
  [null, true, true],
  [null, false, true],
] as const)("only members who don't pay are asked to choose a plan, case %#", async ([given, hasAccess, isAsked]) => {
  open(mine({ subscription: given }), {}, { ...MONTHLY, hasAccess });
  expect(await link("Give a membership")).toBe("/gift");
  expect(screen.queryByRole("link", { name: "Choose a plan" }) !== null).toBe(isAsked);
  expect(screen.queryByText(/Nothing renews, and nothing is charged\.$/) !== null).toBe(isAsked && hasAccess);
});

test("payments are listed with their state, each with its receipt", async () => {
  const refunded: Payment = {
    ...PAYMENT,
    id: "SALE-0",
    plan: "annual",
    isGift: true,
    state: "refunded",
    refundedCents: 1081,
  };
  open(mine({ payments: [PAYMENT, refunded] }));
  const rows = within(await screen.findByRole("region", { name: "Payments" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/\$10\.81.*Nov 20, 2026 · Monthly Power-Up, one month/),
    expect.stringMatching(/\$10\.81Refunded.*Gift: one year of Annual Lightning/),
  ]);
  expect(
    await within(rows[0] as HTMLElement)
      .findByRole("link")
      .then((found) => found.getAttribute("href")),
  ).toBe("/profile?receipt=SALE-1");
});

const BUYER = { firstName: null, lastName: null, email: "ana@x.test", timezone: "America/Chicago" };

test.for([
  ["America/Los_Angeles", "Nov 20, 2026"],
  ["America/Chicago", "Nov 21, 2026"],
] as const)("a payment is dated by the member's zone: %s", async ([timezone, day]) => {
  const payments = [{ ...PAYMENT, paidAt: "2026-11-21T07:30:00.000Z" }];
  open(mine({ payments }), {}, { ...MONTHLY, timezone });
  await screen.findByRole("link", { name: `Receipt for ${day}` });
  cleanup();
  renderAt("/profile?receipt=SALE-1", <Receipt buyer={{ ...BUYER, timezone }} />);
  const paper = within(await screen.findByRole("article", { name: "Receipt" }));
  expect(paper.getByText(day)).toBeTruthy();
  expect(paper.getByText(`PayPal, on ${day}`)).toBeTruthy();
});

test("a receipt names both sides, splits out the tax, and can be printed", async () => {
  stubApi({
    [READ]: () => Response.json(mine({ payments: [{ ...PAYMENT, refundedCents: 300, state: "partially_refunded" }] })),
  });
  const print = vi.fn();
  vi.stubGlobal("print", print);
  renderAt("/profile?receipt=SALE-1", <Receipt buyer={{ ...BUYER, firstName: "Ana" }} />);
  const paper = within(await screen.findByRole("article", { name: "Receipt" }));
  for (const text of ["Ana", "ana@x.test", "SALE-1", "PayPal, on Nov 20, 2026"])
    expect(paper.getByText(text)).toBeTruthy();
  expect(paper.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "ItemAmount",
    "Monthly Power-Up, one month$9.99",
    "Tax$0.82",
    "Paid$10.81",
    "Refunded−$3.00",
  ]);
  await userEvent.setup().click(screen.getByRole("button", { name: "Print or save" }));
  expect(print).toHaveBeenCalledOnce();
});

test("a receipt for an unknown payment says so and links back", async () => {
  stubApi({ [READ]: () => Response.json(mine()) });
  renderAt("/profile?receipt=SALE-9", <Receipt buyer={BUYER} />);
  await screen.findByText("We couldn't find that payment");
  expect(await link("Membership")).toBe("/profile#membership");
});
