import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "../../support/fixtures.ts";
import { callApi, linkIn, mailsOf } from "./stack.ts";

export const PASSWORD = "rise-and-shine";

export type TestMember = { email: string; password: string; token: string };

/** A member of this journey alone, invited by the administrator and set up by the link in the mail. */
export async function inviteMember(name = "journey"): Promise<TestMember> {
  const email = uniqueEmail(name);
  const invited = await callApi("/api/admin/create-trial", {
    admin: true,
    json: { name: "Jo Journey", email, trialMonths: 1 },
  });
  expect(invited.status).toBe(200);
  const [mail] = await mailsOf(email, 1);
  const link = new URL(linkIn(mail, "/setup-password"));
  const setup = await callApi("/api/auth/setup-password", {
    json: { token: link.searchParams.get("token"), email, password: PASSWORD },
  });
  const { token } = await setup.json();
  return { email, password: PASSWORD, token };
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Daily Motivational Command Center" })).toBeVisible();
}
