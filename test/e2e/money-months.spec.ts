import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectFits } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { buy } from "./support/purchases.ts";

test("a purchase is found in Payments and opens its member, and the CSV has the same rows with numbers", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const email = uniqueEmail("ledger");
  const { id } = await buy(page, email);
  await openAdmin(page, "money");
  await page.getByLabel("Search by email, name, or PayPal ID").fill(id);
  await expect(page).toHaveURL(/[?&]q=/);
  const rows = page.getByRole("table", { name: "Payments" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("$9.99");
  await expectFits(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export results as CSV" }).click();
  const lines = parse(await readFile(await (await download).path(), "utf8"), { bom: true, columns: true });
  expect(lines).toMatchObject([{ kind: "payment", email, plan: "monthly", currency: "USD", gross: "9.99" }]);
  await rows.getByRole("link").click();
  await expect(page).toHaveURL(/[?&]member=/);
  expect(complaints).toEqual([]);
});

test("a month's sums are the same in Months and in Payments, where its name leads", async ({ page }) => {
  const complaints = watchConsole(page);
  await buy(page, uniqueEmail("months"));
  await openAdmin(page, "money&page=months");
  const month = page.getByRole("table", { name: "Months" }).locator("tbody").getByRole("row").first();
  await expect(month).toContainText("so far");
  const [, gross] = await month.getByRole("cell").or(month.getByRole("rowheader")).allTextContents();
  await page.mouse.wheel(0, 20_000);
  await expect(page.getByRole("img", { name: /^Net by month/ })).toBeVisible();
  await page.mouse.wheel(0, 20_000);
  const stays = page.getByRole("table", { name: "Who stays" });
  await expect(stays.locator("tbody").getByRole("row").first().getByRole("cell").first()).toHaveText(/^[1-9]/);
  await expectFits(page);
  await month.getByRole("link").click();
  await expect(page.getByLabel("Sums of the month")).toContainText(`Gross${gross}`);
  expect(complaints).toEqual([]);
});
