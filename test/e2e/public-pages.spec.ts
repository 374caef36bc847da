import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";

test.fail("an end-to-end test fails if the content security policy blocks something", async ({ page }) => {
  await page.goto("/");
  const heard = page.waitForEvent("console", (message) => message.text().includes("Content Security Policy"));
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'never'";
    document.head.append(script);
  });
  // If the policy allows it, nothing rejects, and the test must fail.
  await heard.catch(() => undefined);
});

test("each link in the header fits on one line on a wide tablet", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 912, height: 900 });
  await page.goto("/");
  const lines = await page
    .getByRole("banner")
    .getByRole("navigation", { name: "Main" })
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length;
      }),
    );
  expect(lines).toEqual([1, 1, 1, 1, 1]);
});

test("the landing page shows before any script runs", { tag: "@deep" }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Wake up with voltage." })).toBeVisible();
  await expect(page.getByText("$9.99").first()).toBeVisible();
  await context.close();
});

test("an unknown path gets a real 404 with a page and a link home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/");
  await expectAccessible(page);
  expect((await page.request.get("/assets/nothing.js")).status()).toBe(404);
  expect((await page.request.get("/public/home.html")).status()).toBe(404);
  expect((await page.request.get("/api/nothing")).headers()["content-type"]).toContain("application/json");
});

test("a shared public page shows a 1200 by 630 picture from its own origin", { tag: "@deep" }, async ({
  page,
  baseURL,
}) => {
  for (const path of ["/", "/subscribe", "/gift", "/terms"]) {
    await page.goto(path);
    const address = await page.locator('meta[property="og:image"]').getAttribute("content");
    expect(address).toMatch(new RegExp(`^${baseURL}/artwork/share/[a-z]+\\.jpg$`));
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src ?? "";
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    }, address);
    expect(size, path).toEqual([1200, 630]);
  }
});

test("the manifest and its icons exist and are linked from public pages and the app alike", { tag: "@deep" }, async ({
  page,
}) => {
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    const href = await page.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = await (await page.request.get(href ?? "")).json();
    expect(manifest).toMatchObject({ name: "Daybolt", start_url: "/dashboard", display: "standalone" });
    const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
    const sources = manifest.icons.map(({ src }: { src: string }) => src);
    for (const src of [...sources, touchIcon]) {
      const icon = await page.request.get(src);
      expect([icon.status(), icon.headers()["content-type"]], src).toEqual([200, expect.stringMatching(/^image\//)]);
    }
  }
});

test("every page carries the security headers", async ({ page }) => {
  for (const path of ["/", "/login", "/nothing"]) {
    const headers = (await page.request.get(path)).headers();
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});
