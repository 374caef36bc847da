import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { addDays, formatLongDate } from "../../domain/rules/calendar-days.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { callApi } from "./support/stack.ts";

/** A day's cell, whether a press opens it or selects it. */
const cellOf = (page: Page, date: string) =>
  page
    .getByRole("grid")
    .locator("button")
    .filter({ hasText: new RegExp(`^${formatLongDate(date)}:`) });

async function expectTitles(page: Page, titles: Record<string, string>): Promise<void> {
  for (const [date, title] of Object.entries(titles)) await expect(cellOf(page, date)).toContainText(title);
}

test("days are selected by mouse and keyboard, moved, restored, and swapped by dragging", async ({ page }) => {
  const [first, second, third] = ["2033-05-03", "2033-05-04", "2033-05-05"] as const;
  for (const date of [first, second, third]) {
    const json = { date, title: `Session ${date.slice(8)}`, description: "Go." };
    expect((await callApi("/api/content", { admin: true, json })).status).toBe(201);
  }
  await openAdmin(page, "content&month=2033-05");
  // Until a month is there, a press on a day selects nothing.
  await expectTitles(page, { [first]: "Session 03", [third]: "Session 05" });
  await cellOf(page, first).click({ modifiers: ["ControlOrMeta"] });
  await cellOf(page, third).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected sessions" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Move" }).click();
  const question = page.getByRole("dialog", { name: "Move 3 sessions?" });
  await question.getByLabel("Days later").fill("1");
  await question.getByRole("button", { name: "Move 3 sessions" }).click();
  await expect(bar.getByText("3 sessions moved")).toBeVisible();
  await expectTitles(page, { [second]: "Session 03", [third]: "Session 04", [addDays(third, 1)]: "Session 05" });
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect(bar.getByText("3 sessions restored")).toBeVisible();
  await expectTitles(page, { [first]: "Session 03", [second]: "Session 04", [third]: "Session 05" });

  // The same by keyboard alone, on the cell that had focus.
  await cellOf(page, first).focus();
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(bar.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Clear selection" }).press("Enter");

  await cellOf(page, first).dragTo(cellOf(page, third));
  await page.getByRole("dialog").getByRole("button", { name: "Swap 2 sessions" }).click();
  await expect(bar.getByText("2 sessions swapped")).toBeVisible();
  await expectTitles(page, { [first]: "Session 05", [third]: "Session 03" });
});

test("a sheet of a year is imported with one press, and its export, imported again, changes nothing", {
  tag: "@deep",
}, async ({ page }) => {
  const rows = Array.from(
    { length: 365 },
    (_, index) => `${addDays("2034-01-01", index)},"Day ${index}, ""=1+1""",=Go.`,
  );
  const csv = `date,title,description\r\n${rows.join("\r\n")}`;
  await openAdmin(page, "content");
  const openSheet = async (item: string) => {
    await page.getByRole("button", { name: "Import or export a sheet" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Import a sheet" });
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel("Choose a CSV file").setInputFiles({ name, mimeType: "text/csv", buffer });
  await openSheet("Import a sheet");
  await choose("year.csv", Buffer.from(csv));
  await expect(dialog.getByText("365 new, 0 changed, 0 unchanged, 0 refused")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create 365" }).click();
  await expect(dialog.getByText("365 sessions created, 0 changed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const download = page.waitForEvent("download");
  await openSheet("Export all sessions");
  const exported = await readFile(await (await download).path());
  expect(exported.toString()).toContain(`2034-01-01,"Day 0, ""=1+1""",'=Go.,,,draft`);
  await openSheet("Import a sheet");
  await choose("sessions.csv", exported);
  await expect(dialog.getByText(/^0 new, 0 changed, \d{3,} unchanged, 0 refused$/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
