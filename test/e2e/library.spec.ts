import { expect } from "@playwright/test";
import { expectAccessible, expectFits } from "./support/axe.ts";
import { watchConsole } from "./support/console.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { miniPlayer, playing, position, readProgress, seek } from "./support/player.ts";

test("a member finds a session by its words, makes it a favorite, opens it, and comes back to the same list", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const item = await findReleased(({ audioFilename, video }) => audioFilename !== null && video === null);
  const words = item.description.split(" ").slice(0, 4).join(" ");
  await keepSignedIn(page, await inviteMember("library"));
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Library" }).click();
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(30);

  await page.getByRole("searchbox").fill(words.toUpperCase());
  await expect(page).toHaveURL(/q=/);
  await page.getByRole("button", { name: /^Audio/ }).click();
  await expect(page).toHaveURL(/audio=1/);
  const row = sessions.filter({ hasText: item.title }).first();
  await expect(row).toBeVisible();
  await expect(page.getByRole("region", { name: "Sessions" })).toHaveAttribute("aria-busy", "false");
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
  await expect(page.getByRole("button", { name: /^Audio/ })).toHaveAttribute("aria-pressed", "true");
  expect(complaints).toEqual([]);
});

test("Play all audio plays the sessions shown one after another, counts each, and is there again after a reload", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const member = await inviteMember("queue");
  await keepSignedIn(page, member);
  await page.goto("/library?audio=1&notDone=1");
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect(rows.nth(2)).toBeVisible();
  const links = rows.getByRole("link");
  const dates = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.split("/").at(-1) ?? ""));
  const [first = "", second = ""] = dates;
  await page.getByRole("button", { name: "Play all audio" }).click();
  const queue = page.getByRole("region", { name: "Queue" });
  await expect(queue).toContainText(/^1 of \d{2,3} /);
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  await expectFits(page);
  await expectAccessible(page);

  await seek(page, (await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration)) - 1);
  await expect(queue).toContainText(/^2 of /);
  await expect(miniPlayer(page).getByRole("link")).toHaveAttribute("href", `/content/${second}`);
  await expect.poll(() => playing(page)).toBe(true);
  await expect.poll(async () => readProgress(first, member)).toMatchObject({ totalWatched: true, audioProgress: 100 });
  await seek(page, 30);
  await expect.poll(() => position(page)).toBeGreaterThan(31);
  await miniPlayer(page).getByRole("button", { name: "Pause" }).click();
  const left = await position(page);

  // On a phone in landscape, the queue is in the mini-player's row.
  await page.setViewportSize({ width: 667, height: 375 });
  const tops = [queue, miniPlayer(page)].map(async (part) => Math.round((await part.boundingBox())?.y ?? 0));
  const [top, playerTop] = await Promise.all(tops);
  expect(top).toBe(playerTop);
  await expect(queue.getByRole("button", { name: "Next in queue" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(queue).toHaveCount(0);
  const action = page.getByRole("region", { name: "Selected session" });
  await expect.poll(async () => (await action.boundingBox())?.width).toBeGreaterThan(200);
  await expect(miniPlayer(page)).toContainText(/^2 of \d{2,3} · /);
  await page.getByRole("button", { name: "Previous content" }).click();
  await expect(action.getByRole("link")).toBeVisible();
  await expect(action.getByRole("button", { name: "Today" })).toBeHidden();
  await page.getByRole("button", { name: "Next content" }).click();
  await page.goBack();

  await page.reload();
  await expect(queue).toContainText(/^2 of /);
  expect(await playing(page)).toBe(false);
  await miniPlayer(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(left);
  await queue.getByRole("button", { name: "Previous in queue" }).click();
  await expect(miniPlayer(page).getByRole("link")).toHaveAttribute("href", `/content/${first}`);
  await queue.getByRole("button", { name: "End queue" }).click();
  await expect(queue).toHaveCount(0);
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect(queue).toHaveCount(0);
  expect(complaints).toEqual([]);
});
