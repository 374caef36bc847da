import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import "#test/web/render.tsx";
import type { PlanId } from "#domain/rules/plans.ts";
import { stubPayPal } from "#test/web/paypal-sdk.ts";
import { stubApi } from "#test/web/stub-api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { OrderGift } from "../gifts/order-gift.tsx";
import { Checkout } from "../subscribe/checkout.tsx";

const provider = { clientId: "client-1", sdkUrl: "https://paypal.test/sdk/js" };
const consentText = "I agree.";
const plans = ["monthly", "annual"] as const;
const offers = plans.map((plan) => ({
  plan,
  consentText,
  startsAt: null,
  replaces: null,
  refusal: null,
  note: "",
}));
const gifts = plans.map((plan) => ({ plan, consentText, priceText: "$9.99", lengthText: `a gift, ${plan}` }));
const timezones = [{ id: "America/Chicago", label: "Central" }];

function FreshCheckout() {
  const [plan, setPlan] = useState<PlanId | null>(null);
  return <Checkout plan={plan} onChoose={setPlan} />;
}

test.for([
  ["a plan", <FreshCheckout key="checkout" />],
  ["a gift", <OrderGift key="gift" plan={null} />],
] as const)(
  "PayPal's script, which can read the page, loads only once %s is chosen, and nothing is preselected",
  async ([, page]) => {
    const payPal = stubPayPal();
    const calls = stubApi({
      "GET /api/checkout": () => Response.json({ provider, email: null, wakeUp: null, offers }),
      "GET /api/gifts/offer": () =>
        Response.json({ provider, timezones, plans: gifts, firstDay: "2026-11-22", lastDay: "2027-11-22" }),
    });
    render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
    const choice = within(await screen.findByRole("group", { name: /^Your (?:plan|gift)$/ }));
    const radios = choice.getAllByRole<HTMLInputElement>("radio");
    await waitFor(() => expect(calls).toHaveLength(1));
    await screen.findByText(/^Choose (?:a plan|a month) /);
    expect([radios.map(({ checked }) => checked), payPal.scripts()]).toEqual([[false, false], []]);
    await userEvent.setup().click(screen.getByRole("radio", { name: /Monthly/ }));
    await screen.findByRole("button", { name: "PayPal" });
    expect(payPal.scripts()).toEqual([expect.stringContaining(provider.sdkUrl)]);
  },
);
