import { expect } from "@playwright/test";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";

test("a member finds a session by its words, makes it a favorite, opens it, and comes back to the same list", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const item = await findReleased(({ audioFilename, video }) => audioFilename !== null && video === null);
  const words = item.description.split(" ").slice(0, 4).join(" ");
  await keepSignedIn(page, await inviteMember("library"));
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Library" }).click();
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(30);

  await page.getByRole("searchbox").fill(words.toUpperCase());
  await expect(page).toHaveURL(/q=/);
  await page.getByRole("button", { name: "Audio" }).click();
  await expect(page).toHaveURL(/audio=1/);
  const row = sessions.filter({ hasText: item.title }).first();
  await expect(row).toBeVisible();
  await expect(page.getByRole("list", { name: "Sessions" })).toHaveAttribute("aria-busy", "false");
  await expect(sessions).not.toHaveCount(30);
  const count = await sessions.count();
  const heart = row.getByRole("button", { name: `Favorite: ${item.title}` });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Favorites" }).click();
  await expect(sessions).toHaveCount(1);
  await page.goBack();
  await expect(sessions).toHaveCount(count);

  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: item.title })).toBeVisible();
  await expect(page.getByRole("button", { name: `Favorite: ${item.title}` })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("link", { name: "Back to library" })).toBeVisible();
  await page.goBack();
  await expect(sessions).toHaveCount(count);
  await expect(page.getByRole("searchbox")).toHaveValue(words.toUpperCase());
  await expect(page.getByRole("button", { name: "Audio" })).toHaveAttribute("aria-pressed", "true");
  expect(complaints).toEqual([]);
});
