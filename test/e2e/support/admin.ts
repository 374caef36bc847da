import { expect, type Page } from "@playwright/test";
import { DEMO_ADMIN_PASSWORD } from "../../../scripts/stack/dev-vars.ts";

/** Fills in the login card on screen. */
export async function logInAsAdmin(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(DEMO_ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  // An address may open a dialog right away, which hides the tabs from assistive technology.
  await expect(page.getByRole("tab", { name: "Overview", includeHidden: true })).toBeVisible();
}

export async function openAdmin(page: Page, tab = "overview"): Promise<void> {
  await page.goto(`/admin?tab=${tab}`);
  await logInAsAdmin(page);
}

/** Opens the administrator's page of the member with this address. */
export async function openMemberFile(page: Page, email: string): Promise<void> {
  await openAdmin(page, "members");
  await page.getByLabel("Search by email or name").fill(email);
  // A moment after typing, the search changes the URL, which would close the page it finds.
  await expect(page).toHaveURL(/[?&]q=/);
  // The shortened list would otherwise move the link during the click.
  await expect(page.getByRole("table", { name: "Members" }).locator("tbody").getByRole("row")).toHaveCount(1);
  await page.getByRole("link", { name: email }).click();
  await expect(page).toHaveURL(/[?&]member=/);
}
