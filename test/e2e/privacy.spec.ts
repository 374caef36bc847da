import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, inviteMemberWithPassword, keepSignedIn, logIn, PASSWORD } from "./support/members.ts";
import { callApi, linkIn, mailByTick, mailsTo } from "./support/stack.ts";

const EXPORT = /^Your .* data is ready$/;
const CLOSED = /account is closed$/;

async function openPrivacy(page: Page) {
  await page.goto("/profile#privacy");
  const card = page.getByRole("region", { name: "Privacy" });
  await expect(card.getByRole("heading", { name: "Delete your account" })).toBeVisible();
  return card;
}

test("a member's data export comes by a one-time link and downloads as JSON and as a page", { tag: "@deep" }, async ({
  page,
}) => {
  const member = await inviteMemberWithPassword("copy");
  await keepSignedIn(page, member);
  const card = await openPrivacy(page);
  await card.getByRole("button", { name: "Email me a download link" }).click();
  await expect(card.getByText("The link is on its way to your inbox.")).toBeVisible();
  const link = linkIn(await mailByTick(member.email, EXPORT), "/profile?data=");
  // Scanners that open links in emails use nothing up.
  for (let times = 0; times < 2; times += 1) await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Get my data" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download JSON file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^daybolt-data-[\d-]+\.json$/);
  const { data } = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data.members[0].email).toBe(member.email);
  expect(data.consents).toHaveLength(1);
  const [readable] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download page" }).click(),
  ]);
  const copy = await page.context().newPage();
  await copy.setContent(await readFile(await readable.path(), "utf8"));
  await expect(copy.getByRole("heading", { name: "Your Daybolt data" })).toBeVisible();
  await expect(copy.getByText(member.email).first()).toBeVisible();
  await expectAccessible(copy);

  await page.goto(link);
  await page.getByRole("button", { name: "Get my data" }).click();
  await expect(page.getByRole("alert")).toContainText("has been used");
});

test("an account deleted with its password shows as deleted to the administrator and is restored by email", {
  tag: "@deep",
}, async ({ page }) => {
  const member = await inviteMemberWithPassword("leave");
  await keepSignedIn(page, member);
  const card = await openPrivacy(page);
  await card.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByLabel("Your password", { exact: true }).fill("not the one");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That's not your password.");
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(/Your account is closed\. You can restore it until/)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  expect((await callApi("/api/user/profile", { token: member.token })).status).toBe(401);

  const admin = await page.context().newPage();
  await openAdmin(admin, "settings&page=retention");
  const deletions = admin.getByRole("region", { name: "Scheduled deletions" });
  await deletions.getByText(/^Show \d+ accounts?$/).click();
  await deletions.getByRole("link", { name: member.email }).click();
  await expect(admin.getByText(/They deleted this account on/)).toBeVisible();

  const link = linkIn(await mailByTick(member.email, CLOSED), "/login?keep=");
  for (let times = 0; times < 2; times += 1) await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore account" }).click();
  await expect(page.getByText(/Your account is restored/)).toBeVisible();
  await logIn(page, member.email);
  await expectDashboard(page);
  expect(await mailsTo(member.email, CLOSED)).toHaveLength(1);
});
