import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { CalendarDay, MediaList } from "../../domain/contract/content/library.ts";
import { addDays, monthOf } from "../../domain/rules/calendar-days.ts";
import { dayAhead } from "../support/fixtures.ts";
import { openAdmin } from "./support/admin.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/journey.ts";
import { callApi } from "./support/stack.ts";

const DAYS = 30;

/** Thirty seconds of silent frames of MPEG-1 layer III, 24 ms each. */
function silence(): Buffer {
  return Buffer.concat(Array.from({ length: 1250 }, () => Buffer.from([0xff, 0xfb, 0x94, 0x00, ...Buffer.alloc(380)])));
}

const NAMES = Array.from({ length: DAYS }, (_, index) => `Day ${index + 1} - lights ${index + 1}.mp3`);

/** On a disk, since an upload goes on only with the same file. */
async function filesIn(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths = NAMES.map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, silence());
  return paths;
}

async function plannedFrom(start: string): Promise<CalendarDay[]> {
  const months = new Set([monthOf(start), monthOf(addDays(start, DAYS - 1))]);
  const answers = await Promise.all(
    [...months].map(async (month) => (await callApi(`/api/content/calendar?month=${month}`, { admin: true })).json()),
  );
  return answers.flat();
}

const paste = async (page: Page, text: string) => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
};

test(
  "thirty files become a scheduled month, although a response is lost and the page is closed on the way",
  { tag: "@deep" },
  async ({ page: first, context }, testInfo) => {
    const files = await filesIn(testInfo.outputPath("recordings"));
    const start = dayAhead(40_000 + Math.floor(Math.random() * 900) * 31);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await first.setViewportSize({ width: 1440, height: 900 });
    await openAdmin(first, "content");
    await first.getByLabel("Files for new sessions").setInputFiles(files);
    const table = first.getByRole("table", { name: "30 new sessions" });
    await expect(table.getByText("0:30")).toHaveCount(DAYS);
    await first.getByLabel("First day").fill(start);
    await expect(table.getByLabel("Date, row 30")).toHaveValue(addDays(start, 29));
    await table.getByLabel("Description, row 1", { exact: true }).focus();
    await paste(first, NAMES.map((_, index) => `Day ${index + 1} starts on time.`).join("\n"));
    await table.getByLabel("Title, row 2", { exact: true }).fill("Second wind");
    await first.keyboard.press("Enter");
    await expect(table.getByLabel("Title, row 3", { exact: true })).toBeFocused();
    await expectAccessible(first);

    // The drafts are created, but no one hears of it.
    await first.route("**/api/content/sheet", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await first.getByRole("button", { name: "Create 30 drafts" }).click();
    await expect(first.getByText("Couldn't create the drafts")).toBeVisible();
    await first.unroute("**/api/content/sheet");
    await first.getByRole("button", { name: "Try again" }).click();
    await expect(first.getByText(/^[5-9] of 30 files uploaded$/)).toBeVisible();
    await first.close();

    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await openAdmin(page, "content");
    await expect(page.getByText(/^\d+ files didn't get here\. Choose them again\.$/)).toBeVisible();
    await page.getByLabel("Choose the missing files").setInputFiles(files);
    await expectAccessible(page);
    await expect(page.getByText("30 files uploaded", { exact: true })).toBeVisible();
    const bar = page.getByRole("region", { name: "Selected sessions" });
    await bar.getByRole("button", { name: "Schedule" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Schedule 30 sessions" }).click();
    await expect(bar.getByText("30 sessions scheduled")).toBeVisible();

    const days = (await plannedFrom(start)).filter(({ date }) => date >= start && date <= addDays(start, 29));
    expect(days.map(({ title }) => title)).toEqual(
      NAMES.map((_, index) => (index === 1 ? "Second wind" : `Lights ${index + 1}`)),
    );
    expect(
      days.every(({ status, hasAudio, hasDescription }) => status === "scheduled" && hasAudio && hasDescription),
    ).toBe(true);
    // Each file was stored once.
    const media = await callApi("/api/admin/media?kind=audio&search=lights", { admin: true });
    const titles = ((await media.json()) as MediaList).map(({ title }) => title);
    expect(titles.length).toBe(new Set(titles).size);
  },
);
