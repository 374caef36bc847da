import { expect } from "@playwright/test";
import { MINUTE_MS } from "../../domain/durations.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { callApi, mailByTick, mailsTo, tickAt, unreservedInstant } from "./support/stack.ts";

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

test("a message to a label is previewed, confirmed by its number, and sent to the members with the label only", {
  tag: "@deep",
}, async ({ page }) => {
  const body = "We are sorry. You get a week.";
  const mark = `note${crypto.randomUUID().slice(0, 8)}`;
  const people = ["ana", "ben", "cy"].map((name) => `${mark}-${name}@daybolt.test`);
  for (const email of people) {
    await callApi("/api/admin/create-trial", { admin: true, json: { name: mark, email, trialMonths: 1 } });
    if (email.includes("cy")) continue;
    const { members } = await (await callApi(`/api/admin/members?q=${email}`, { admin: true })).json();
    const json = { add: [mark] };
    await callApi(`/api/admin/members/${members[0].id}/labels`, { method: "PUT", admin: true, json });
  }
  // Sending begins ten minutes after the message is confirmed.
  await page.route("**/api/admin/broadcasts", async (route) => {
    const headers = { ...route.request().headers(), "x-daybolt-now": String(unreservedInstant() - 11 * MINUTE_MS) };
    await route.continue(route.request().method() === "POST" ? { headers } : {});
  });
  await openAdmin(page, "members");
  await page.getByLabel("Label").selectOption(mark);
  await expect(page.getByText(`label ${mark}`)).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Message" }).click();
  await page.getByLabel("Subject").fill(`The outage ${mark}`);
  await page.getByLabel("Message", { exact: true }).fill(body);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.getByText("2 members")).toBeVisible();
  await expect(preview.frameLocator("iframe").getByText(body, { exact: true })).toBeVisible();
  await preview.getByLabel("Type 2 to send it").fill("2");
  await preview.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message confirmed").first()).toBeVisible();
  await tickAt(unreservedInstant());
  const subject = new RegExp(`^The outage ${mark}$`);
  for (const email of people.slice(0, 2)) expect((await mailByTick(email, subject)).text).toContain(body);
  expect(await mailsTo(people[2] ?? "", subject)).toEqual([]);
});
