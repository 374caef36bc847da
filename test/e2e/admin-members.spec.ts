import { expect } from "@playwright/test";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";

test("an administrator finds a member by email and filter, opens them, and goes back to the results", async ({
  page,
}) => {
  const { email } = await inviteMember("sought");
  await openAdmin(page, "members");
  const found = page.getByRole("link", { name: email });
  const search = page.getByLabel("Search by email or name");
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
