import { expect } from "@playwright/test";
import { parseFeed } from "podcast-partytime";
import RssParser from "rss-parser";
import { playerLinks } from "../../domain/rules/feeds.ts";
import { expectAccessible, expectFits, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { callApi } from "./support/stack.ts";

test("a member's podcast feed delivers audio and marks a session as done, until it's revoked", async ({ page }) => {
  const member = await inviteMember("feed");
  await keepSignedIn(page, member);
  await page.goto("/library#podcast-apps");
  const card = page.locator("details");
  await card.getByRole("button", { name: "Add a podcast app" }).click();
  await card.getByRole("textbox", { name: "Podcast app" }).fill("iPhone");
  await card.getByRole("button", { name: "Add app" }).click();
  const address = (await card.locator("code").textContent()) ?? "";
  await expect(card.getByRole("link", { name: "Overcast" })).toHaveAttribute(
    "href",
    playerLinks(address)[1]?.href ?? "",
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole("button", { name: "Close" }).click();
  await expect(card.getByText(/^Added today, .+, not used yet$/)).toBeVisible();
  await page.reload();
  await expect(card.getByText("iPhone")).toBeVisible();
  await expect(card.getByText(address)).toHaveCount(0);

  const player = { "user-agent": "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)" };
  const response = await fetch(address, { headers: player });
  const xml = await response.text();
  const [read, other] = [parseFeed(xml), await new RssParser().parseString(xml)];
  const [episode] = read?.items ?? [];
  expect(read?.items.map(({ guid }) => guid)).toEqual(other.items.map(({ guid }) => guid));
  expect(other.items.length).toBeGreaterThan(0);
  const etag = response.headers.get("etag") ?? "";
  expect((await fetch(address, { headers: { ...player, "if-none-match": etag } })).status).toBe(304);

  const { url = "", length, type } = episode?.enclosure ?? {};
  const audio = await fetch(url, { headers: player });
  expect(audio.headers.get("content-type")).toBe(type);
  expect((await audio.arrayBuffer()).byteLength).toBe(length);
  const part = await fetch(url, { headers: { ...player, range: "bytes=100-199" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${length}`]);

  const progressOf = async () => (await callApi(`/api/progress/${episode?.guid}`, { token: member.token })).json();
  expect(await progressOf()).toMatchObject({ totalWatched: false });
  const [, link = ""] = /href="([^"]*\/done[^"]*)"/.exec(other.items[0]?.content ?? "") ?? [];
  await page.goto(link.replaceAll("&amp;", "&"));
  await expectFits(page);
  expect(await progressOf()).toMatchObject({ totalWatched: false });
  await page.getByRole("button", { name: "Mark as done" }).click();
  await expect(page.getByRole("heading", { name: "Marked as done" })).toBeVisible();
  expect(await progressOf()).toMatchObject({ totalWatched: true });

  await page.goto("/library#podcast-apps");
  await expect(card.getByText(/^Added today, .+\. Overcast, last used today, /)).toBeVisible();
  await card.getByRole("button", { name: "Revoke iPhone" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke iPhone?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revoke podcast app" }).click();
  await expect(card.getByText("No podcast apps yet.")).toBeVisible();
  for (const gone of [address, url]) expect((await fetch(gone)).status, gone).toBe(404);
});

test("the page of podcast app links opened by a QR code fits a phone", async ({ page }) => {
  await page.goto(`/feeds#${"a".repeat(32)}`);
  await expect(page.getByRole("link", { name: "Apple Podcasts" })).toBeVisible();
  await expectFits(page);
});
