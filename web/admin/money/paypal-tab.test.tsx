import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { listedSubscription } from "#test/answers/paypal.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { asPhone } from "#test/web/viewport.ts";
import { PayPalTab } from "./paypal-tab.tsx";

const LIST = "GET /api/paypal/subscriptions";

const start = (routes: Parameters<typeof startServer>[0]) =>
  startServer({ "GET /api/admin/gifts": () => Response.json([]), ...routes });

test("an empty subscription list says why it's empty, and nothing is selected", async () => {
  start({ [LIST]: () => Response.json({ subscriptions: [], notice: "Payment is not set up." }) });
  await renderAsAdmin(<PayPalTab />);
  expect(screen.getByText("Loading subscriptions...")).toBeTruthy();
  await screen.findByText("No subscriptions found");
  expect(screen.getByText("Payment is not set up.")).toBeTruthy();
  expect(screen.getByText("Select a subscription to manage")).toBeTruthy();
  const raw = screen.getByText("Raw response").closest("details");
  expect(raw?.open).toBe(false);
  expect(raw?.textContent).toContain('"subscriptions": []');
});

test("a failed call and an error inside the response both show as errors", async () => {
  const server = start({ [LIST]: () => failure(500, "Broken") });
  await renderAsAdmin(<PayPalTab />);
  await screen.findByText("Error loading subscriptions");
  expect(screen.getByText("Failed to fetch PayPal subscriptions: Broken. Request ID: r1")).toBeTruthy();
  server.routes[LIST] = () => Response.json({ subscriptions: [], error: "PayPal did not answer" });
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("PayPal did not answer");
  expect(screen.getByText("Error loading subscriptions")).toBeTruthy();
});

test("a subscription shows its status, start, subscriber, and ID, and is selected by a click", async () => {
  const statuses = ["ACTIVE", "CANCELLED", "SUSPENDED", "PENDING", "OTHER"];
  start({ [LIST]: () => Response.json({ subscriptions: statuses.map((status) => listedSubscription(status)) }) });
  await renderAsAdmin(<PayPalTab />);
  const chosen = await screen.findByRole("button", { name: /SUSPENDED@x\.test/ });
  const row = within(chosen);
  for (const text of ["Suspended", "Nov 3, 2026", "Plan: P-1", "I-SUSPENDED"]) expect(row.getByText(text)).toBeTruthy();
  await userEvent.setup().click(chosen);
  expect(chosen.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText("Selected:").parentElement?.textContent).toBe("Selected: I-SUSPENDED");
});

test("in a month with hundreds of subscriptions, the newest show first, and more on request", async () => {
  const subscriptions = Array.from({ length: 120 }, (_, nth) => ({
    ...listedSubscription("ACTIVE"),
    id: `I-${nth}`,
  }));
  start({ [LIST]: () => Response.json({ subscriptions }) });
  await renderAsAdmin(<PayPalTab />);
  const rows = async () => (await screen.findAllByRole("button", { name: /ACTIVE@x\.test/ })).length;
  expect(await rows()).toBe(25);
  const user = userEvent.setup();
  for (let page = 0; page < 4; page += 1) await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await rows()).toBe(120);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("plans have the specified labels", async () => {
  const plans = ["monthly", "annual", "quarterly", null] as const;
  const subscriptions = plans.map((plan) => ({ ...listedSubscription(plan ?? "OTHER"), plan }));
  start({ [LIST]: () => Response.json({ subscriptions }) });
  await renderAsAdmin(<PayPalTab />);
  for (const label of ["Monthly Plan $9.99", "Annual Plan $79.99"]) expect(await screen.findByText(label)).toBeTruthy();
  expect(screen.getAllByText("Plan: P-1")).toHaveLength(2);
});

test("our own records are shown even if the response includes an error or notice", async () => {
  const server = start({
    [LIST]: () => Response.json({ subscriptions: [listedSubscription("ACTIVE")], error: "PayPal did not answer" }),
  });
  await renderAsAdmin(<PayPalTab />);
  await screen.findByText("PayPal did not answer");
  expect(screen.getByText("I-ACTIVE")).toBeTruthy();
  server.routes[LIST] = () =>
    Response.json({ subscriptions: [listedSubscription("ACTIVE")], notice: "Our records alone." });
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Our records alone.");
});

const ACTIVE = { ...listedSubscription("ACTIVE"), memberId: "m-1" };
const SPLIT = { ...listedSubscription("SUSPENDED"), id: "I-OLD", difference: "PayPal says CANCELLED." };

test("status filters show counts, and out-of-sync subscriptions of any age show their difference", async () => {
  start({
    [LIST]: () => Response.json({ subscriptions: [ACTIVE, listedSubscription("CANCELLED")], outOfSync: [SPLIT] }),
  });
  await renderAsAdmin(<PayPalTab />);
  const filters = within(await screen.findByRole("group", { name: "Status" }));
  expect(filters.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "All 2",
    "Active 1",
    "Suspended 0",
    "Cancelled 1",
    "Out of sync 1",
  ]);
  const user = userEvent.setup();
  await user.click(filters.getByRole("button", { name: "Out of sync 1" }));
  await screen.findByText("PayPal says CANCELLED.");
  expect(screen.queryByText("I-ACTIVE")).toBeNull();
  expect(window.location.search).toBe("?status=out-of-sync");
  // It can be managed like any other.
  await user.click(screen.getByRole("button", { name: /I-OLD/ }));
  expect(screen.getByText("Selected:").parentElement?.textContent).toBe("Selected: I-OLD");
  await user.click(filters.getByRole("button", { name: "Suspended 0" }));
  expect(screen.getByText("No subscriptions found")).toBeTruthy();
});

test("every status has a filter, and an out-of-sync subscription can be synced where it's selected", async () => {
  const route = "POST /api/admin/members/m-1/subscriptions/I-OLD/heal";
  const server = start({
    [LIST]: () =>
      Response.json({
        subscriptions: [ACTIVE, listedSubscription("EXPIRED")],
        outOfSync: [{ ...SPLIT, memberId: "m-1" }],
      }),
    [route]: () => Response.json({ message: "Synced with PayPal." }),
  });
  await renderAsAdmin(<PayPalTab />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Other 1" }));
  expect(await screen.findByText("I-EXPIRED")).toBeTruthy();
  expect(screen.queryByText("I-ACTIVE")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Out of sync 1" }));
  await user.click(await screen.findByRole("button", { name: /I-OLD/ }));
  const manage = within(screen.getByRole("region", { name: "Manage subscription" }));
  for (const text of ["Out of sync: PayPal says CANCELLED.", "Plan: P-1", "Nov 3, 2026", "Suspended"])
    expect(manage.getByText(text)).toBeTruthy();
  expect(manage.getByRole<HTMLAnchorElement>("link", { name: "SUSPENDED@x.test" }).search).toBe(
    "?tab=members&member=m-1",
  );
  await user.click(manage.getByRole("button", { name: "Sync with PayPal" }));
  await screen.findByText("Synced with PayPal.");
  expect(server.sentTo(route)).toHaveLength(1);
});

test("part of an email or ID finds a subscription and its member; an older one needs the full email or ID", async () => {
  const server = start({
    [LIST]: () => Response.json({ subscriptions: [ACTIVE, listedSubscription("CANCELLED")] }),
    [`${LIST}?q=I-OLD`]: () => Response.json({ subscriptions: [SPLIT] }),
    [`${LIST}?q=nobody`]: () => Response.json({ subscriptions: [] }),
  });
  await renderAsAdmin(<PayPalTab />);
  const search = await screen.findByLabelText("Search by email or ID");
  const user = userEvent.setup();
  const seek = async (text: string) => {
    await user.clear(search);
    await user.paste(text);
    await user.keyboard("{Enter}");
  };
  await seek("active@");
  await waitFor(() => expect(screen.queryByText("I-CANCELLED")).toBeNull());
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "View member: ACTIVE@x.test" });
  expect(link.search).toBe("?tab=members&member=m-1");
  await seek("I-OLD");
  await screen.findByText("From all our records:");
  expect(screen.getByRole("button", { name: /I-OLD/ })).toBeTruthy();
  await seek("nobody");
  await screen.findByText(/^Nothing matches/);
  expect(server.calls.filter(({ path }) => path.includes("q=")).map(({ path }) => path.split("?")[1])).toEqual([
    "q=I-OLD",
    "q=nobody",
  ]);
});

test("the cancel dialog still reads as a sentence when PayPal gives no email address", async () => {
  const unnamed = { ...listedSubscription("ACTIVE"), subscriber: { email_address: "" } };
  start({ [LIST]: () => Response.json({ subscriptions: [unnamed] }) });
  await renderAsAdmin(<PayPalTab />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /No email from PayPal.*I-ACTIVE/ }));
  await user.click(screen.getByRole("button", { name: "Cancel Subscription" }));
  await screen.findByText(/^No further charges\. The member keeps access through the paid period and gets an email\./);
});

test("the raw response masks subscribers' email addresses", async () => {
  start({ [LIST]: () => Response.json({ subscriptions: [listedSubscription("ACTIVE")] }) });
  await renderAsAdmin(<PayPalTab />);
  await screen.findByText("ACTIVE@x.test");
  const raw = screen.getByText("Raw response").closest("details");
  expect(raw?.textContent).toContain('"email_address": "A…@x.test"');
  expect(raw?.textContent).not.toContain("ACTIVE@x.test");
});

/** The second "Cancel Subscription" is the one in the question. */
async function cancelChosen(reason: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /ACTIVE@x\.test/ }));
  if (reason) await user.type(screen.getByLabelText("Cancellation Reason"), reason);
  await user.click(screen.getByRole("button", { name: "Cancel Subscription" }));
  const question = within(await screen.findByRole("dialog", { name: "Cancel this subscription?" }));
  await user.click(question.getByRole("button", { name: "Cancel Subscription" }));
}

const CANCEL = "POST /api/paypal/subscriptions/I-ACTIVE/cancel";

test.for([
  ["", {}],
  [" Asked by mail ", { reason: "Asked by mail" }],
] as const)("a subscription is cancelled after a confirmation, with the reason %o", async ([reason, body]) => {
  let status = "ACTIVE";
  const server = start({
    [LIST]: () => Response.json({ subscriptions: [{ ...listedSubscription("ACTIVE"), status }] }),
    [CANCEL]: () => {
      status = "CANCELLED";
      return Response.json({});
    },
  });
  await renderAsAdmin(<PayPalTab />);
  await cancelChosen(reason);
  await screen.findByText("Subscription Cancelled");
  expect(screen.getByText("Successfully cancelled subscription I-ACTIVE")).toBeTruthy();
  expect(server.sentTo(CANCEL)).toEqual([body]);
  await screen.findByText("This subscription has ended. No further charges.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Subscription" }).disabled).toBe(true);
});

test("a subscription its buyer hasn't approved can't be cancelled, and says why", async () => {
  start({ [LIST]: () => Response.json({ subscriptions: [listedSubscription("APPROVAL_PENDING")] }) });
  await renderAsAdmin(<PayPalTab />);
  await userEvent.setup().click(await screen.findByRole("button", { name: /I-APPROVAL_PENDING/ }));
  await screen.findByText("The buyer hasn't approved it. Nothing is charged.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel Subscription" }).disabled).toBe(true);
});

test("a failed cancellation says so and keeps the selection, and each subscription keeps its own reason", async () => {
  start({
    [LIST]: () => Response.json({ subscriptions: [listedSubscription("ACTIVE"), listedSubscription("SUSPENDED")] }),
    [CANCEL]: () => failure(503, "PayPal does not answer just now."),
  });
  await renderAsAdmin(<PayPalTab />);
  await cancelChosen("Asked by mail");
  await screen.findByText("Failed to cancel subscription");
  expect(screen.getAllByText(/PayPal does not answer just now/)).not.toEqual([]);
  expect(screen.getByText("Selected:").parentElement?.textContent).toBe("Selected: I-ACTIVE");
  const user = userEvent.setup();
  for (const [id, reason] of [
    ["I-SUSPENDED", ""],
    ["I-ACTIVE", "Asked by mail"],
  ] as const) {
    await user.click(screen.getByRole("button", { name: new RegExp(id) }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Cancellation Reason/).value).toBe(reason);
  }
});

test("on a phone, selecting a subscription scrolls to its actions; on a wide screen nothing scrolls", async () => {
  const moved = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(undefined);
  start({ [LIST]: () => Response.json({ subscriptions: [listedSubscription("ACTIVE")] }) });
  await renderAsAdmin(<PayPalTab />);
  const user = userEvent.setup();
  const choice = await screen.findByRole("button", { name: /I-ACTIVE/ });
  await user.click(choice);
  expect(moved.mock.contexts).not.toContain(screen.getByRole("heading", { name: "Manage subscription" }));
  asPhone();
  await user.click(choice);
  expect(moved.mock.contexts).toContain(screen.getByRole("heading", { name: "Manage subscription" }));
  moved.mockRestore();
});
