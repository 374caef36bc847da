import { expect } from "@playwright/test";
import { DEMO_ADMIN_PASSWORD } from "../../scripts/stack/dev-vars.ts";
import { uniqueEmail } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, PASSWORD } from "./support/members.ts";
import { fillCheckout, openPayPal } from "./support/purchases.ts";
import { callApi, linkIn, mailByTick, mailsTo, tickAt, unreservedInstant } from "./support/stack.ts";

const INVITED = /^Your membership has moved to /;

/** Imports one member, as the Import page does. */
async function importMember(appUrl: string, email: string): Promise<void> {
  const id = crypto.randomUUID();
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const body = `email,name,plan,paid until\n${email},Ina Import,annual,${until}\n`;
  const put = await fetch(`${appUrl}/api/admin/imports/${id}?filename=members.csv`, {
    method: "PUT",
    body,
    headers: { "x-admin-password": DEMO_ADMIN_PASSWORD },
  });
  const { mapping } = await put.json();
  expect(mapping).toMatchObject({ email: 0, name: 1 });
  for (const step of ["check", "start"]) {
    const json = step === "check" ? { mapping } : {};
    await expect(async () => {
      expect((await callApi(`/api/admin/imports/${id}/${step}`, { method: "POST", admin: true, json })).status).toBe(
        200,
      );
    }).toPass();
  }
  await expect(async () => {
    await tickAt(unreservedInstant());
    const { imports } = await (await callApi("/api/admin/imports", { admin: true })).json();
    expect(imports.find((one: { id: string }) => one.id === id)).toMatchObject({ state: "done", created: 1 });
  }).toPass({ timeout: 60_000 });
}

test("an imported member is invited by the administrator, accepts, and gets wake-up emails from then on", async ({
  page,
  appUrl,
}) => {
  const email = uniqueEmail("imported");
  await importMember(appUrl, email);
  expect(await mailsTo(email, /./)).toEqual([]);
  await openAdmin(page, "members&page=import");
  await page.getByRole("button", { name: "Send invitations" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Send invitations" }).click();
  await expect(page.getByText("Invitations are on their way", { exact: true })).toBeVisible();
  await tickAt(unreservedInstant());
  const mail = await mailByTick(email, INVITED);

  await page.goto(linkIn(mail, "/invitation"));
  await expect(page.getByRole("heading", { name: "Your membership is now at Daybolt" })).toBeVisible();
  await page.getByRole("radio", { name: "8 AM" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page.getByText("Check the box to continue.")).toBeVisible();
  await expectFits(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expectDashboard(page);

  const token = (await page.evaluate(() => localStorage.getItem("auth_token"))) ?? "";
  const profile = await (await callApi("/api/user/profile", { token })).json();
  expect(profile).toMatchObject({ emailTime: "08:00", emailEnabled: true });
  // The link has been used.
  await page.goto(linkIn(mail, "/invitation"));
  await expect(page.getByText("This link has already been used.")).toBeVisible();
});

test("a visitor buys under an imported address, is sent to the mailbox, and its link alone opens the account", async ({
  page,
  appUrl,
}) => {
  const email = uniqueEmail("imported");
  await importMember(appUrl, email);
  await fillCheckout(page, "monthly", email);
  const popup = await openPayPal(page);
  await popup.getByLabel("PayPal email").fill(email);
  await popup.getByRole("button", { name: "Agree & subscribe" }).click();
  await expect(page.getByText("Check your email: one link opens your membership.")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expectFits(page);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  const mail = await mailByTick(email, /^Your Daybolt account: one link opens it$/);
  await mailByTick(email, /^Receipt: /);

  await openAdmin(page, `members&q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: "Ina Import" }).click();
  await expect(page.getByText("Invited, paying")).toBeVisible();

  await page.goto(linkIn(mail, "/invitation"));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expectDashboard(page);
});
