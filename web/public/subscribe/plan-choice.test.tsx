import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { PLANS, type PlanId } from "#domain/rules/plans.ts";
import { stubApi } from "#test/web/stub-api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { Checkout, renderCheckout } from "./checkout.tsx";

const OFFERS = "GET /api/checkout";
const FOR_VISITORS: CheckoutOffers = { provider: null, email: null, wakeUp: null, offers: [] };

test("plans form one named group and can be chosen by pointer or keyboard", async () => {
  const user = userEvent.setup();
  const onChoose = vi.fn();
  stubApi({ [OFFERS]: () => Response.json(FOR_VISITORS) });
  const show = (plan: PlanId) => (
    <QueryClientProvider client={client}>
      <Checkout plan={plan} onChoose={onChoose} />
    </QueryClientProvider>
  );
  const client = createQueryClient();
  const { rerender } = render(show("annual"));
  await user.click(screen.getByRole("button", { name: "Change plan" }));
  const group = within(screen.getByRole("group", { name: "Your plan" }));
  await user.click(group.getByText(PLANS.monthly.name));
  expect(onChoose).toHaveBeenLastCalledWith("monthly");
  rerender(show("monthly"));
  expect(document.activeElement).toBe(group.getByRole("radio", { name: /Monthly/ }));
  await user.keyboard("{ArrowDown}");
  expect(onChoose).toHaveBeenLastCalledWith("annual");
});

test("choosing another plan updates the checkout in place", async () => {
  stubApi({ [OFFERS]: () => Response.json(FOR_VISITORS) });
  const place = document.body.appendChild(document.createElement("div"));
  const show = (plan: PlanId) => act(async () => renderCheckout(place, plan, () => undefined));
  await show("annual");
  await userEvent.setup().click(screen.getByRole("button", { name: "Change plan" }));
  const group = screen.getByRole("group", { name: "Your plan" });
  await show("monthly");
  expect(screen.getByRole("group", { name: "Your plan" })).toBe(group);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Monthly/ }).checked).toBe(true);
  place.remove();
});
