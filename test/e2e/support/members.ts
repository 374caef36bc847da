import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "../../support/fixtures.ts";
import { callApi, linkIn, mailTo, SUBJECTS } from "./stack.ts";

export const PASSWORD = "rise-and-shine";

export type TestMember = { email: string; token: string };

/** A member for this journey, on a one-month trial from the administrator, without a password. */
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

/** Invites a member who then sets a password with the link in the email, and logs in with it later. */
export async function inviteMemberWithPassword(name?: string): Promise<TestMember> {
  const { email } = await inviteMember(name);
  const link = new URL(linkIn(await mailTo(email, SUBJECTS.trial), "/setup-password"));
  const setUp = await callApi("/api/auth/setup-password", {
    json: { token: link.searchParams.get("token"), email, password: PASSWORD },
  });
  expect(setUp.status).toBe(200);
  const signedIn = await callApi("/api/auth/login", { json: { email, password: PASSWORD } });
  const { token } = await signedIn.json();
  return { email, token };
}

/** Gives the browser a member's session, so the next page opens logged in. */
export async function keepSignedIn(page: Page, { token }: { token: string }): Promise<void> {
  // A document of the same origin that runs no code.
  await page.goto("/favicon.svg");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
}

/** Opens the dashboard logged in, without the form and the cost of hashing a password. */
export async function signIn(page: Page, member: { token: string }): Promise<void> {
  await keepSignedIn(page, member);
  const verified = page.waitForResponse((response) => response.url().endsWith("/api/auth/verify"));
  await page.goto("/dashboard");
  await verified;
  // The document already contains the heading, before anything can be pressed.
  await expect(page.locator("#root > [data-still]")).toHaveCount(0);
  await expectDashboard(page);
}

/** Logs in like visitors without a password. */
export async function signInByForm(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto("/quick-login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Quick Login" }).click();
  await expectDashboard(page);
}

/** Fills in the login form once it's on screen: the previous page may still be there, with its own "Email" field. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

export async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
}
