import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { createDb } from "../../db/client.ts";
import { formatLongDate } from "../../domain/rules/calendar-days.ts";
import { dayAhead } from "../support/fixtures.ts";
import { fillLargeHouse } from "../worker/large-house.ts";
import { startOwnStack } from "./stack/own-stack.ts";
import { RUN_FOLDER } from "./stack/run-folder.ts";
import { logInAsAdmin, openAdmin } from "./support/admin.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { takeEmptyDay } from "./support/library.ts";
import { callApi } from "./support/stack.ts";

const AUDIO = "r2-seed/redline-lcrmbmsyvo3o5njt.mp3";

async function dropOn(page: Page, target: Locator, name: string): Promise<void> {
  const bytes = readFileSync(AUDIO).toString("base64");
  const dataTransfer = await page.evaluateHandle(
    ([encoded, filename]) => {
      const transfer = new DataTransfer();
      const sound = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([sound], filename, { type: "audio/mpeg" }));
      return transfer;
    },
    [bytes, name] as const,
  );
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

test("an empty day is published with audio: drop, Publish, Publish anyway", { tag: "@deep" }, async ({ page }) => {
  const date = dayAhead(await takeEmptyDay());
  await openAdmin(page, `content&month=${date.slice(0, 7)}`);
  const cell = page.getByRole("button", { name: `${formatLongDate(date)}: no session` });
  await expect(cell).toBeVisible();
  await dropOn(page, cell, "the-first-hour.mp3");
  const drawer = page.getByRole("dialog", { name: formatLongDate(date) });
  await expect(drawer.getByLabel("Title")).toHaveValue("The first hour");
  await drawer.getByRole("button", { name: /^(Publish|Schedule) · 1 issue$/ }).click();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: /^(Publish|Schedule) anyway$/ }).click();
  await expect(drawer.getByText("Saved", { exact: true })).toBeVisible();
  const item = await (await callApi(`/api/content/date/${date}`, { admin: true })).json();
  expect(item).toMatchObject({ title: "The first hour", status: expect.stringMatching(/published|scheduled/) });
  expect(item.audioFilename).toMatch(/^the-first-hour-/);

  // The calendar beside the drawer stays usable.
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("grid").getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(drawer).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test(
  "a day can be edited in the large house, and the Content tab stays under 2,500 px tall",
  {
    tag: "@deep",
  },
  async ({ page }, { parallelIndex }) => {
    // Its 2,000 sessions would be in other journeys' way.
    const stack = await startOwnStack(String(process.env[RUN_FOLDER]), parallelIndex + 2);
    try {
      await fillLargeHouse(createDb(await stack.database()), Date.now(), {
        members: 500,
        items: 600,
        deliveries: 3500,
      });
      await page.goto(`${stack.appUrl}/admin?tab=content`);
      await logInAsAdmin(page);
      await expect(page.getByRole("grid").getByRole("button").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500);
      await page
        .getByRole("grid")
        .getByRole("button", { name: /Session of/ })
        .first()
        .click();
      const drawer = page.getByRole("dialog");
      await drawer.getByLabel("Title").fill("Edited in the large house");
      await expect(drawer.getByText("Saved", { exact: true })).toBeVisible();
      await page.reload();
      await logInAsAdmin(page);
      await expect(drawer.getByLabel("Title")).toHaveValue("Edited in the large house");
    } finally {
      await stack.stop();
    }
  },
);
