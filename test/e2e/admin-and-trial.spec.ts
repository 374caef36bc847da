import { expect } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { dayAhead, uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, keepSignedIn, PASSWORD } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./support/stack.ts";

test("an administrator creates a session and publishes it, and a member sees it as typed", async ({ page }) => {
  const date = dayAhead(-60 - Math.floor(Math.random() * 200));
  await openAdmin(page, `content&day=${date}`);
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Title").fill("A brand new morning");
  await drawer.getByRole("button", { name: "Create session" }).click();
  // It has no file and no description.
  await drawer.getByRole("button", { name: /^Publish · \d issues?$/ }).click();
  await drawer.getByRole("button", { name: "Publish anyway" }).click();
  await expect(drawer.getByText("Published", { exact: true }).first()).toBeVisible();
  await keepSignedIn(page, await inviteMember());
  await page.goto(contentPath(date));
  await expect(page.getByRole("heading", { level: 1, name: "A brand new morning" })).toBeVisible();
});

test("a granted trial's emailed link sets a password, logs the member in, and works once", async ({ page }) => {
  const email = uniqueEmail("trial");
  await openAdmin(page);
  await page.getByRole("tab", { name: "Free Trials" }).click();
  const invite = page.getByRole("button", { name: "Send Trial Invite" });
  await expect(invite).toBeDisabled();
  await expect(invite).toHaveCSS("background-image", "none");
  await page.getByLabel("Name").fill("Tess Trial");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Trial Duration").selectOption("3");
  await page.getByRole("button", { name: "Send Trial Invite" }).click();
  await expect(page.getByText(/Free trial created/)).toBeVisible();
  await expect(page.getByRole("listitem").getByText(email)).toBeVisible();

  const mail = await mailTo(email, SUBJECTS.trial);
  expect(mail.text).toContain("3 months");
  const link = linkIn(mail, "/setup-password");
  await page.goto(link);
  await page.getByRole("radio", { name: "9 AM" }).check();
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("textbox", { name: "Confirm password" }).fill("different");
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and start" }).click();
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
  await expect(page.getByText(/^Next wake-up .+ at 9:00 AM( Central)?$/)).toBeVisible();

  const token = new URL(link).searchParams.get("token");
  const again = await callApi("/api/auth/setup-password", { json: { token, email, password: "another-one" } });
  expect(again.status).toBe(410);
  expect((await again.json()).error).toContain("already been used");
});
