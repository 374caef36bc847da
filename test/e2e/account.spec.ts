import { expect } from "@playwright/test";
import { answer } from "./support/answers.ts";
import { test } from "./support/journey.ts";
import { expectLegible } from "./support/legible.ts";
import { findReleased } from "./support/library.ts";
import { expectDashboard, inviteMember, inviteMemberWithPassword, keepSignedIn, logIn } from "./support/members.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./support/stack.ts";

test("a logged-out visitor is sent to the login page, which explains a failed login", async ({ page }) => {
  for (const path of ["/dashboard", "/profile", "/content/2025-08-12"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await logIn(page, "nobody@daybolt.test", "wrong-password");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
});

test("a content link that requires a login opens its item after login", async ({ page }) => {
  const member = await inviteMemberWithPassword();
  const item = await findReleased(({ audioFilename }) => audioFilename !== null);
  await page.goto(`/content/${item.date}`);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, member.email);
  await expect(page).toHaveURL(new RegExp(`/content/${item.date}$`));
  await expect(page.getByRole("heading", { name: item.title })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, member.email);
  await expectDashboard(page);
});

test("the password reset link sets a new password and ends every session", async ({ page }) => {
  const member = await inviteMemberWithPassword("reset");
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/setup-password\?token=/);
  await page.goto(linkIn(await mailTo(member.email, SUBJECTS.reset), "/setup-password"));
  await page.getByLabel("Password", { exact: true }).fill("a-second-password");
  await page.getByRole("textbox", { name: "Confirm password" }).fill("a-second-password");
  await page.getByRole("button", { name: "Save and log in" }).click();
  await expectDashboard(page);
  expect((await callApi("/api/auth/verify", { token: member.token })).status).toBe(401);
});

test("a changed hour and zone move the next wake-up, and logging out clears the browser's local storage", async ({
  page,
}) => {
  await keepSignedIn(page, await inviteMember());
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("radio", { name: "8 AM" }).check();
  await page.getByLabel("Time zone").selectOption("America/New_York");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const { nextWakeUpAt } = await (await saved).json();
  const local = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", hourCycle: "h23" });
  expect(local.format(new Date(nextWakeUpAt))).toBe("08");
  await expect(page.getByText("Profile Updated", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a long email fits a narrow phone on the reset, first password, and confirmation pages", {
  tag: "@deep",
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const email = "ray.riser.with.a.long.address@correspondence.daybolt.test";
  await answer("**/api/auth/request-password-reset", { message: "A link is on its way." })(page);
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Check your inbox" })).toContainText(email);
  await expectLegible(page, "reset");
  await answer("**/api/auth/setup-link", { isReset: false, wakeUp: null })(page);
  await page.goto(`/setup-password?${new URLSearchParams({ token: "t", email })}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectLegible(page, "first password");
  await answer(/\/api\/auth\/confirm-address/, { email, isChanged: true })(page);
  await page.goto(`/confirm-address?${new URLSearchParams({ token: "t", email })}`);
  await expectLegible(page, "asked");
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByText(`Your email is now ${email}.`)).toBeVisible();
  await expectLegible(page, "confirmed");
});
