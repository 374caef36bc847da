import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { failure, renderAsAdmin, startServer } from "../admin.fixtures.tsx";
import { ProviderTab } from "./provider-tab.tsx";

const LIST = "GET /api/paypal/subscriptions";

const subscription = (status: string) => ({
  id: `I-${status}`,
  status,
  start_time: "2026-11-03T12:00:00Z",
  plan_id: "P-1",
  subscriber: { email_address: `${status}@x.test` },
});

test("an empty list says why, and nothing is selected", async () => {
  startServer({ [LIST]: () => Response.json({ subscriptions: [], notice: "Payment is not set up." }) });
  await renderAsAdmin(<ProviderTab />);
  expect(screen.getByText("Loading subscriptions...")).toBeTruthy();
  await screen.findByText("No subscriptions found");
  expect(screen.getByText("Payment is not set up.")).toBeTruthy();
  expect(screen.getByText("Select a subscription to manage")).toBeTruthy();
  const raw = screen.getByText("Raw response").closest("details");
  expect(raw?.open).toBe(false);
  expect(raw?.textContent).toContain('"subscriptions": []');
});

test("a failed call and an error within the answer are both errors", async () => {
  const server = startServer({ [LIST]: () => failure(500, "Broken") });
  await renderAsAdmin(<ProviderTab />);
  await screen.findByText("Error loading subscriptions");
  expect(screen.getByText("500: Broken")).toBeTruthy();
  server.routes[LIST] = () => Response.json({ subscriptions: [], error: "PayPal did not answer" });
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("PayPal did not answer");
  expect(screen.getByText("Error loading subscriptions")).toBeTruthy();
});

test("a subscription is shown with its status, start, subscriber and id, and selected by a click", async () => {
  const statuses = ["ACTIVE", "CANCELLED", "SUSPENDED", "PENDING", "OTHER"];
  startServer({ [LIST]: () => Response.json({ subscriptions: statuses.map(subscription) }) });
  await renderAsAdmin(<ProviderTab />);
  const chosen = await screen.findByRole("button", { name: /SUSPENDED@x\.test/ });
  const row = within(chosen);
  for (const text of ["SUSPENDED", "11/3/2026", "Plan: P-1", "I-SUSPENDED"]) expect(row.getByText(text)).toBeTruthy();
  await userEvent.setup().click(chosen);
  expect(chosen.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText("Selected:").parentElement?.textContent).toBe("Selected: I-SUSPENDED");
});
