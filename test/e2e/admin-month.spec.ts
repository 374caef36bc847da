import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import type { CalendarDay, MediaList } from "../../domain/contract/content/library.ts";
import { addDays, monthOf } from "../../domain/rules/calendar-days.ts";
import { dayAhead } from "../support/fixtures.ts";
import { startOwnStack } from "./stack/own-stack.ts";
import { RUN_FOLDER } from "./stack/run-folder.ts";
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
async function filesIn(folder: string, names: readonly string[] = NAMES): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
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
    const start = dayAhead(40_000 + 31 * testInfo.repeatEachIndex);
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
    await expect(page.getByText(/^\d+ files are missing\. Choose them again\.$/)).toBeVisible();
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

test(
  "thirty files become the same month once, although the Worker is killed while it creates drafts and while it takes files",
  { tag: "@deep" },
  async ({ browser }, testInfo) => {
    const files = await filesIn(testInfo.outputPath("recordings"));
    const stack = await startOwnStack(String(process.env[RUN_FOLDER]), testInfo.parallelIndex + 2);
    try {
      const page = await browser.newPage({ baseURL: stack.appUrl });
      await openAdmin(page, "content");
      await page.getByLabel("Files for new sessions").setInputFiles(files);
      const start = dayAhead(400);
      await page.getByLabel("First day").fill(start);
      await expect(page.getByLabel("Date, row 30")).toHaveValue(addDays(start, 29));
      let killed: Promise<void> | undefined;
      await page.route("**/api/content/sheet", async (route) => {
        void route.fetch().catch(() => undefined);
        killed ??= stack.restart();
        await killed;
        await route.abort();
      });
      await page.getByRole("button", { name: "Create 30 drafts" }).click();
      await expect(page.getByText("Couldn't create the drafts")).toBeVisible();
      await page.unroute("**/api/content/sheet");
      await page.getByRole("region", { name: "New drafts" }).getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText(/^[5-9] of 30 files uploaded$/)).toBeVisible();
      await stack.restart();
      const again = page.getByRole("list", { name: "Uploads" }).getByRole("button", { name: /^(?:Try again|Resume)$/ });
      await expect(async () => {
        if (await again.first().isVisible()) await again.first().click();
        await expect(page.getByText("30 selected")).toBeVisible({ timeout: 500 });
      }).toPass();

      const database = await stack.database();
      const { results } = await database
        .prepare(
          "select title, audio_key as file from content where deleted_at is null and date between ? and ? order by date",
        )
        .bind(start, addDays(start, DAYS - 1))
        .all<{ title: string; file: string }>();
      expect(results.map(({ title }) => title)).toEqual(NAMES.map((_, index) => `Lights ${index + 1}`));
      expect(new Set(results.map(({ file }) => file)).size).toBe(DAYS);
      const stored = `select count(*) as files, sum(key not in (select audio_key from content where audio_key is not null)) as orphans
        from media where title like '%lights%'`;
      expect(await database.prepare(stored).first()).toEqual({ files: DAYS, orphans: 0 });
    } finally {
      await stack.stop();
    }
  },
);

const MOST_PRESSES = 12;
/** Slower than most people press keys they know. */
const SECONDS_A_KEY = 0.3;

for (const way of ["mouse", "keyboard"] as const) {
  test(
    `thirty files that name their days become a scheduled month by ${way} in a few presses`,
    { tag: "@deep" },
    async ({ page }, testInfo) => {
      // A name's year is of this century.
      const start = dayAhead((way === "mouse" ? 21_900 : 24_300) + 31 * testInfo.repeatEachIndex);
      const names = NAMES.map((name, index) => `${addDays(start, index)} ${name.slice(name.indexOf("l"))}`);
      const files = await filesIn(testInfo.outputPath("recordings"), names);
      await page.setViewportSize({ width: 1440, height: 900 });
      await openAdmin(page, "content");
      await expect(page.getByRole("grid").getByRole("button").first()).toBeVisible();
      let [presses, keys, waited] = [0, 0, 0];
      const press = async (target: Locator) => {
        await expect(target).toBeVisible();
        presses += 1;
        if (way === "mouse") return target.click();
        for (; !(await target.evaluate((element) => element === document.activeElement)); keys += 1) {
          expect(keys).toBeLessThan(150);
          await page.keyboard.press("Tab");
        }
        keys += 1;
        await page.keyboard.press("Enter");
      };
      const wait = async (target: Locator) => {
        const from = performance.now();
        await expect(target).toBeVisible({ timeout: 120_000 });
        waited += performance.now() - from;
      };
      const began = performance.now();
      const chooser = page.waitForEvent("filechooser");
      await press(page.getByRole("button", { name: "Add files…" }));
      // The folder's files are selected and confirmed in the system's dialog.
      presses += 2;
      await (await chooser).setFiles(files);
      await press(page.getByRole("button", { name: "Create 30 drafts" }));
      await wait(page.getByText("30 selected"));
      await press(page.getByRole("region", { name: "Selected sessions" }).getByRole("button", { name: "Schedule" }));
      const schedule = page.getByRole("dialog").getByRole("button", { name: "Schedule 30 sessions anyway" });
      await wait(schedule.and(page.locator(":enabled")));
      await press(schedule);
      await wait(page.getByText("30 sessions scheduled"));
      const seconds = (performance.now() - began - waited) / 1000;
      const person = way === "mouse" ? seconds : seconds + keys * SECONDS_A_KEY;
      const description = `${presses} presses, ${keys} keys, ${person.toFixed(1)} s besides ${(waited / 1000).toFixed(0)} s of waiting`;
      testInfo.annotations.push({ type: way, description });
      expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
      expect(person).toBeLessThan(60);
      const days = (await plannedFrom(start)).filter(({ date }) => date >= start && date <= addDays(start, 29));
      expect(days.map(({ status, hasAudio }) => status === "scheduled" && hasAudio)).toEqual(Array(DAYS).fill(true));
    },
  );
}
