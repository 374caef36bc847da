import { expect } from "@playwright/test";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { callApi, tickAt, unreservedInstant } from "./support/stack.ts";

test("a week for 60 people who were found is counted, confirmed by its number, and in each one's file", {
  tag: "@deep",
}, async ({ page }) => {
  const mark = `outage${crypto.randomUUID().slice(0, 8)}`;
  for (let nth = 0; nth < 60; nth += 1) {
    const json = { name: `${mark} ${nth}`, email: `${mark}-${nth}@daybolt.test`, trialMonths: 1 };
    expect((await callApi("/api/admin/create-trial", { admin: true, json })).status).toBe(200);
  }
  await openAdmin(page, `members&q=${mark}`);
  await page.getByRole("button", { name: "Grant days" }).click();
  const form = page.getByRole("dialog", { name: "Grant days" });
  await form.getByLabel("Reason").fill("The outage");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Count members" }).click();
  const question = page.getByRole("dialog", { name: "Grant 7 days for 60 members?" });
  await question.getByLabel("Type 60 to begin").fill("60");
  await question.getByRole("button", { name: "Grant days" }).click();
  await expect(page.getByText("0 of 60 members so far")).toBeVisible();
  await expectAccessible(page);
  await tickAt(unreservedInstant());
  await expect(page.getByText("Done for 60 of 60 members")).toBeVisible();
  await page.getByRole("link", { name: `${mark}-10@daybolt.test` }).click();
  await expect(page.getByText('"The outage"')).toBeVisible();
});
