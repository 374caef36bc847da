import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "../../support/fixtures.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./stack.ts";

export const PASSWORD = "rise-and-shine";

export type TestMember = { email: string; token: string };

/** A member of this journey alone, on a month's trial that the administrator granted, and without a password. */
export async function inviteMember(name = "journey"): Promise<TestMember> {
  const email = uniqueEmail(name);
  const invited = await callApi("/api/admin/create-trial", {
    admin: true,
    json: { name: "Jo Journey", email, trialMonths: 1 },
  });
  expect(invited.status).toBe(200);
  const signedIn = await callApi("/api/auth/quick-login", { json: { email } });
  expect(signedIn.status).toBe(200);
  const { token } = await signedIn.json();
  return { email, token };
}

/** The same with a password, set by the link in the mail. */
export async function inviteMemberWithPassword(name?: string): Promise<TestMember> {
  const { email } = await inviteMember(name);
  const link = new URL(linkIn(await mailTo(email, SUBJECTS.trial), "/setup-password"));
  const setUp = await callApi("/api/auth/setup-password", {
    json: { token: link.searchParams.get("token"), email, password: PASSWORD },
  });
  expect(setUp.status).toBe(200);
  const { token } = await setUp.json();
  return { email, token };
}

/** Gives the browser a member's session; the page that is opened next is signed in. */
export async function keepSignedIn(page: Page, { token }: { token: string }): Promise<void> {
  // A document of the origin that runs nothing.
  await page.goto("/favicon.svg");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
}

/** Opens the dashboard signed in, without the form and the hashing that a password costs. */
export async function signIn(page: Page, member: { token: string }): Promise<void> {
  await keepSignedIn(page, member);
  const verified = page.waitForResponse((response) => response.url().endsWith("/api/auth/verify"));
  await page.goto("/dashboard");
  await verified;
  // The heading stands in the document already, where nothing can be pressed yet.
  await expect(page.locator("#root > [data-still]")).toHaveCount(0);
  await expectDashboard(page);
}

/** Signs in as visitors without a password do. */
export async function signInByForm(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto("/quick-login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Quick Login" }).click();
  await expectDashboard(page);
}

/** Fills the login form once it is on screen: the page before may still stand there, with other things named by an email. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

export async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
}
