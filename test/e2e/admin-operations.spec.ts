import { expect } from "@playwright/test";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { armFault, callApi, mailsTo, mailTo, SUBJECTS, tickAt } from "./support/stack.ts";

/** A member whose email the provider refused today. */
async function refusedMember(name: string): Promise<string> {
  const { email } = await inviteMember(name);
  // Otherwise the fault could hit the invitation.
  await mailTo(email, SUBJECTS.trial);
  await armFault({ kind: "server_error", status: 422, to: email });
  const refused = await callApi("/api/admin/wake-up", { admin: true, json: { email } });
  expect(await refused.json()).toMatchObject({ outcome: "failed" });
  return email;
}

test("rejected batches are found in Delivery and resent, one by its button and the rest with Resend all", {
  tag: "@deep",
}, async ({ page, context }) => {
  const emails = [await refusedMember("again"), await refusedMember("rest"), await refusedMember("rest")];
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin(page, "overview");
  await expect(page.getByText(/didn't reach everyone today/)).toBeVisible();
  await page
    .getByRole("link", { name: /^Open Delivery: .* reach everyone today$/ })
    .first()
    .click();
  const sendAgain = page.getByRole("button", { name: /^Resend: .* 1 failed$/ });
  await expect(sendAgain).toHaveCount(3);
  await sendAgain.first().click();
  await page.getByRole("dialog", { name: "Resend to 1 member?" }).getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Resent", { exact: true }).first()).toBeVisible();
  await expect(sendAgain).toHaveCount(2);

  await page.getByRole("button", { name: "Resend all" }).click();
  await page.getByRole("dialog", { name: "Resend to 2 members?" }).getByRole("button", { name: "Resend" }).click();
  // Another journey's tick may take it up first.
  await expect(page.getByRole("region", { name: /^Resending/ })).toBeVisible();
  await expectFits(page);
  const other = await context.newPage();
  await openAdmin(other, "delivery");
  await expect(other.getByRole("region", { name: /^Resending/ })).toBeVisible();
  await page.close();
  await tickAt(Date.now());
  await expect(other.getByText("2 batches resent.")).toBeVisible();
  await expect(other.getByText("Resent", { exact: true })).toHaveCount(3);
  for (const email of emails) await mailTo(email, SUBJECTS.wakeUp);
  await tickAt(Date.now());
  for (const email of emails) expect(await mailsTo(email, SUBJECTS.wakeUp)).toHaveLength(1);
});

test("Settings sends a test email, shows the domain's DKIM status, copies its record, and logs the action", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const email = uniqueEmail("settings");
  await openAdmin(page, "settings");
  await page.getByRole("button", { name: "Send Test" }).click();
  await expect(page.getByText("Please enter an email address")).toBeVisible();
  await page.getByLabel("Test Email").fill(email);
  await page.getByRole("button", { name: "Send Test" }).click();
  await expect(page.getByText(`✓ Test email sent successfully to ${email}`)).toBeVisible();
  await mailTo(email, /^\[Test\] Wake up: /);
  await armFault({ kind: "server_error", to: email });
  await page.getByRole("button", { name: "Send Test" }).click();
  await expect(page.getByText(/^✗ Failed to send email: The email provider didn't confirm the email/)).toBeVisible();

  await expect(page.getByRole("region", { name: "DKIM status" }).getByText("Configured")).toBeVisible();
  await page.getByRole("button", { name: "Copy the DKIM TXT host name" }).click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("resend._domainkey");

  // It says which day the email was for, but not who got it.
  await page.getByRole("link", { name: "Audit log" }).click();
  const audit = page.getByRole("region", { name: "Audit log" });
  await audit.getByLabel("Topic").selectOption("Emails");
  const sent = audit.getByRole("listitem").filter({ hasText: "Administrator sent a test email for" }).first();
  await expect(sent.getByRole("link")).toHaveAttribute("href", /tab=content&day=\d{4}-\d{2}-\d{2}$/);
  await expect(audit).not.toContainText(email);
  await sent.getByRole("button").click();
  await expect(audit.getByLabel("Email, date, or ID")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await expect(sent).toBeVisible();
  await expectFits(page);
});
