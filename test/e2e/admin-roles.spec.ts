import { expect } from "@playwright/test";
import { dayAhead } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";

test("an editor added by the owner publishes a day, opens no member, and is out once removed", {
  tag: "@deep",
}, async ({ page, browser }) => {
  await openAdmin(page, "settings&page=administrators");
  await page.getByRole("button", { name: "Add administrator" }).click();
  const form = page.getByRole("dialog", { name: "Add administrator" });
  await form.getByLabel("Name").fill("Edith");
  await form.getByLabel("Email").fill("edith@office.test");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add and show key" }).click();
  const shown = page.getByRole("dialog", { name: "Edith's key" });
  const key = (await shown.locator("code").textContent()) ?? "";
  await expectAccessible(page);
  await shown.getByRole("button", { name: "Done" }).click();

  const office = await browser.newContext();
  const desk = await office.newPage();
  await desk.goto(`/admin?tab=content&day=${dayAhead(-700)}`);
  await desk.getByLabel("Password", { exact: true }).fill(key.toLowerCase());
  await desk.getByRole("button", { name: "Login" }).click();
  const drawer = desk.getByRole("dialog");
  await drawer.getByLabel("Title").fill("Edith's morning");
  await drawer.getByRole("button", { name: "Create session" }).click();
  await drawer.getByRole("button", { name: /^Publish · \d issues?$/ }).click();
  await drawer.getByRole("button", { name: "Publish anyway" }).click();
  await expect(drawer.getByText("Published", { exact: true }).first()).toBeVisible();
  await desk.goto("/admin?tab=members");
  await desk.getByLabel("Password", { exact: true }).fill(key);
  await desk.getByRole("button", { name: "Login" }).click();
  await expect(desk.getByText("Members isn't part of your role.")).toBeVisible();
  await expect(desk.getByRole("tab")).toHaveText(["Content", "Delivery", "Live Events"]);

  await page.getByRole("button", { name: "Remove Edith" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No one else yet.")).toBeVisible();
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByText(/Edith published|Edith changed the session/).first()).toBeVisible();
  await desk.getByRole("tab", { name: "Content" }).click();
  await expect(desk.getByText("Your login no longer works. Log in again.")).toBeVisible();
  await office.close();
});
