import { expect } from "@playwright/test";
import type { LibraryItem } from "../../domain/contract/content/library.ts";
import { dayAhead } from "../support/fixtures.ts";
import { logInAsAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { callApi } from "./support/stack.ts";

/** Silent frames of MPEG-1 layer III at 128 kbit/s and 48 kHz: 384 bytes and 24 ms each. */
const FRAME = [0xff, 0xfb, 0x94, 0x00];
const FRAME_BYTES = 384;
const FRAME_SECONDS = 0.024;
/** 22 minutes, in three parts. */
const FRAMES = 55_000;
const PART_BYTES = 8 * 1024 * 1024;

function silence(): Buffer {
  const bytes = Buffer.alloc(FRAMES * FRAME_BYTES);
  for (let frame = 0; frame < FRAMES; frame += 1) bytes.set(FRAME, frame * FRAME_BYTES);
  return bytes;
}

test("a 21 MB upload whose connection is cut resumes where it stopped and plays at full length", {
  tag: "@deep",
}, async ({ page, context }) => {
  const date = dayAhead(30_000 + Math.floor(Math.random() * 9000));
  const created = await callApi("/api/content", { admin: true, json: { date, title: "Twenty megabytes" } });
  const { id }: LibraryItem = await created.json();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin?tab=content&day=${date}`);
  await logInAsAdmin(page);
  const editor = page.getByRole("dialog");
  await expect(editor.getByLabel("Title")).toHaveValue("Twenty megabytes");

  const offsets: number[] = [];
  const cut = Promise.withResolvers<void>();
  let isCut = false;
  await page.route("**/api/admin/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    const offset = Number(request.headers()["upload-offset"]);
    if (offset > 0 && !isCut) {
      isCut = true;
      await context.setOffline(true);
      cut.resolve();
      return route.abort("internetdisconnected");
    }
    offsets.push(offset);
    return route.continue();
  });
  await editor
    .getByRole("button", { name: /^Add audio/ })
    .first()
    .click();
  await editor
    .getByLabel("Upload audio")
    .setInputFiles({ name: "Twenty megabytes.mp3", mimeType: "audio/mpeg", buffer: silence() });
  await cut.promise;
  await expect(editor.getByText(/^Waiting for a connection\. .+ uploaded\.$/).first()).toBeVisible();
  await expectAccessible(page);
  const uploaded = page.waitForResponse(
    (response) => response.request().headers()["upload-offset"] === String(2 * PART_BYTES),
    { timeout: 0 },
  );
  await context.setOffline(false);
  await uploaded;
  await expect(editor.getByText(/^Twenty megabytes · 22:00 · 21\.1 MB$/)).toBeVisible();
  expect(offsets).toEqual([0, PART_BYTES, 2 * PART_BYTES]);

  const stored = async (): Promise<LibraryItem> => (await callApi(`/api/content/${id}`, { admin: true })).json();
  await expect.poll(async () => (await stored()).audioFilename).toMatch(/\.mp3$/);
  expect((await stored()).duration).toBe(Math.round(FRAMES * FRAME_SECONDS));
  const pass = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const last = await page.request.get(`/audio/${(await stored()).audioFilename}`, {
    headers: { range: `bytes=-${FRAME_BYTES}`, cookie: pass },
  });
  expect(last.status()).toBe(206);
  expect((await last.body()).subarray(0, 4)).toEqual(Buffer.from(FRAME));
});
