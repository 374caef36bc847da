import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import { BRAND } from "#domain/brand.ts";
import type { CheckoutOffers, ConfirmCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { zoneHere } from "#domain/formats.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { QUESTION } from "#test/answers/profile.ts";
import { stubPayPal } from "#test/web/paypal-sdk.ts";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { keepCheckout, readStoredCheckout } from "../../features/money/stored-checkout.ts";
import { readWelcome } from "../../features/money/stored-welcome.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { Checkout } from "./checkout.tsx";

const OFFERS = "GET /api/checkout";
const START = "POST /api/checkout";
const CHECKOUT_ID = crypto.randomUUID();
const CONFIRM = `POST /api/checkout/${CHECKOUT_ID}/confirm`;

const offerOf = (plan: PlanId) => ({
  plan,
  startsAt: null,
  replaces: null,
  refusal: null,
  consentText: `I agree to the ${plan} terms.`,
  note: "",
});

const FOR_VISITORS: CheckoutOffers = {
  provider: { clientId: "client-1", sdkUrl: "https://paypal.test/sdk/js" },
  email: null,
  wakeUp: QUESTION,
  offers: [offerOf("monthly"), offerOf("annual")],
};

const ACTIVE: ConfirmCheckoutResponse = {
  state: "active",
  subscriptionId: "I-1",
  token: null,
  needsLogin: false,
  isInvited: false,
  opensWithPayment: false,
};

let payPal: ReturnType<typeof stubPayPal>;
let assigned: ReturnType<typeof vi.fn<(to: string | URL) => void>>;

beforeEach(() => {
  payPal = stubPayPal();
  assigned = vi.fn();
  vi.spyOn(window.location, "assign").mockImplementation(assigned);
});
afterEach(() => vi.restoreAllMocks());

type Answers = Parameters<typeof stubApi>[0];

function open(answers: Answers = {}, plan: PlanId = "monthly") {
  const calls = stubApi({
    [OFFERS]: () => Response.json(FOR_VISITORS),
    [START]: () => Response.json({ checkoutId: CHECKOUT_ID, subscriptionId: "I-1" }),
    [CONFIRM]: () => Response.json({ ...ACTIVE, state: "not_approved" }),
    ...answers,
  });
  const show = (plan: PlanId) => (
    <QueryClientProvider client={client}>
      <Checkout plan={plan} onChoose={() => undefined} />
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const { rerender } = render(show(plan));
  const started = () => calls.filter(({ method, path }) => `${method} ${path}` === START);
  return { calls, started, choose: (plan: PlanId) => rerender(show(plan)) };
}

const payPalButton = () => screen.findByRole("button", { name: "PayPal" });
const consent = (plan: PlanId) =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: `I agree to the ${plan} terms.` });

async function fill(address = " ana@x.test ") {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Email"), address);
  await user.click(await consent("monthly"));
  return user;
}

test.for(["monthly", "annual"] as const)(
  "the %s plan and its price are shown once, and again as a choice after Change",
  async (plan) => {
    open({}, plan);
    const { name, price } = PLANS[plan];
    const amount = formatPrice(price.cents);
    expect(screen.getAllByText(`${amount} per ${price.per}`)).toHaveLength(1);
    await userEvent.setup().click(screen.getByRole("button", { name: "Change plan" }));
    const chosen = screen
      .getAllByRole<HTMLInputElement>("radio")
      .filter(({ checked, name: of }) => checked && of === "plan");
    expect(chosen.map(({ value }) => value)).toEqual([plan]);
    expect(screen.getByRole("radio", { name: `${name} ${amount} per ${price.per}` })).toBe(chosen[0]);
    expect(document.activeElement).toBe(chosen[0]);
  },
);

test("without a payment provider, the page says it's coming soon and links to an email for an invitation", async () => {
  open({ [OFFERS]: () => Response.json({ ...FOR_VISITORS, provider: null }) });
  await screen.findByRole("heading", { name: "Payments are coming soon" });
  const link = screen.getByRole("link", { name: "Ask for an invitation" });
  const { protocol, pathname, searchParams } = new URL(link.getAttribute("href") ?? "");
  expect([protocol, pathname]).toEqual(["mailto:", BRAND.supportEmail]);
  expect(searchParams.get("subject")).toContain(PLANS.monthly.name);
});

test("PayPal opens only with a valid email and this plan's box checked; the page says what's missing", async () => {
  const { started, choose } = open();
  const button = await payPalButton();
  screen.getByText("To pay, enter your email address and check the box.");
  const user = userEvent.setup();
  await user.click(button);
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  screen.getByText("Please enter a valid email");
  await user.type(screen.getByLabelText("Email"), "a");
  expect(screen.queryByText("Please enter a valid email")).toBeNull();
  await user.type(screen.getByLabelText("Email"), "na@x.test");
  screen.getByText("To pay, check the box.");
  await user.click(button);
  expect(document.activeElement).toBe(await consent("monthly"));
  expect(started()).toEqual([]);

  await user.click(await consent("monthly"));
  choose("annual");
  expect((await consent("annual")).checked).toBe(false);
  choose("monthly");
  expect((await consent("monthly")).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ana@x.test");
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["I-1"]));
  expect(started()[0]?.body).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    plan: "monthly",
    timezone: zoneHere(),
    consent: true,
    consentText: "I agree to the monthly terms.",
    email: "ana@x.test",
  });
});

test("an approval is confirmed, keeps its id, logs the new member in, and opens the welcome", async () => {
  let isApproved = false;
  const { calls } = open({
    [CONFIRM]: () => Response.json(isApproved ? { ...ACTIVE, token: "token-1" } : { ...ACTIVE, state: "not_approved" }),
  });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["I-1"]));
  expect(readStoredCheckout()).toEqual({ id: CHECKOUT_ID, plan: "monthly", approvedAt: null });
  isApproved = true;
  await payPal.approve();
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/dashboard/welcome"));
  expect(readWelcome()).toEqual({ subscriptionId: "I-1", opensWithPayment: false, isLeft: false });
  expect(localStorage.getItem("auth_token")).toBe("token-1");
  expect(readStoredCheckout()).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith("/confirm")).length).toBeGreaterThan(0);
});

test("a buyer without a session goes to the login, and a first-time payer's welcome waits for the payment", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "monthly", approvedAt: Date.now() });
  open({ [CONFIRM]: () => Response.json({ ...ACTIVE, needsLogin: true, opensWithPayment: true }) });
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/login?paid=1"));
  expect(readWelcome()).toEqual({ subscriptionId: "I-1", opensWithPayment: true, isLeft: false });
  expect(localStorage.getItem("auth_token")).toBeNull();
});

test("under an imported address, the page sends the buyer to their email, logs in no one, and stays", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "monthly", approvedAt: Date.now() });
  open({ [CONFIRM]: () => Response.json({ ...ACTIVE, needsLogin: true, isInvited: true }) });
  await screen.findByText("Check your email: one link opens your membership.");
  expect(assigned).not.toHaveBeenCalled();
  expect([readWelcome(), localStorage.getItem("auth_token"), readStoredCheckout()]).toEqual([null, null, null]);
});

test("a reloaded page resumes a checkout whose approval it missed", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "annual", approvedAt: null });
  open({ [CONFIRM]: () => Response.json({ ...ACTIVE, token: "token-2" }) });
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/dashboard/welcome"));
  expect(localStorage.getItem("auth_token")).toBe("token-2");
});

test("an unknown checkout is forgotten, and the form is shown", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "annual", approvedAt: null });
  open({ [CONFIRM]: () => refusal(404, "not_found", "There is no such checkout.") });
  await waitFor(() => expect(readStoredCheckout()).toBeNull());
  await screen.findByLabelText("Email");
});

test("a slow confirmation says so, and can be checked again or abandoned", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "monthly", approvedAt: Date.now() - 3_600_000 });
  let state: ConfirmCheckoutResponse["state"] = "confirming";
  const { calls } = open({ [CONFIRM]: () => Response.json({ ...ACTIVE, state }) });
  await screen.findByText("PayPal is taking longer than usual");
  expect(calls.filter(({ path }) => path.endsWith("/confirm"))).toHaveLength(1);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("Confirming your payment...");
  state = "active";
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/dashboard/welcome"));
});

test("a buyer who didn't approve can start over", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "monthly", approvedAt: Date.now() - 3_600_000 });
  open();
  await userEvent.setup().click(await screen.findByRole("button", { name: /Start over/ }));
  await screen.findByLabelText("Email");
  expect(readStoredCheckout()).toBeNull();
});

test.for([
  ["an account", () => refusal(409, "conflict", "There is an account already."), /There is an account already\./],
  ["too many tries", () => refusal(429, "rate_limited", "Too many tries. Try again in 9 minutes."), /in 9 minutes\.$/],
  ["PayPal down", () => refusal(503, "unavailable", "PayPal does not answer."), /^PayPal does not answer\.$/],
  ["no connection", lostConnection, /the connection was lost\. Try again\.$/],
  ["too old", () => refusal(410, "gone", "It has expired."), /^It has expired\.$/],
] as const)(
  "checkout shows a readable error (%s), and a retry is the same purchase unless it's too old",
  async ([why, answer, words]) => {
    const { started } = open({ [START]: answer });
    const user = await fill();
    await user.click(await payPalButton());
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    expect(payPal.opened).toEqual([]);
    await user.click(await payPalButton());
    await waitFor(() => expect(started()).toHaveLength(2));
    const ids = started().map(({ body }) => (body as { requestId: string }).requestId);
    expect(new Set(ids).size).toBe(why === "too old" ? 2 : 1);
  },
);

test("terms that changed since the page was opened are shown, need new consent, and make a new purchase", async () => {
  let text = "I agree to the monthly terms.";
  const changed = { consent: "Please read the terms again." };
  let answer = () => {
    text = "I agree to be charged today.";
    return Response.json(
      { error: changed.consent, code: "conflict", fields: changed, requestId: "r" },
      { status: 409 },
    );
  };
  const { started } = open({
    [OFFERS]: () => Response.json({ ...FOR_VISITORS, offers: [{ ...offerOf("monthly"), consentText: text }] }),
    [START]: () => answer(),
  });
  const user = await fill();
  await user.click(await payPalButton());
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "I agree to be charged today." });
  expect(box.checked).toBe(false);
  expect((await screen.findByRole("alert")).textContent).toBe(changed.consent);
  expect(screen.queryByRole("link", { name: /Log in/ })).toBeNull();
  answer = () => Response.json({ checkoutId: CHECKOUT_ID, subscriptionId: "I-1" });
  await user.click(box);
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toEqual(["I-1"]));
  expect(new Set(started().map(({ body }) => (body as { requestId: string }).requestId)).size).toBe(2);
});

test.for([
  [409, "conflict", "This email has an account.", ["/login?plan=monthly"]],
  [400, "validation", "We can't send to this address.", []],
] as const)(
  "an error %i (%s) about the email is only at its field, until that is edited",
  async ([status, code, words, ways]) => {
    const answer = { error: words, code, fields: { email: words }, requestId: "r" };
    open({ [START]: () => Response.json(answer, { status }) });
    const user = await fill();
    await user.click(await payPalButton());
    expect((await screen.findByRole("alert")).textContent?.trim()).toBe(
      `${words} ${ways.length > 0 ? "Log in and continue" : ""}`.trim(),
    );
    expect(
      screen.queryAllByRole("link", { name: "Log in and continue" }).map((link) => link.getAttribute("href")),
    ).toEqual(ways);
    const email = screen.getByLabelText("Email");
    expect([document.activeElement, email.getAttribute("aria-invalid")]).toEqual([email, "true"]);
    await user.type(email, "{Backspace}{Backspace}");
    expect(email.getAttribute("aria-invalid")).not.toBe("true");
    expect(screen.queryByText(words)).toBeNull();
  },
);

test("closing PayPal's window says nothing was charged only once PayPal has been checked after that", async () => {
  let answer: () => Response | Promise<Response> = () => Response.json({ ...ACTIVE, state: "not_approved" });
  const { calls } = open({ [CONFIRM]: () => answer() });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith("/confirm"))).not.toEqual([]));
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  await payPal.leave();
  await screen.findByText(/Checking with PayPal/);
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  // Within the same second, the response may come from an earlier reading.
  answer = () => Response.json({ ...ACTIVE, state: "not_approved" });
  resolve(answer() as Response);
  await screen.findByText("You left PayPal before approving the payment. Nothing was charged.");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value.trim()).toBe("ana@x.test");

  await payPal.fail(new Error("INSTRUMENT_DECLINED"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^PayPal ran into a problem\. Nothing was charged/);
});

test("a buyer who approved but closed the window still becomes a member, with no other message", async () => {
  let state: ConfirmCheckoutResponse["state"] = "not_approved";
  open({ [CONFIRM]: () => Response.json({ ...ACTIVE, state }) });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  state = "active";
  await payPal.leave();
  await waitFor(() => expect(assigned).toHaveBeenCalledExactlyOnceWith("/dashboard/welcome"));
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
});

test("while PayPal doesn't answer, the page says it's checking, then stops and offers to check again", async () => {
  let state: ConfirmCheckoutResponse["state"] = "confirming";
  let isLater = false;
  const { calls } = open({ [CONFIRM]: () => Response.json({ ...ACTIVE, state }) });
  const user = await fill();
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  const clock = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => clock() + (isLater ? 100_000 : 0));
  await payPal.leave();
  await screen.findByText(/Checking with PayPal/);
  isLater = true;
  await screen.findByText(/PayPal hasn't confirmed yet/);
  expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  const asked = () => calls.filter(({ path }) => path.endsWith("/confirm")).length;
  const before = asked();
  state = "not_approved";
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText(/Nothing was charged/);
  expect(asked()).toBeGreaterThan(before);
});

test("a reloaded page checks a purchase whose PayPal window is gone", async () => {
  keepCheckout({ id: CHECKOUT_ID, plan: "monthly", approvedAt: null });
  open({ [CONFIRM]: () => Response.json({ ...ACTIVE, state: "confirming" }) });
  await screen.findByText(/Checking with PayPal/);
});

test("if PayPal's script doesn't load, the page says so, and Try again loads it", async () => {
  payPal.block(true);
  open();
  await screen.findByText("PayPal's buttons didn't load");
  payPal.block(false);
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await payPalButton();
});

test("a member sees what a change costs and when, isn't asked for an email, and can't buy their own plan", async () => {
  const offers: CheckoutOffers = {
    ...FOR_VISITORS,
    email: "ana@x.test",
    wakeUp: null,
    offers: [
      { ...offerOf("monthly"), refusal: "You have the monthly plan." },
      {
        ...offerOf("annual"),
        replaces: "monthly",
        startsAt: "2026-12-20T12:00:00.000Z",
        note: "Your monthly plan ends on December 20.",
      },
    ],
  };
  const { choose, started } = open({ [OFFERS]: () => Response.json(offers) });
  await screen.findByText("You have the monthly plan.");
  expect(screen.queryByRole("button", { name: "PayPal" })).toBeNull();
  expect(screen.getByRole("link", { name: "My Account" }).getAttribute("href")).toBe("/profile#membership");
  choose("annual");
  await screen.findByText("Your monthly plan ends on December 20.");
  expect(screen.queryByLabelText("Email")).toBeNull();
  const user = userEvent.setup();
  await user.click(await consent("annual"));
  await user.click(await payPalButton());
  await waitFor(() => expect(payPal.opened).toHaveLength(1));
  expect(started()[0]?.body).not.toHaveProperty("email");
});

test("offers that fail to load can be retried, and a buyer whose session has ended continues as a visitor", async () => {
  let answer: (headers: Headers) => Response = () => refusal(503, "unavailable", "Down for a moment.");
  open({ [OFFERS]: ({ headers }) => answer(headers) });
  await screen.findByText("Checkout didn't load");
  localStorage.setItem("auth_token", "old");
  answer = (headers) =>
    headers.has("authorization") ? refusal(401, "unauthorized", "Please log in.") : Response.json(FOR_VISITORS);
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByLabelText("Email");
  expect(localStorage.getItem("auth_token")).toBeNull();
});
