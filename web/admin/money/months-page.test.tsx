import { act, screen, waitFor, within } from "@testing-library/react";
import type uPlot from "uplot";
import { expect, test, vi } from "vitest";
import type { MoneyMonth } from "#domain/contract/money/ledger.ts";
import { MONTH } from "#test/answers/ledger.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MonthCharts } from "./month-charts.tsx";
import { MonthsPage } from "./months-page.tsx";

const drawn = vi.hoisted(() => vi.fn());
const options = vi.hoisted(() => vi.fn());
// There's no canvas here.
vi.mock("uplot", () => ({
  default: class {
    constructor(given: unknown, data: number[][]) {
      options(given);
      drawn(data);
    }
    setSize() {}
    destroy() {}
  },
}));

const BEFORE: MoneyMonth = {
  ...MONTH,
  ...{
    month: "2026-10",
    isRunning: false,
    grossCents: 7999,
    unknownFees: 0,
    members: null,
    byType: null,
    started: null,
  },
  ...{ lost: null, churn: null, mrrCents: null, trialsPaid: null },
};

async function show(months: MoneyMonth[]) {
  startServer({ "GET /api/admin/payments/months": () => Response.json({ months }) });
  await renderAsAdmin(<MonthsPage />);
}

test("a month is a row of figures that opens its payments; the current one is marked, and what isn't known is a dash", async () => {
  await show([MONTH, BEFORE]);
  const table = within(await screen.findByRole("table", { name: "Months" }));
  const [head, ...rows] = table.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(head).toContain("MRR");
  expect(rows).toEqual([
    [
      "November 2026 so far",
      "$100.00",
      "$9.99",
      "$5.003 fees unknown",
      "$85.01",
      "$79.94",
      "12",
      "3",
      "1",
      "12.5%",
      "4",
      "2",
      "2",
    ],
    ["October 2026", "$79.99", "$9.99", "$5.00", "$65.00", "–", "–", "–", "–", "–", "4", "–", "2"],
  ]);
  expect(table.getByRole("link", { name: "October 2026" }).getAttribute("href")).toBe("/admin?tab=money&month=2026-10");
  screen.getByText(/^Churn is lost divided by/);
});

test("without a payment, the page says what starts the first month", async () => {
  await show([]);
  await screen.findByText("No payments yet. The first one starts the first month.");
});

test("a chart draws months from the oldest, without what no month has, and says the latest in words", async () => {
  startServer({});
  await renderAsAdmin(<MonthCharts months={[MONTH, BEFORE]} />);
  screen.getByRole("img", { name: "Net by month. Latest: Net $85.01." });
  await waitFor(() =>
    expect(drawn).toHaveBeenCalledWith([
      [0, 1],
      [65, 85.01],
    ]),
  );
  expect(drawn).toHaveBeenCalledWith([
    [0, 1],
    [null, 6],
    [null, 3],
    [null, 2],
    [null, 1],
  ]);
});

test("a chart shows two years, and its legend the pointed month's figures, else the latest", async () => {
  startServer({});
  options.mockClear();
  drawn.mockClear();
  await renderAsAdmin(<MonthCharts months={[MONTH, ...Array.from({ length: 30 }, () => BEFORE)]} />);
  expect(drawn.mock.calls[0]?.[0][0]).toHaveLength(24);
  const legend = () => [...(screen.getAllByRole("list")[0]?.children ?? [])].map((item) => item.textContent);
  expect(legend()).toEqual(["November 2026", "Net$85.01"]);
  const [{ hooks, axes }] = options.mock.calls[0] as [uPlot.Options];
  const values = axes?.[0]?.values;
  if (typeof values !== "function") throw new Error("The axis writes its own months.");
  expect(values({} as uPlot, [0, 23], 0, 64, 1)).toEqual(["Oct 2026", "Nov 2026"]);
  act(() => hooks?.setCursor?.[0]?.({ cursor: { idx: 0 } } as uPlot));
  expect(legend()).toEqual(["October 2026", "Net$65.00"]);
});
