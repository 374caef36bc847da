import { expect, type Page } from "@playwright/test";
import { expectFits } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { expectDashboard, inviteMember, inviteMemberWithPassword, keepSignedIn } from "./support/members.ts";
import { callApi, linkIn, mailsTo, mailTo, SUBJECTS } from "./support/stack.ts";

const WRONG = "This code doesn't work. Check it, or request a new one.";

async function ask(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByRole("button", { name: "Email me a login link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Login" }).click();
}

const codeIn = ({ text }: { text: string }) => /^\d{6}$/m.exec(text)?.[0] ?? "";

/** The mail that comes after `count` others. */
async function nextMail(email: string, subject: RegExp, count: number) {
  await expect.poll(async () => (await mailsTo(email, subject)).length).toBe(count + 1);
  return mailTo(email, subject);
}

test("the emailed link logs in another browser, and the next email's code logs in the one that asked", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await inviteMember("by-mail");
  await page.goto("/library");
  await expect(page).toHaveURL(/\/login$/);
  await ask(page, email);
  await expectFits(page);
  const first = await nextMail(email, SUBJECTS.signIn, 0);

  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const elsewhere = await other.newPage();
  await elsewhere.goto(linkIn(first, "/sign-in"));
  await expect(elsewhere.getByText(email)).toBeVisible();
  await expect(elsewhere.getByText(/^Chrom\w+ on Linux$/)).toBeVisible();
  await expectFits(elsewhere);
  expect(await elsewhere.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  await elsewhere.getByRole("button", { name: "Log in on this device" }).click();
  await expectDashboard(elsewhere);

  // Used up, for both, and by its link.
  await enter(page, codeIn(first));
  await expect(page.getByText(WRONG)).toBeVisible();
  await elsewhere.goto(linkIn(first, "/sign-in"));
  await expect(elsewhere.getByRole("alert")).toContainText("This link has been used");
  await other.close();

  await page.getByRole("button", { name: "Log in with your password" }).click();
  await ask(page, email);
  const code = codeIn(await nextMail(email, SUBJECTS.signIn, 1));
  expect((await callApi("/api/auth/sign-in/code", { json: { code } })).status).toBe(400);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  // A phone may reload the page while its owner reads the email.
  await page.reload();
  await enter(page, code);
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
});

test("an emailed code can replace the password for changing it and for deleting the account", { tag: "@deep" }, async ({
  page,
}) => {
  const member = await inviteMemberWithPassword("by-code");
  await keepSignedIn(page, member);
  await page.goto("/profile#security");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Email me a code instead" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectFits(page);
  await page.getByLabel("Code", { exact: true }).fill(codeIn(await nextMail(member.email, SUBJECTS.code, 0)));
  await page.getByLabel("New password", { exact: true }).fill("another-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password saved.")).toBeVisible();

  await page.goto("/profile#privacy");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("button", { name: "Email me a code instead" }).click();
  await dialog.getByLabel("Code", { exact: true }).fill(codeIn(await nextMail(member.email, SUBJECTS.code, 1)));
  await expectFits(page);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/login\?closed=/);
});
