import { expect } from "@playwright/test";
import { answer, change } from "./support/answers.ts";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, keepSignedIn } from "./support/members.ts";
import { AUDIO_ALONE, button } from "./support/player.ts";

const LONG_TITLE =
  "The longest of titles there are: how everybody who wakes at five in the morning goes on waking at five, whatever comes…!";

const VIDEO_ALONE = ({ audioFilename, video }: { audioFilename: string | null; video: { provider: string } | null }) =>
  video?.provider === "hosted" && audioFilename === null;

for (const [medium, fits, name, width, height] of [
  ["audio", AUDIO_ALONE, "Play", 390, 664],
  ["audio", AUDIO_ALONE, "Play", 320, 568],
  ["video", VIDEO_ALONE, "Play video", 390, 664],
  ["video", VIDEO_ALONE, "Play video", 320, 568],
] as const)
  test(`Play for ${medium} is in the top 400 px under a long title, opened directly or by email, ${width} px wide`, {
    tag: "@deep",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    expect(LONG_TITLE).toHaveLength(120);
    const titles = [LONG_TITLE, LONG_TITLE.slice(0, 60), LONG_TITLE.slice(0, 30)];
    const item = await findReleased(fits);
    const expectAtTheHead = async (address: string, title: string) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: title.trim() })).toBeVisible();
      await expect(button(page, name)).toBeVisible();
      const bottom = () => button(page, name).evaluate((play) => play.getBoundingClientRect().bottom + scrollY);
      await expect.poll(bottom, `${title.length} letters`).toBeLessThanOrEqual(400);
    };
    // Media requests hang: a visitor's pass comes from an email, and there is none here.
    await page.route(/\/(audio|video)\/[^/]+$/, () => undefined);
    for (const title of titles) {
      await answer("**/api/by-mail/open", { ...item, comingSoon: false, title })(page);
      await expectAtTheHead(`/content/${item.date}?member=m-1&key=k-1`, title);
    }
    await page.unroute(/\/(audio|video)\/[^/]+$/);
    await keepSignedIn(page, await inviteMember());
    for (const title of titles) {
      await change(`**/api/content/${item.date}`, () => ({ title }))(page);
      await expectAtTheHead(`/content/${item.date}`, title);
    }
  });

test("a phone in landscape has Play on its first screen, for audio and video", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await keepSignedIn(page, await inviteMember());
  const hosted = await findReleased(VIDEO_ALONE);
  for (const [item, name] of [
    [await findReleased(AUDIO_ALONE), "Play"],
    [hosted, "Play video"],
  ] as const) {
    await page.goto(`/content/${item.date}`);
    await expect(button(page, name)).toBeInViewport({ ratio: 1 });
  }
});
