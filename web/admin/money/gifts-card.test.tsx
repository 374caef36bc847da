import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { GiftRow } from "#domain/contract/money/gifts.ts";
import { GIFT } from "#test/answers/gifts.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { GiftsCard } from "./gifts-card.tsx";

const LIST = "GET /api/admin/gifts";

const REFUND = `POST /api/admin/gifts/${GIFT.id}/refund`;

test("refunding an unredeemed gift requires a reason, and a retry doesn't refund it again", async () => {
  let answer = () => failure(503, "PayPal does not answer just now.");
  const server = startServer({ [LIST]: () => Response.json([GIFT]), [REFUND]: () => answer() });
  await renderAsAdmin(<GiftsCard />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Refund $79.99" }));
  const question = within(await screen.findByRole("dialog", { name: "Refund $79.99?" }));
  const confirm = question.getByRole<HTMLButtonElement>("button", { name: "Refund $79.99" });
  expect(confirm.disabled).toBe(true);
  await user.type(question.getByLabelText("Reason"), "Asked by mail");
  await user.click(confirm);
  await screen.findByText("Refund failed");
  answer = () => Response.json({ message: "Refunded." });
  await user.click(confirm);
  await screen.findByText("Refunded.");
  const [first, second] = server.sentTo(REFUND);
  expect(second).toEqual(first);
  await user.click(screen.getByRole("button", { name: "Refund $79.99" }));
  const after = within(await screen.findByRole("dialog", { name: "Refund $79.99?" }));
  expect(after.getByLabelText<HTMLInputElement>("Reason").value).toBe("");
});

test("gifts are filtered by status, and a filter that matches nothing says so", async () => {
  const server = startServer({
    [LIST]: () => Response.json([GIFT]),
    [`${LIST}?state=open`]: () => Response.json([GIFT]),
    [`${LIST}?state=expired`]: () => Response.json([]),
  });
  await renderAsAdmin(<GiftsCard />);
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText("Gift status"), "Not opened");
  await screen.findByRole("button", { name: "Refund $79.99" });
  await user.selectOptions(screen.getByLabelText("Gift status"), "Expired");
  await screen.findByText("No gifts match.");
  expect(server.calls.at(-1)?.path).toContain("state=expired");
});

test("gifts are found by email address, and redeemed ones offer no refund", async () => {
  const redeemed: GiftRow = { ...GIFT, state: "redeemed", isWaiting: true, canRefund: false };
  startServer({
    [LIST]: () => Response.json([]),
    [`${LIST}?address=ana%40x.test`]: () => Response.json([redeemed]),
  });
  await renderAsAdmin(<GiftsCard />);
  await screen.findByText("No gifts yet.");
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Giver's or recipient's name or email"), " ana@x.test ");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText("Opened");
  expect(screen.getByText("Starts after their subscription")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Refund/ })).toBeNull();
});

test("ten gifts show first, and the next ones on request", async () => {
  const gifts = Array.from({ length: 24 }, () => ({ ...GIFT, id: crypto.randomUUID() }));
  startServer({ [LIST]: () => Response.json(gifts) });
  await renderAsAdmin(<GiftsCard />);
  const shown = async () => within(await screen.findByRole("list", { name: "Gifts" })).getAllByRole("listitem").length;
  expect(await shown()).toBe(10);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await shown()).toBe(20);
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await shown()).toBe(24);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
