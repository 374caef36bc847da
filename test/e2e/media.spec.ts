import { expect } from "@playwright/test";
import { test } from "./support/journey.ts";
import { findReleased } from "./support/library.ts";
import { inviteMember, signIn } from "./support/members.ts";

test("media streams in ranges to logged-in members and to no one else", async ({ page }) => {
  const { audioFilename } = await findReleased((item) => item.audioFilename !== null);
  const url = `/audio/${audioFilename}`;
  const stranger = await page.request.get(url);
  expect(stranger.status()).toBe(401);
  expect(await stranger.json()).toMatchObject({ code: "unauthorized" });

  await signIn(page, await inviteMember());
  const range = async (header: string) => page.request.get(url, { headers: { range: header } });
  const whole = await page.request.get(url);
  const size = (await whole.body()).length;
  expect(whole.status()).toBe(200);
  expect(whole.headers()["accept-ranges"]).toBe("bytes");

  const middle = await range("bytes=1000-1999");
  expect(middle.status()).toBe(206);
  expect(middle.headers()["content-range"]).toBe(`bytes 1000-1999/${size}`);
  expect((await middle.body()).equals((await whole.body()).subarray(1000, 2000))).toBe(true);
  expect((await range("bytes=-500")).headers()["content-range"]).toBe(`bytes ${size - 500}-${size - 1}/${size}`);

  const beyond = await range(`bytes=${size}-`);
  expect(beyond.status()).toBe(416);
  expect(beyond.headers()["content-range"]).toBe(`bytes */${size}`);
  expect((await page.request.get("/audio/no-such-file-aaaaaaaaaaaa.mp3")).status()).toBe(404);
});
