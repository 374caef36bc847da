import { expect, type Page, type Route } from "@playwright/test";
import { contentPath } from "../../domain/paths.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { AUGUST_ADDRESS, findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn, signIn } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

const alerts = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });

async function audioPath(): Promise<string> {
  return contentPath((await findReleased(({ audioFilename, video }) => audioFilename !== null && !video)).date);
}

function refuse(status: number, code: string) {
  return (route: Route) => route.fulfill({ status, json: { error: "No.", code, requestId: "r" } });
}

test("each failed call is reported where its data is missing, and Try again loads the data", { tag: "@deep" }, async ({
  page,
}) => {
  const member = await inviteMember("failing");
  // The year shows after the first finished session.
  await callApi("/api/progress/2025-08-12", { token: member.token, json: { totalWatched: true } });
  await keepSignedIn(page, member);
  const item = await audioPath();
  for (const [path, call, words, arrived] of [
    ["/dashboard", /\/api\/user\/engagement/, "Your stats didn't load.", "day streak"],
    ["/dashboard", /\/api\/user\/profile/, "Your next wake-up didn't load.", /^(Next|No) wake-up/],
    ["/dashboard", /\/api\/user\/activity/, "Your year didn't load.", /^1 day with a session/],
    [item, /\/api\/content\/2/, "Your session didn't load", "Audio Power Session"],
    [item, /\/api\/progress\//, "Failed to fetch progress.", "Mark as Complete"],
    ["/profile", /\/api\/user\/profile/, "Your profile didn't load", "Wake-up"],
  ] as const) {
    await page.route(call, refuse(500, "internal"));
    await page.goto(path);
    const trouble = page.getByText(words);
    // What is far below loads when it's near.
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(trouble).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    await page.unroute(call);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(arrived).first()).toBeVisible();
    await expect(trouble).toHaveCount(0);
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
  await expect(page.getByRole("heading", { name: "Try another month" })).toBeVisible();

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
