import { expect } from "@playwright/test";
import { PUBLIC_PAGES } from "../../domain/paths.ts";
import { test } from "./support/journey.ts";
import { inviteMemberWithPassword, logIn } from "./support/members.ts";

const TEXTS = [
  [PUBLIC_PAGES.terms, "Terms of Service"],
  [PUBLIC_PAGES.privacy, "Privacy Policy"],
  [PUBLIC_PAGES.subscriptionTerms, "Subscription Terms"],
  [PUBLIC_PAGES.memberAgreement, "Member Agreement"],
  [PUBLIC_PAGES.refundRequests, "Refund Policy"],
  [PUBLIC_PAGES.privacySettings, "Privacy Settings"],
] as const;

test("each legal text links to the five others and its own sections, and has a title and date", async ({ page }) => {
  for (const [path, title] of TEXTS) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Daybolt`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Effective Aug 18, 2025.")).toBeVisible();
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute("href", new RegExp(`^https?://[^/]+${path}$`));
    const others = page.getByRole("navigation", { name: "Other legal documents" }).getByRole("link");
    expect((await others.allTextContents()).toSorted()).toEqual(
      TEXTS.map(([, other]) => other)
        .filter((other) => other !== title)
        .toSorted(),
    );
    const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    const last = contents.last();
    const heading = page.getByRole("heading", { level: 2, name: (await last.textContent()) ?? "", exact: true });
    await last.click();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#./);
  }
});

test("a printed legal text is black on white, without the site around it", { tag: "@deep" }, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto(PUBLIC_PAGES.terms);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("the Privacy Settings page leads through login to the profile's privacy section", { tag: "@deep" }, async ({
  page,
}) => {
  const { email } = await inviteMemberWithPassword("privacy");
  await page.goto(PUBLIC_PAGES.privacySettings);
  await page.getByRole("link", { name: "Open my privacy settings" }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/profile#privacy$/);
  const privacy = page.getByRole("region", { name: "Privacy" });
  await expect(privacy).toBeInViewport();
  await privacy.getByRole("link", { name: "About your privacy settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Settings" })).toBeVisible();
});
