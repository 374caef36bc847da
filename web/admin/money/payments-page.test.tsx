import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { LedgerEntry } from "#domain/contract/money/ledger.ts";
import { LEDGER, PAID } from "#test/answers/ledger.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { PaymentsPage } from "./payments-page.tsx";

const LIST = "GET /api/admin/payments";

async function show(entries: LedgerEntry[], more: Record<string, () => Response> = {}) {
  const server = startServer({ [LIST]: () => Response.json({ ...LEDGER, entries }), ...more });
  await renderAsAdmin(<PaymentsPage />);
  return server;
}

const rowOf = async (name: string) => within((await screen.findByRole("link", { name })).closest("tr") as HTMLElement);

test("a payment shows its member, day, plan, amounts, and PayPal's ID, and its row opens the member", async () => {
  await show([PAID]);
  const row = await rowOf("Ana Lopez ana@daybolt.test");
  for (const text of ["Nov 20, 2026", "Monthly", "$9.99", "$0.84", "$9.15", PAID.id]) row.getByText(text);
  expect(row.getByRole("link").getAttribute("href")).toBe("/admin?tab=members&member=m1");
});

test.for<[string, Partial<LedgerEntry>, string[]]>([
  ["an unknown fee is a dash, and isn't taken off", { feeCents: null }, ["–", "$9.99"]],
  [
    "a refund is negative and named",
    { kind: "refund", amountCents: -500, feeCents: 0, refundId: "R1" },
    ["Refund", "R1"],
  ],
  [
    "a refund not made yet has no net",
    { kind: "refund", state: "requested", amountCents: -500, feeCents: 0 },
    ["Refund requested", "-$5.00", `of ${PAID.id}`],
  ],
  ["a payment says how much of it was refunded", { refundedCents: 200 }, ["$2.00 refunded"]],
  [
    "an open dispute is dated, also of a payment that was refunded in part",
    { refundedCents: 200, dispute: { openedAt: "2026-11-21T15:00:00.000Z", closedAt: null, result: null } },
    ["Disputed Nov 21, 2026", "$2.00 refunded"],
  ],
  [
    "a closed dispute says how it ended",
    {
      dispute: {
        openedAt: "2026-11-21T15:00:00.000Z",
        closedAt: "2026-11-25T15:00:00.000Z",
        result: "RESOLVED_BUYER_FAVOUR",
      },
    },
    ["Dispute lost Nov 25, 2026"],
  ],
  ["a gift is named with its length", { isGift: true, plan: "annual" }, ["Gift, Annual"]],
])("%s", async ([, change, texts]) => {
  await show([{ ...PAID, ...change }]);
  const row = await rowOf("Ana Lopez ana@daybolt.test");
  for (const text of texts) expect(row.getAllByText(text).length).toBeGreaterThan(0);
  if (change.state === "requested") expect(row.queryByText("-$5.42")).toBeNull();
});

test("someone whose data is deleted is counted without a name, and a gift's giver leads to the gifts", async () => {
  const payer = { memberId: null, name: "", email: "" };
  const giver = { memberId: null, name: "Bo", email: "bo@giver.test" };
  await show([
    { ...PAID, payer },
    { ...PAID, id: "GIFT", isGift: true, payer: giver },
  ]);
  expect((await screen.findByText("Deleted member")).closest("a")).toBeNull();
  expect(screen.getByRole("link", { name: "Bo bo@giver.test" }).getAttribute("href")).toBe("/admin?tab=paypal");
});

test("a month shows its sums with the fees not known, and its CSV has the same filter", async () => {
  const sums = { grossCents: 100_000, refundedCents: 999, feeCents: 1234, unknownFees: 3 };
  // A real click would leave the page.
  const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const server = await show([PAID], {
    [`${LIST}?month=2026-10`]: () => Response.json({ ...LEDGER, sums }),
    [`${LIST}/export?month=2026-10`]: () => new Response("date\r\n2026-10-01\r\n"),
  });
  const user = userEvent.setup();
  // The months are known once the list is.
  await rowOf("Ana Lopez ana@daybolt.test");
  await user.selectOptions(screen.getByLabelText("Month"), "October 2026");
  const list = within(await screen.findByLabelText("Sums of the month"));
  for (const text of ["$1,000.00", "-$9.99", "-$12.34", "$977.67"]) list.getByText(text);
  screen.getByText("3 fees unknown, and not in these sums.");
  await user.click(screen.getByRole("button", { name: "Export results as CSV" }));
  await screen.findByText("Saved payments-2026-10.csv.");
  expect(save).toHaveBeenCalledOnce();
  save.mockRestore();
  expect(server.calls.at(-1)?.path).toBe("/api/admin/payments/export?month=2026-10");
});

test("search and filters are in the address and in what is asked", async () => {
  const server = await show([PAID]);
  const user = userEvent.setup();
  await rowOf("Ana Lopez ana@daybolt.test");
  await user.type(screen.getByLabelText("Search by email, name, or PayPal ID"), "ana{Enter}");
  await waitFor(() => expect(window.location.search).toContain("q=ana"));
  await user.selectOptions(screen.getByLabelText("Plan"), "Gifts");
  await waitFor(() => expect(window.location.search).toContain("q=ana&plan=gift"));
  expect(server.calls.at(-1)?.path).toBe("/api/admin/payments?q=ana&plan=gift");
});
