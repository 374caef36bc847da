import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import {
  expectDashboard,
  inviteMember,
  inviteMemberWithPassword,
  keepSignedIn,
  logIn,
  PASSWORD,
} from "./support/members.ts";
import { openPart } from "./support/purchases.ts";
import { callApi, mailTo } from "./support/stack.ts";

const NEW_PASSWORD = "a-better-password";

async function openProfile(page: Page, member: { token: string }): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem("auth_token", token), member.token);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Wake-up" })).toBeVisible();
}

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 568 } });

  test("the hour can be changed by touch, with 5 hours and with 24", {
    tag: "@deep",
  }, async ({ page }) => {
    await openProfile(page, await inviteMember("touch"));
    await page.getByRole("button", { name: "Edit Profile" }).tap();
    await page.getByRole("radio", { name: "9 AM" }).tap();
    await expect(page.getByRole("radio", { name: "9 AM" })).toBeChecked();

    await page.route("**/api/user/profile", async (route) => {
      const profile = await (await route.fetch()).json();
      profile.wakeUpOptions.emailTimes = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
      await route.fulfill({ json: profile });
    });
    await page.reload();
    await page.getByRole("button", { name: "Edit Profile" }).tap();
    await page.getByRole("radio", { name: "11 PM" }).tap();
    await expect(page.getByRole("radio", { name: "11 PM" })).toBeChecked();
    for (const key of await page.locator("label:has(input[type=radio])").all()) {
      const { width, height } = (await key.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test("a password change logs out every other device, sends an email, and disables the old password", async ({
  page,
}) => {
  const member = await inviteMemberWithPassword("password");
  await page.goto("/login");
  await logIn(page, member.email);
  await expectDashboard(page);
  await openPart(page, "Security");
  const card = page.getByRole("region", { name: "Password" });
  await card.getByRole("button", { name: "Change password" }).click();
  const fill = async (present: string) => {
    await card.getByLabel("Current password", { exact: true }).fill(present);
    await card.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await card.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not-the-password");
  await expect(card.getByText("That's not your current password.")).toBeVisible();
  await expectAccessible(page);
  await fill(PASSWORD);
  await expect(card.getByRole("status")).toContainText("Password saved.");
  await mailTo(member.email, /password was changed$/);
  expect((await callApi("/api/auth/verify", { token: member.token })).status).toBe(401);
  await page.reload();
  await expect(card.getByRole("button", { name: "Change password" })).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).first().click();
  await logIn(page, member.email);
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await logIn(page, member.email, NEW_PASSWORD);
  await expectDashboard(page);
});

test("the sections of My Account work by keyboard, and Back steps through them, showing the new name", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await keepSignedIn(page, await inviteMember("parts"));
  await page.goto("/profile");
  const rail = page.getByRole("navigation", { name: "Parts of My Account" });
  await rail.getByRole("link", { name: "Membership" }).press("Enter");
  await expect(page).toHaveURL(/\/profile#membership$/);
  const card = page.getByRole("region", { name: "Your details" });
  await card.getByRole("button", { name: "Change name" }).press("Enter");
  await card.getByLabel("Name", { exact: true }).fill("Riley Riser 2");
  await page.keyboard.press("Enter");
  await expect(card.getByText("Riley Riser 2")).toBeVisible();
  await expect(page.getByText("Profile Updated", { exact: true })).toBeVisible();
  await rail.getByRole("link", { name: "Security" }).press("Enter");
  await expect(page.getByRole("region", { name: "Devices" })).toBeVisible();
  await page.goBack();
  await expect(card.getByText("Riley Riser 2")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Wake-up" })).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(card.getByText("Riley Riser 2")).toBeVisible();
  expect(complaints).toEqual([]);
});

test.describe("on a larger phone", () => {
  test.use({ viewport: { width: 390, height: 664 } });

  test("the toast for a saved hour change doesn't cover the next wake-up time", { tag: "@deep" }, async ({ page }) => {
    await openProfile(page, await inviteMember("readable"));
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("radio", { name: "8 AM" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    const toast = page.getByRole("listitem").filter({ hasText: "Profile Updated" });
    await expect(toast).toBeVisible();
    const line = page.getByText(/^Next wake-up:/).first();
    // Above the toast, or not on the screen at all.
    const isReadable = async () => {
      const [box, head] = [await line.boundingBox(), await toast.boundingBox()];
      return box !== null && head !== null && (box.y + box.height <= head.y || box.y >= 664);
    };
    await expect.poll(isReadable).toBe(true);
  });
});
