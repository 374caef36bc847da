import { expect } from "@playwright/test";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { mailTo, writeIn } from "./support/stack.ts";

const SUPPORT = "support@daybolt.test";

test("a refund request by email is acknowledged, shown on Overview and the member's page, and marked answered", async ({
  page,
}) => {
  const { email } = await inviteMember("writes");
  const subject = `Refund of ${email}`;
  await writeIn({ from: `Ana <${email}>`, to: SUPPORT, subject, text: "Please refund me.\nAna" });
  const answer = await mailTo(email, /^We got your .* refund request$/);
  expect(answer.headers["Auto-Submitted"]).toBe("auto-replied");

  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin(page, "overview");
  await expect(page.getByText(/emails? to answer/)).toBeVisible();
  await page.getByRole("tab", { name: "Inbox" }).click();
  const refunds = page.getByRole("region", { name: "Inbox" });
  const row = refunds.getByRole("listitem").filter({ hasText: subject });
  await expect(row.getByText(/Reply is due in 23 hours/)).toBeVisible();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await row.getByRole("link", { name: /@/ }).click();
  const card = page.getByRole("region", { name: "Timeline" });
  await expect(card.getByText("Please refund me. Ana")).toBeVisible();
  const saved = page.waitForEvent("download");
  await card.getByRole("button", { name: /^More actions:/ }).click();
  await page.getByRole("menuitem", { name: "Download email" }).click();
  expect((await saved).suggestedFilename()).toBe("mail.eml");
  await card.getByRole("button", { name: /^Mark as answered/ }).click();
  await expect(card.getByText("Answered", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
