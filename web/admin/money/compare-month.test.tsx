import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ComparedDay } from "#domain/contract/money/ledger.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { CompareMonth } from "./compare-month.tsx";

const sums = (grossCents: number, refundedCents = 0) => ({ grossCents, refundedCents, feeCents: 84, unknownFees: 0 });
const NOTHING: ComparedDay = { paypal: sums(0), lines: [] };

async function compare(days: Record<string, Partial<ComparedDay>>) {
  const server = startServer(
    Object.fromEntries(
      Array.from({ length: 28 }, (_, index) => {
        const date = `2026-02-${String(index + 1).padStart(2, "0")}`;
        return [`GET /api/admin/payments/compared/${date}`, () => Response.json({ ...NOTHING, ...days[date] })];
      }),
    ),
  );
  await renderAsAdmin(<CompareMonth month="2026-02" sums={sums(1000)} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Compare with PayPal" }));
  return server;
}

test("a month's sums stand beside PayPal's, and each difference names its payment", async () => {
  const line = (
    id: string,
    paypalCents: number | null,
    ourCents: number | null,
    ourMonth: string | null = "2026-02",
  ) => ({
    ...{ id, paymentId: `P-${id}`, at: "2026-02-03T18:00:00.000Z", paypalCents, ourCents, ourMonth },
  });
  const server = await compare({
    "2026-02-03": {
      paypal: sums(2000, 500),
      lines: [
        line("A", 999, null, null),
        line("B", null, 7999),
        line("C", 999, 1),
        line("D", -500, -500, "2026-03"),
        line("E", -999, -999),
      ],
    },
    // The day on which it's here.
    "2026-02-07": { lines: [line("E", null, -999)] },
  });
  await screen.findByText("4 differences");
  const textsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);
  const [figures, list] = screen.getAllByRole("table") as [HTMLElement, HTMLElement];
  expect(within(figures).getAllByRole("row").slice(1).map(textsOf)).toEqual([
    ["PayPal says", "$20.00", "-$5.00", "-$23.52", "-$8.52"],
    ["We say", "$10.00", "$0.00", "-$0.84", "$9.16"],
  ]);
  expect(within(list).getAllByRole("row").slice(1).map(textsOf)).toEqual([
    ["In PayPal, not here", "Feb 3, 2026", "$9.99", "–", "P-A"],
    ["Here, not in PayPal", "Feb 3, 2026", "–", "$79.99", "P-B"],
    ["Another amount", "Feb 3, 2026", "$9.99", "$0.01", "P-C"],
    ["Here in March 2026", "Feb 3, 2026", "-$5.00", "-$5.00", "P-D"],
  ]);
  expect(screen.getByRole("link", { name: "P-B" }).getAttribute("href")).toBe("/admin?tab=money&q=P-B");
  expect(server.calls.filter(({ path }) => path.includes("/compared/"))).toHaveLength(28);
});

test("without a difference it says so, and without PayPal's permission what to do", async () => {
  await compare({});
  await screen.findByText("No differences.");
  startServer({
    "GET /api/admin/payments/compared/2026-02-01": () => failure(409, "Turn on Transaction Search.", "conflict"),
  });
  await userEvent.setup().click(screen.getByRole("button", { name: "Compare with PayPal" }));
  await screen.findByText(/Turn on Transaction Search\./);
});
