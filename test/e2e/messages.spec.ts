import { expect, type Page } from "@playwright/test";
import { BROADCAST_WAIT_MS } from "../../domain/rules/broadcasts.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember } from "./support/members.ts";
import { mailsTo, tickAt, unreservedInstant } from "./support/stack.ts";

const SIZES = [
  [320, 568],
  [390, 844],
  [1280, 900],
] as const;

/** Writes a message, and confirms it with the number that its preview names. */
async function confirm(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("textbox", { name: "Message" }).fill("On May 1.\n\nNot before.");
  await page.getByRole("button", { name: "Preview" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.frameLocator("iframe").getByRole("heading", { name: subject })).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  // Other journeys invite members meanwhile; then the preview names another number.
  await expect(async () => {
    const label = await dialog.getByText(/^Type [\d,]+ to send it$/).textContent();
    await dialog.getByLabel(String(label)).fill(String(label?.match(/[\d,]+/)?.[0]));
    await dialog.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("list", { name: "Being sent" }).getByText(subject)).toBeVisible({ timeout: 5000 });
  }).toPass();
}

test("a message is cancelled before anyone gets it; the next one reaches members ten minutes later", {
  tag: "@deep",
}, async ({ page }) => {
  const member = await inviteMember("messages");
  await openAdmin(page, "members&page=message");
  await confirm(page, "Sent by mistake");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel message: Sent by mistake" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel message" }).click();
  const earlier = page.getByRole("region", { name: "Earlier messages" });
  await expect(earlier.getByText(/Cancelled\. No one got it\.$/)).toBeVisible();

  // A job never works ahead of the clock, so the message was confirmed before the tick's time.
  await page.setExtraHTTPHeaders({ "x-daybolt-now": String(unreservedInstant() - BROADCAST_WAIT_MS) });
  await confirm(page, "Prices change");
  await page.setExtraHTTPHeaders({});
  expect(await mailsTo(member.email, /^Prices change$/)).toEqual([]);
  // Written, sent, and found to have left; once more changes nothing.
  for (const _ of ["written and sent", "ended", "again"]) {
    await tickAt(unreservedInstant());
    // Calls to the provider start at the real time.
    await tickAt(Date.now());
  }
  const [mail, ...others] = await mailsTo(member.email, /^Prices change$/);
  expect([mail?.text, others]).toEqual([expect.stringContaining("On May 1.\n\nNot before."), []]);
  expect(await mailsTo(member.email, /^Sent by mistake$/)).toEqual([]);
  await openAdmin(page, "members&page=message");
  await expect(earlier.getByText(/Sent: [\d,]+ emails?$/)).toBeVisible();
  await expect(page.getByText(/at most one message in seven days/)).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});
