import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";

for (const width of [390, 1280]) {
  test(`the landing page stands at ${width} px: named, accessible, without sideways scroll`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const response = await page.goto("/");
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(/Daybolt/);
    await expect(page.getByRole("heading", { level: 1, name: "Wake up with voltage." })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test("the landing page is there before any script runs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Wake up with voltage." })).toBeVisible();
  await expect(page.getByText("$9.99").first()).toBeVisible();
  await context.close();
});

test("an unknown path answers a true 404 with a page and a way home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the start" })).toHaveAttribute("href", "/");
  await expectAccessible(page);
  expect((await page.request.get("/assets/nothing.js")).status()).toBe(404);
  expect((await page.request.get("/public/home.html")).status()).toBe(404);
  expect((await page.request.get("/api/nothing")).headers()["content-type"]).toContain("application/json");
});

test("every page carries the security headers", async ({ page }) => {
  for (const path of ["/", "/login", "/nothing"]) {
    const headers = (await page.request.get(path)).headers();
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});
