import { expect } from "@playwright/test";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { callApi, mailsTo, mailTo, writeIn } from "./support/stack.ts";

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
  await expect(page.getByText(/refund requests? to answer/)).toBeVisible();
  await page.getByRole("tab", { name: "Inbox" }).click();
  const refunds = page.getByRole("region", { name: "Refund requests to answer" });
  const row = refunds.getByRole("listitem").filter({ hasText: subject });
  await expect(row.getByText(/Reply is due in 23 hours/)).toBeVisible();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await row.getByRole("link", { name: "View member" }).click();
  const card = page.getByRole("region", { name: "Timeline" });
  await expect(card.getByText("Please refund me. Ana")).toBeVisible();
  const saved = page.waitForEvent("download");
  await card.getByRole("button", { name: /^Download:/ }).click();
  expect((await saved).suggestedFilename()).toBe("mail.eml");
  await card.getByRole("button", { name: /^Mark as answered/ }).click();
  await expect(card.getByText("Answered", { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("writing to the List-Unsubscribe address stops the emails, and writing stop to support doesn't", {
  tag: "@deep",
}, async () => {
  const { email } = await inviteMember("stops");
  await callApi("/api/admin/wake-up", { admin: true, json: { email } });
  const mail = await mailTo(email, /^Wake up: /);
  const outcome = async () => {
    const answer = await callApi("/api/admin/wake-up", { admin: true, json: { email } });
    return ((await answer.json()) as { outcome: string }).outcome;
  };
  await writeIn({ from: email, to: SUPPORT, subject: "STOP" });
  expect((await mailTo(email, /^How to turn off/)).text).toContain("/unsubscribe?");
  expect(await outcome()).toBe("already_sent");
  const [, address = ""] = /<mailto:([^?>]+)/.exec(mail.headers["List-Unsubscribe"] ?? "") ?? [];
  await writeIn({ from: "nobody@elsewhere.test", to: address, subject: "unsubscribe" });
  await expect.poll(outcome).toBe("not_due");
});

test("a message from a person without an account, written on the sandbox page, is in the inbox", {
  tag: "@deep",
}, async ({ page }) => {
  const from = uniqueEmail("stranger");
  await page.goto(`${process.env.DAYBOLT_SANDBOX_URL}/write`);
  await page.getByLabel("From").fill(from);
  await page.getByLabel("Subject").fill("What is Daybolt?");
  await page.getByRole("textbox", { name: "Message" }).fill("I saw it somewhere.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status")).toHaveText("Sent. The reply will be in the outbox.");
  expect((await mailTo(from, /^We got your message/)).text).toContain("24 to 48 hours");
  expect(await mailsTo(from, /./)).toHaveLength(1);
  await openAdmin(page, "inbox");
  const strangers = page.getByRole("region", { name: "From people without an account" });
  await expect(strangers.getByRole("listitem").filter({ hasText: from })).toContainText("I saw it somewhere.");
});
