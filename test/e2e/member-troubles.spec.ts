import { expect, type Page, type Route } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { AUGUST_ADDRESS, findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn, signIn } from "./support/members.ts";

const alerts = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
const wayOut = (page: Page) => page.getByRole("navigation", { name: "Main" });

async function audioPath(): Promise<string> {
  return contentPath((await findReleased(({ audioFilename, video }) => audioFilename !== null && !video)).date);
}

function refuse(status: number, code: string) {
  return (route: Route) => route.fulfill({ status, json: { error: "No.", code, requestId: "r" } });
}

test("on a slow connection each page says what it's waiting for and offers Logout", {
  tag: "@deep",
}, async ({ page }) => {
  await keepSignedIn(page, await inviteMember("slow"));
  const item = await audioPath();
  const held = new Map<() => void, string>();
  await page.route("**/api/**", async (route) => {
    await new Promise<void>((resolve) => held.set(resolve, new URL(route.request().url()).pathname));
    await route.continue();
  });
  const release = (call = "/api/") => {
    for (const [each, path] of [...held]) {
      if (path.startsWith(call) && held.delete(each)) each();
    }
  };
  for (const [path, words, arrived] of [
    ["/dashboard", /^Loading .+ content\.\.\.$/, "Experience This Content"],
    [item, "Loading your power session...", "Audio Power Session"],
    ["/profile", "Loading profile...", "Email preferences"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText("Checking authentication...")).toBeVisible();
    // The session is verified, while the page's own calls are still open.
    await expect
      .poll(() => {
        release("/api/auth/verify");
        return page.getByText(words).isVisible();
      })
      .toBe(true);
    await expect(wayOut(page).getByRole("button", { name: "Logout" })).toBeVisible();
    await expectAccessible(page);
    await expect
      .poll(() => {
        release();
        return page.getByText(arrived).first().isVisible();
      })
      .toBe(true);
    release();
  }
});

test("each failed call is named where its data is missing, and Try again loads it", { tag: "@deep" }, async ({
  page,
}) => {
  await keepSignedIn(page, await inviteMember("failing"));
  const item = await audioPath();
  for (const [path, call, words, arrived] of [
    ["/dashboard", /\/api\/user\/engagement/, "Your stats didn't load.", /^Longest streak/],
    ["/dashboard", /\/api\/user\/profile/, "Your next wake-up didn't load.", /^(Next|No) wake-up/],
    ["/dashboard", /\/api\/user\/activity/, "Your year didn't load.", "Finish a session and that day lights up."],
    [item, /\/api\/content\/2/, "Your session didn't load", "Audio Power Session"],
    [item, /\/api\/progress\//, "Failed to fetch progress.", "Mark as Complete"],
    ["/profile", /\/api\/user\/profile/, "Your profile didn't load", "Email preferences"],
  ] as const) {
    await page.route(call, refuse(500, "internal"));
    await page.goto(path);
    if (words.startsWith("Your year")) await page.getByRole("heading", { name: "Your year" }).scrollIntoViewIfNeeded();
    const trouble = page.getByText(words);
    await expect(trouble).toBeVisible();
    await expectAccessible(page);
    await page.unroute(call);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(arrived).first()).toBeVisible();
    await expect(trouble).toHaveCount(0);
  }
});

test("ended access and an ended login are reported by whichever call finds out", { tag: "@deep" }, async ({ page }) => {
  const member = await inviteMember("ended");
  await keepSignedIn(page, member);
  const item = await audioPath();
  for (const [path, call] of [
    ["/dashboard", /\/api\/content\?/],
    [item, /\/api\/content\/2/],
  ] as const) {
    await page.route(call, refuse(403, "no_access"));
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Choose a plan" }).first()).toBeVisible();
    await expectAccessible(page);
    await page.unroute(call);
  }
  for (const path of ["/dashboard", item, "/profile"]) {
    await page.goto(path);
    await expect(wayOut(page)).toBeVisible();
    await page.evaluate((token) => localStorage.setItem("auth_token", token), member.token);
    await page.route(/\/api\/(content|user|progress|auth\/verify)/, refuse(401, "unauthorized"));
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await page.unroute(/\/api\/(content|user|progress|auth\/verify)/);
    await page.evaluate((token) => localStorage.setItem("auth_token", token), member.token);
  }
});

test("an open page that goes offline says so right away, loses nothing, and recovers when back online", {
  tag: "@deep",
}, async ({ context, page }) => {
  await signIn(page, await inviteMember("tunnel"));
  await page.goto(AUGUST_ADDRESS);
  await expect(page.getByRole("link", { name: "Experience This Content" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(alerts(page, "Failed to fetch content")).toBeVisible();
  await context.setOffline(false);
  // Nothing was published before the launch.
  await expect(page.getByRole("heading", { name: /^No sessions in/ })).toBeVisible();

  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("radio", { name: "8 AM" }).press("Space");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Update Failed", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "8 AM" })).toBeChecked();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile Updated", { exact: true })).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  await context.setOffline(false);
});
