import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MONTH } from "#test/answers/ledger.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { CohortsCard } from "./cohorts-card.tsx";

const MONTHS = [MONTH, { ...MONTH, month: "2026-08" }, { ...MONTH, month: "2026-07" }];
const READ = "GET /api/admin/payments/cohorts/";

test("a month shows who began and the share and number of who stayed, and nothing where time isn't up", async () => {
  startServer({
    [`${READ}2026-11`]: () => Response.json({ began: 4, stayed: [null, null, null, null, null] }),
    [`${READ}2026-08`]: () => Response.json({ began: 8, stayed: [6, 1, null, null, null] }),
    [`${READ}2026-07`]: () => failure(500, "Broken"),
  });
  await renderAsAdmin(<CohortsCard months={MONTHS} />);
  await screen.findByText("75%");
  const cellsOf = (month: string) => {
    const row = screen.getByRole("rowheader", { name: month }).closest("tr") as HTMLElement;
    return within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  };
  expect(cellsOf("August 2026")).toEqual(["8", "75% 6", "13% 1", "", "", ""]);
  expect(cellsOf("November 2026")).toEqual(["4", "", "", "", "", ""]);
  await screen.findAllByText("Couldn't load");
});
