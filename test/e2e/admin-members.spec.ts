import { expect, test } from "@playwright/test";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { inviteMember } from "./support/members.ts";

test("a member is found by address and by filter, opened, and left the way one came", async ({ page }) => {
  const { email } = await inviteMember("sought");
  await openAdmin(page, "members");
  const found = page.getByRole("link", { name: email });
  const search = page.getByLabel("Search by address or name");
  await search.fill(email);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(found).toBeVisible();
  await page.getByLabel("Subscription").selectOption("annual");
  await expect(page.getByText("No members found")).toBeVisible();
  await page.getByLabel("Subscription").selectOption("trial");
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await found.click();
  await expect(page).toHaveURL(/[?&]member=/);
  await expect(page.getByRole("heading", { name: "Jo Journey" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notes" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(found).toBeVisible();
  await expect(search).toHaveValue(email);
});
