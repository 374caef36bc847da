import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import type { GiftOffer } from "#domain/contract/money/gifts.ts";
import { GIFT_ORDER } from "#test/answers/gifts.ts";
import { stubPayPal } from "#test/web/paypal-sdk.ts";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { GiversGift } from "./givers-gift.tsx";
import { OrderGift } from "./order-gift.tsx";

const OFFER: GiftOffer = {
  provider: { clientId: "client-1", sdkUrl: "https://paypal.test/sdk/js" },
  timezones: [
    { id: "America/Chicago", label: "Central" },
    { id: "America/New_York", label: "Eastern" },
    { id: "America/Los_Angeles", label: "Pacific" },
  ],
  plans: [
    { plan: "monthly", priceText: "$9.99", lengthText: "a month", consentText: "I agree to the month." },
    { plan: "annual", priceText: "$79.99", lengthText: "a year", consentText: "I agree to the year." },
  ],
  firstDay: "2026-11-22",
  lastDay: "2027-11-22",
};
const GIFT_ID = crypto.randomUUID();
const ON_ITS_DAY = "Thursday, December 24, 2026 at 6:00 AM Eastern";
const READ_OFFER = "GET /api/gifts/offer";
const ORDER = "POST /api/gifts";
const CAPTURE = `POST /api/gifts/${GIFT_ID}/capture`;

let payPal: ReturnType<typeof stubPayPal>;

// 6:30 AM Central, 7:30 AM Eastern, and 4:30 AM Pacific.
const NOW = Date.parse("2026-11-22T12:30:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW, shouldAdvanceTime: true });
  payPal = stubPayPal();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(ui: ReactNode, answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    [READ_OFFER]: () => Response.json(OFFER),
    [ORDER]: () => Response.json({ giftId: GIFT_ID, orderId: "ORDER-1" }),
    [CAPTURE]: () => Response.json({ state: "confirming", order: null, deliverText: null }),
    ...answers,
  });
  const { unmount } = render(<QueryClientProvider client={createQueryClient()}>{ui}</QueryClientProvider>);
  const sentTo = (route: string) =>
    calls.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body);
  return { sentTo, unmount };
}

const payPalButton = () => screen.findByRole("button", { name: "PayPal" });

async function fill() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("radio", { name: /12 months for \$79\.99/ }));
  await user.type(screen.getByLabelText("Their name"), "Ana");
  await user.type(screen.getByLabelText("Their email"), "ana@x.test");
  await user.type(screen.getByLabelText("Your message (optional)"), "Up with you.");
  await user.click(screen.getByRole("radio", { name: /^On a day/ }));
  fireEvent.change(screen.getByLabelText("Arrives on"), { target: { value: "2026-12-24" } });
  await user.selectOptions(screen.getByLabelText("Their time zone"), "America/New_York");
  await user.type(screen.getByLabelText("Your name"), "Sam");
  await user.type(screen.getByLabelText("Your email"), "sam@x.test");
  await user.click(screen.getByRole("checkbox", { name: "I agree to the year." }));
  return user;
}

test("a giver fills in a gift, pays once, and lands on the gift's page", async () => {
  let isApproved = false;
  const paid = { state: "paid", order: "key-1", deliverText: ON_ITS_DAY };
  const { sentTo } = open(<OrderGift plan={null} />, {
    [CAPTURE]: () => Response.json(isApproved ? paid : { state: "confirming", order: null }),
  });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["ORDER-1"]));
  expect(sentTo(ORDER)).toEqual([
    {
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      plan: "annual",
      giverName: "Sam",
      giverEmail: "sam@x.test",
      recipientName: "Ana",
      recipientEmail: "ana@x.test",
      message: "Up with you.",
      deliverOn: "2026-12-24",
      timezone: "America/New_York",
      consent: true,
      consentText: "I agree to the year.",
    },
  ]);
  isApproved = true;
  await payPal.approve();
  await screen.findByText("Your gift is scheduled");
  screen.getByText((text) => text.startsWith(`It arrives on ${ON_ITS_DAY}.`));
  expect(screen.getByRole("link", { name: "See your gift" }).getAttribute("href")).toBe("/gift?order=key-1");
  expect(sessionStorage.length).toBe(0);
});

test("the page's own first question, once answered, is answered in the form and keeps its focus", async () => {
  open(<OrderGift plan="annual" />, {});
  const annual = await screen.findByRole<HTMLInputElement>("radio", { name: /12 months/ });
  expect([annual.checked, document.activeElement]).toEqual([true, annual]);
  await payPalButton();
});

test("PayPal opens only with a complete form; the page lists and focuses what's missing", async () => {
  const { sentTo } = open(<OrderGift plan={null} />, {});
  const user = userEvent.setup();
  await user.click(await screen.findByRole("radio", { name: /12 months/ }));
  const button = await payPalButton();
  screen.getByText("To pay, enter their name, their email, your name, and your email, and check the box.");
  await user.click(button);
  expect(document.activeElement).toBe(screen.getByLabelText("Their name"));
  screen.getByText("Enter the recipient's name");
  await user.click(screen.getByRole("radio", { name: /^On a day/ }));
  fireEvent.change(screen.getByLabelText("Arrives on"), { target: { value: "2026-11-01" } });
  screen.getByText(/and your email, choose the day, and check the box/);
  expect(sentTo(ORDER)).toEqual([]);
});

test(`"Right away" is the first choice, needs no zone, and is what's ordered and promised`, async () => {
  const { sentTo } = open(<OrderGift plan={null} />, {
    [CAPTURE]: () => Response.json({ state: "paid", order: "key-1", deliverText: "Right away" }),
  });
  const user = await fill();
  await user.click(screen.getByRole("radio", { name: /^Right away/ }));
  expect(screen.queryByLabelText("Arrives on")).toBeNull();
  expect(screen.queryByLabelText("Their time zone")).toBeNull();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["ORDER-1"]));
  expect(sentTo(ORDER)).toMatchObject([{ deliverOn: null }]);
  await payPal.approve();
  await screen.findByText("Your gift is on its way");
});

test("a day whose hour has passed isn't offered, and the form shows the time for the chosen day", async () => {
  open(<OrderGift plan={null} />, {});
  const user = userEvent.setup();
  await user.click(await screen.findByRole("radio", { name: /12 months/ }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Right away/ }).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: /^On a day/ }));
  const day = screen.getByLabelText<HTMLInputElement>("Arrives on");
  expect([day.min, day.value, day.max]).toEqual(["2026-11-23", "2026-11-23", "2027-11-22"]);
  screen.getByText("Monday, November 23, 2026 at 6:00 AM Central");
  await user.selectOptions(screen.getByLabelText("Their time zone"), "America/Los_Angeles");
  expect(day.min).toBe("2026-11-22");
  fireEvent.change(day, { target: { value: "2026-11-22" } });
  screen.getByText("Sunday, November 22, 2026 at 6:00 AM Pacific");
  // There, six is over.
  await user.selectOptions(screen.getByLabelText("Their time zone"), "America/New_York");
  fireEvent.blur(day);
  screen.getByText("Choose Monday, November 23 or a later day, up to a year from now");
  expect(screen.queryByText(/at 6:00 AM Eastern/)).toBeNull();
});

test("a draft for a day that has passed moves to the first day offered", async () => {
  sessionStorage.setItem("gift_draft", JSON.stringify({ plan: "annual", deliverOn: "2026-11-22" }));
  open(<OrderGift plan={null} />, {});
  expect((await screen.findByLabelText<HTMLInputElement>("Arrives on")).value).toBe("2026-11-23");
});

test("a name with a phone number and a message with a link show errors, and nothing is ordered", async () => {
  const { sentTo } = open(<OrderGift plan={null} />, {});
  const user = await fill();
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Bank (800 555 0100)" } });
  fireEvent.change(screen.getByLabelText(/message/i), { target: { value: "See bit.ly/abc" } });
  await user.click(await payPalButton());
  screen.getByText('A name can\'t include numbers, @, /, or a web address. Change "(800".');
  screen.getByText('The message can\'t include links or email addresses. Change "bit.ly/abc".');
  expect(sentTo(ORDER)).toEqual([]);
});

test("a consent box counts only for its plan, and typed text survives a reload", async () => {
  const first = open(<OrderGift plan={null} />, {});
  const user = await fill();
  await user.click(screen.getByRole("radio", { name: /1 month for \$9\.99/ }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "I agree to the month." }).checked).toBe(false);
  first.unmount();
  open(<OrderGift plan={null} />, {});
  expect((await screen.findByLabelText<HTMLInputElement>("Their email")).value).toBe("ana@x.test");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /1 month/ }).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Arrives on").value).toBe("2026-12-24");
});

test.for([
  ["PayPal down", () => refusal(503, "unavailable", "PayPal does not answer."), /^PayPal does not answer\.$/],
  ["no connection", lostConnection, /the connection was lost\. Try again\.$/],
] as const)("%s shows a readable error, and a retry sends the same order", async ([, answer, words]) => {
  const { sentTo } = open(<OrderGift plan={null} />, { [ORDER]: answer });
  const user = await fill();
  await user.click(await payPalButton());
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  await user.click(await payPalButton());
  await waitFor(() => expect(sentTo(ORDER)).toHaveLength(2));
  const ids = sentTo(ORDER).map((body) => (body as { requestId: string }).requestId);
  expect(new Set(ids).size).toBe(1);
});

test("terms that changed since the form was opened are shown, need new consent, and make a new order", async () => {
  const words = "Please read the terms again.";
  let year = "I agree to the year.";
  let answer = () => {
    year = "I agree to a dearer year.";
    return Response.json(
      { error: words, code: "conflict", fields: { consent: words }, requestId: "r" },
      { status: 409 },
    );
  };
  const { sentTo } = open(<OrderGift plan={null} />, {
    [READ_OFFER]: () =>
      Response.json({
        ...OFFER,
        plans: OFFER.plans.map((one) => (one.plan === "annual" ? { ...one, consentText: year } : one)),
      }),
    [ORDER]: () => answer(),
  });
  const user = await fill();
  await user.click(await payPalButton());
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "I agree to a dearer year." });
  expect(box.checked).toBe(false);
  expect((await screen.findByRole("alert")).textContent).toBe(words);
  answer = () => Response.json({ giftId: GIFT_ID, orderId: "ORDER-1" });
  await user.click(box);
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["ORDER-1"]));
  const sent = sentTo(ORDER) as { requestId: string; consentText: string }[];
  expect(sent.map(({ consentText }) => consentText)).toEqual(["I agree to the year.", "I agree to a dearer year."]);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
});

test("a payment that PayPal declines leaves the form filled and says so", async () => {
  open(<OrderGift plan={null} />, { [CAPTURE]: () => Response.json({ state: "declined", order: null }) });
  const user = await fill();
  await user.click(await payPalButton());
  await screen.findByText(/PayPal couldn't take the payment/);
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("Sam");
});

test("after PayPal closes, the page says the gift is paid or, once that's certain, that nothing was charged", async () => {
  let state: "confirming" | "not_approved" | "paid" = "confirming";
  open(<OrderGift plan={null} />, {
    [CAPTURE]: () => Response.json({ state, order: state === "paid" ? "key-1" : null, deliverText: ON_ITS_DAY }),
  });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  await payPal.leave();
  await screen.findByText(/Checking with PayPal/);
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  state = "not_approved";
  await screen.findByText("You left PayPal before approving the payment. Nothing was charged.");
  state = "paid";
  await user.click(await payPalButton());
  await payPal.leave();
  await screen.findByText("Your gift is scheduled");
});

test("an unknown order is forgotten after a reload, and the page doesn't claim that nothing was charged", async () => {
  const refused = () => refusal(404, "not_found", "Gift not found");
  sessionStorage.setItem("open_gift", JSON.stringify({ id: GIFT_ID, approvedAt: null }));
  open(<OrderGift plan={null} />, { [CAPTURE]: refused });
  await waitFor(() => expect(sessionStorage.getItem("open_gift")).toBeNull());
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  await payPal.leave();
  await screen.findByText(/PayPal hasn't confirmed yet/);
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
});

test("an order whose approval the page missed is resumed, and a slow one says so", async () => {
  sessionStorage.setItem("open_gift", JSON.stringify({ id: GIFT_ID, approvedAt: null }));
  const first = open(<OrderGift plan={null} />, {
    [CAPTURE]: () => Response.json({ state: "paid", order: "key-2", deliverText: ON_ITS_DAY }),
  });
  await screen.findByText("Your gift is scheduled");
  first.unmount();
  sessionStorage.setItem("open_gift", JSON.stringify({ id: GIFT_ID, approvedAt: 1 }));
  open(<OrderGift plan={null} />, {});
  await screen.findByText("PayPal is taking longer than usual");
  await userEvent.setup().click(screen.getByRole("button", { name: /Start over/ }));
  await screen.findByLabelText("Their name");
});

test("without a provider, the page says gifts are coming soon and links to an email", async () => {
  open(<OrderGift plan={null} />, { [READ_OFFER]: () => Response.json({ ...OFFER, provider: null }) });
  await screen.findByText("Gifts are coming soon");
  expect(screen.getByRole("link", { name: "Email us about a gift" }).getAttribute("href")).toMatch(/^mailto:/);
});

const SHOW_ORDER = "GET /api/gifts/order";
const CORRECT = "POST /api/gifts/order/address";

test("the giver sees the gift's status and can correct its email address", async () => {
  const { sentTo } = open(<GiversGift order="key-1" />, {
    [SHOW_ORDER]: () => Response.json(GIFT_ORDER),
    [CORRECT]: ({ body }) => Response.json({ ...GIFT_ORDER, ...(body as object) }),
  });
  await screen.findByText("Scheduled");
  screen.getByRole("heading", { level: 1, name: `Your gift for ${GIFT_ORDER.recipientName}` });
  screen.getByText(GIFT_ORDER.deliverText);
  // The field shows it.
  expect(screen.queryByText("Email")).toBeNull();
  const user = userEvent.setup();
  const field = screen.getByLabelText("Change their email");
  await user.clear(field);
  await user.type(field, "anna@x");
  await user.click(screen.getByRole("button", { name: "Save" }));
  screen.getByText("Please enter a valid email");
  await user.type(field, ".test");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved. We'll send the gift to anna@x.test.");
  expect(sentTo(CORRECT)).toEqual([{ order: "key-1", recipientEmail: "anna@x.test" }]);
});

test("a gift sent in the meantime keeps its address", async () => {
  let order = GIFT_ORDER;
  open(<GiversGift order="key-1" />, {
    [SHOW_ORDER]: () => Response.json(order),
    [CORRECT]: () => {
      order = { ...GIFT_ORDER, state: "delivered", canCorrect: false };
      return refusal(409, "conflict", "The gift has gone out already.");
    },
  });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Change their email"), "x");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The gift has gone out already.");
  await screen.findByText("Delivered");
  expect(screen.queryByLabelText("Change their email")).toBeNull();
  expect(within(document.body).getByText(/^Wrong address\? Write to/)).toBeTruthy();
});

test("a gift whose email bounced says so, and is sent once its address is corrected", async () => {
  open(<GiversGift order="key-1" />, {
    [SHOW_ORDER]: () => Response.json({ ...GIFT_ORDER, state: "returned" }),
    [CORRECT]: ({ body }) => Response.json({ ...GIFT_ORDER, ...(body as object), state: "waiting" }),
  });
  const user = userEvent.setup();
  expect((await screen.findByRole("alert")).textContent).toContain("The email to ana@x.test bounced.");
  screen.getByText("Bounced");
  // A day that has passed isn't promised anymore.
  expect(screen.queryByText(GIFT_ORDER.deliverText)).toBeNull();
  await user.clear(screen.getByLabelText("Change their email"));
  await user.type(screen.getByLabelText("Change their email"), "anna@x.test");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved. We'll send the gift to anna@x.test.");
  screen.getByText("Scheduled");
});
