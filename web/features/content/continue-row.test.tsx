import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { browsedItemOf } from "#test/answers/content.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { ContinueRow } from "./continue-row.tsx";

function open(items: BrowsedItem[]) {
  const calls = stubApi({ "GET /api/content/library": () => Response.json({ items, next: null }) });
  return { calls, ...renderAt("/dashboard", <ContinueRow shown={["2025-09-04", "2025-09-03"]} />) };
}

test("Continue leads to the newest started session that isn't shown already", async () => {
  const { calls } = open([
    browsedItemOf("2025-09-04", { progressPercent: 10 }),
    browsedItemOf("2025-09-03", { progressPercent: 20 }),
    browsedItemOf("2025-09-02", { progressPercent: 37 }),
    browsedItemOf("2025-09-01", { progressPercent: 80 }),
  ]);
  const row = await screen.findByRole("link");
  expect(row.textContent).toBe("Continue, 37% doneTitle of 2025-09-02");
  expect(row.getAttribute("href")).toBe("/content/2025-09-02");
  expect(calls.map(({ query }) => query)).toEqual([{ started: "1" }]);
});

test("without a started session, no Continue row is shown", async () => {
  const { calls, queryClient } = open([]);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls).toHaveLength(1);
  expect(screen.queryByRole("link")).toBeNull();
});
