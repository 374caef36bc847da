import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "#test/web/render.tsx";
import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { QUESTION } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { stubPayPal } from "#test/web/paypal-sdk.ts";
import { stubApi } from "#test/web/stub-api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { Checkout } from "./checkout.tsx";

const OFFERS: CheckoutOffers = {
  provider: { clientId: "client-1", sdkUrl: "https://paypal.test/sdk/js" },
  email: null,
  wakeUp: QUESTION,
  offers: [
    {
      plan: "monthly",
      startsAt: null,
      replaces: null,
      refusal: null,
      consentText: "I agree.",
      note: "",
    },
  ],
};

let payPal: ReturnType<typeof stubPayPal>;
beforeEach(() => {
  payPal = stubPayPal();
});
afterEach(() => vi.restoreAllMocks());

function open() {
  const id = crypto.randomUUID();
  const calls = stubApi({
    "GET /api/checkout": () => Response.json(OFFERS),
    "POST /api/checkout": () => Response.json({ checkoutId: id, subscriptionId: "I-1" }),
    [`POST /api/checkout/${id}/confirm`]: () =>
      Response.json({
        state: "not_approved",
        subscriptionId: "I-1",
        token: null,
        needsLogin: false,
        isInvited: false,
        opensWithPayment: false,
      }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Checkout plan="monthly" onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  return { started: () => calls.filter(({ method, path }) => `${method} ${path}` === "POST /api/checkout") };
}

const payPalButton = () => screen.findByRole("button", { name: "PayPal" });
const consent = () => screen.findByRole<HTMLInputElement>("checkbox", { name: "I agree." });

test("a new buyer is asked for the hour; without an answer, only the browser's zone is sent", async () => {
  standIn("America/Los_Angeles");
  const { started } = open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Email"), "ana@x.test");
  await user.click(await consent());
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "6 AM" }).checked).toBe(true);
  expect(screen.getByRole("group", { name: "When should we wake you?" })).toBeTruthy();
  await user.click(await payPalButton());
  await waitFor(() => expect(started()).toHaveLength(1));
  expect(started()[0]?.body).toMatchObject({ timezone: "America/Los_Angeles" });
  expect(started()[0]?.body).not.toHaveProperty("emailTime");
  await payPal.leave();
  await user.click(screen.getByRole("radio", { name: "8 AM" }));
  await user.click(await payPalButton());
  await waitFor(() => expect(started()).toHaveLength(2));
  const [first, second] = started().map(({ body }) => body as Record<string, string>);
  expect(second).toMatchObject({ emailTime: "08:00", timezone: "America/Los_Angeles" });
  expect(second?.requestId).toBe(first?.requestId);
});

test("missing answers are shown at their fields only once PayPal's button is pressed", async () => {
  open();
  const button = await payPalButton();
  const user = userEvent.setup();
  const box = await consent();
  expect(screen.queryAllByRole("alert")).toEqual([]);
  await user.click(button);
  const email = screen.getByLabelText("Email");
  expect([email, box].map((field) => field.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
  const errorOf = (field: HTMLElement) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(errorOf(email)).toContain("Please enter a valid email");
  expect(errorOf(box)).toEqual(["Check the box to agree"]);
  expect(document.activeElement).toBe(email);
  await user.click(box);
  expect([box.getAttribute("aria-invalid"), screen.queryByText("Check the box to agree")]).toEqual([null, null]);
});
