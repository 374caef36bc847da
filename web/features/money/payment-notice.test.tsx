import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { MySubscription } from "#domain/contract/money/subscriptions.ts";
import { OWN_SUBSCRIPTION } from "#test/answers/payments.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { LastDay, LastDayMark, PaymentNotice } from "./payment-notice.tsx";

type Subscription = NonNullable<MySubscription["subscription"]>;

const mine = (overrides: Partial<Subscription>): MySubscription => ({
  subscription: { ...OWN_SUBSCRIPTION, ...overrides },
  payments: [],
  waitingGift: null,
});

test("the dashboard shows a notice only if a payment has failed, and awaits it only in grace", async () => {
  const onPaid = vi.fn();
  let state: Subscription["state"] = "payment_failed";
  stubApi({ "GET /api/user/subscription": () => Response.json(mine({ state })) });
  const first = renderAt("/dashboard", <PaymentNotice hasAccess isInGrace onPaid={onPaid} />);
  const isAwaited = () => document.querySelector("[data-awaited]") !== null;
  expect(isAwaited()).toBe(true);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Payment failed. Access until Dec 31, 2026. Fix it in PayPal ",
  );
  expect(isAwaited()).toBe(false);
  first.unmount();
  state = "active";
  const second = renderAt("/dashboard", <PaymentNotice hasAccess isInGrace={false} onPaid={onPaid} />);
  expect(isAwaited()).toBe(false);
  await second.queryClient.refetchQueries();
  expect(second.container.querySelector("[role]")).toBeNull();
  expect(onPaid).not.toHaveBeenCalled();
});

test("a member who has just paid waits on the dashboard until the payment is confirmed", async () => {
  const onPaid = vi.fn();
  let state: Subscription["state"] = "confirming";
  stubApi({ "GET /api/user/subscription": () => Response.json(mine({ state, accessUntil: null })) });
  const { queryClient } = renderAt("/dashboard", <PaymentNotice hasAccess={false} isInGrace={false} onPaid={onPaid} />);
  await screen.findByText(/Confirming your payment/);
  expect(onPaid).not.toHaveBeenCalled();
  state = "active";
  await queryClient.refetchQueries();
  expect(onPaid).toHaveBeenCalledOnce();
});

const NEXT = { ...OWN_SUBSCRIPTION, startsAt: "2026-12-31T12:00:00.000Z" };

test.each<[Partial<Subscription>, string]>([
  [{ state: "ends" }, "Ends Dec 31Access until Dec 31, 2026Subscribe again"],
  [{ state: "ends", openUntil: "2027-02-10T12:00:00.000Z" }, "Ends Feb 10Access until Feb 10, 2027Subscribe again"],
  [{ state: "ends", changesTo: NEXT }, ""],
  [{ state: "active" }, ""],
])("the dashboard shows the last day of a subscription that ends: %o", async (own, words) => {
  stubApi({ "GET /api/user/subscription": () => Response.json(mine(own)) });
  const { container, queryClient } = renderAt(
    "/dashboard",
    <>
      <LastDayMark look="" />
      <LastDay />
    </>,
  );
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => container.textContent).toBe(words);
});
