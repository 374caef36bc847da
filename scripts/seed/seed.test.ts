import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPlatformProxy, type PlatformProxy } from "wrangler";
import { BRAND } from "#domain/brand.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { migrate } from "../stack/migrate.ts";
import { seed } from "./seed.ts";

const NOW = Date.parse("2026-11-20T18:00:00Z");
const TODAY = dateIn("America/Chicago", NOW);

type Row = Record<string, string | number | null>;
type Bindings = {
  DB: { prepare(sql: string): { bind(...values: unknown[]): { all(): Promise<{ results: Row[] }> } } };
  MEDIA: { list(): Promise<{ objects: { key: string }[] }> };
};

const stateDir = mkdtempSync(join(tmpdir(), "daybolt-seed-"));
const days = "select date, hidden, status, audio_key, video_key, embed_provider from content where date";
let proxy: PlatformProxy<Bindings>;
/** The result of the first start, read before any test starts it again. */
let first: { logLevel: string | undefined; august: Row[]; window: Row[] };

async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await proxy.env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;
}

beforeAll(async () => {
  await migrate(stateDir);
  delete process.env.WRANGLER_LOG;
  await seed({ stateDir, now: NOW });
  const logLevel = process.env.WRANGLER_LOG;
  process.env.WRANGLER_LOG = "error";
  proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(stateDir, "v3") },
    remoteBindings: false,
  });
  const august = await rows(`${days} < '2026-01-01' order by date`);
  first = { logLevel, august, window: await rows(`${days} > '2026-01-01' order by date`) };
});

afterAll(async () => {
  await proxy.dispose();
  rmSync(stateDir, { recursive: true, force: true });
});

test("the seed leaves the log level alone, so the Worker started after it still logs", () => {
  expect(first.logLevel).toBeUndefined();
});

test("August 2025 has an item every day from the 10th on, with the 18th hidden", () => {
  expect(first.august).toHaveLength(22);
  expect(first.august.flatMap((row) => (row.hidden === 1 ? [row.date] : []))).toEqual(["2025-08-18"]);
});

test("items cover 14 days back to 3 days ahead, and only the furthest is a draft", () => {
  const { window } = first;
  expect(window.map((row) => row.date)).toEqual(Array.from({ length: 18 }, (_, index) => addDays(TODAY, index - 14)));
  expect(window.flatMap((row) => (row.status === "draft" ? [row.date] : []))).toEqual([addDays(TODAY, 3)]);
  expect(window.some((row) => row.status === "scheduled")).toBe(true);
});

test("days have audio, video, or both, some on Vimeo and YouTube, and every file is in the bucket", async () => {
  const has = (fits: (row: Row) => boolean) => first.window.some(fits);
  expect(has((row) => row.audio_key !== null && row.video_key === null && row.embed_provider === null)).toBe(true);
  expect(has((row) => row.audio_key === null && row.video_key !== null)).toBe(true);
  expect(has((row) => row.audio_key !== null && row.video_key !== null)).toBe(true);
  expect(new Set(first.window.map((row) => row.embed_provider))).toEqual(new Set([null, "vimeo", "youtube"]));
  const stored = new Set((await proxy.env.MEDIA.list()).objects.map((object) => object.key));
  for (const { audio_key, video_key } of first.window) {
    for (const key of [audio_key, video_key]) if (key !== null) expect(stored).toContain(key);
  }
});

test("the preview is publicly readable in the bucket and isn't members' media", async () => {
  const stored = (await proxy.env.MEDIA.list()).objects.map((object) => object.key);
  for (const filename of Object.values(BRAND.preview)) expect(stored).toContain(`public/${filename}`);
  const keys = (await rows("select key from media")).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(6);
  expect(keys.filter((key) => String(key).startsWith("public/") || String(key).startsWith("preview"))).toEqual([]);
});

test("every hosted file has a length, and some days have a transcript", async () => {
  const items = await rows("select date, audio_key, video_key, duration_seconds, transcript from content");
  const hosted = items.filter((row) => row.audio_key !== null || row.video_key !== null);
  expect(hosted.filter((row) => !(Number(row.duration_seconds) > 0))).toEqual([]);
  const transcripts = items.flatMap((row) => (row.transcript === null ? [] : [String(row.transcript)]));
  expect(transcripts.length).toBeGreaterThan(0);
  expect(transcripts.length).toBeLessThan(items.length);
  for (const transcript of transcripts) expect(transcript.split("\n\n").length).toBeGreaterThan(3);
});

test("a later start extends the window, schedules unedited drafts, and leaves edited ones alone", async () => {
  const now = NOW + 100 * DAY_MS;
  const today = dateIn("America/Chicago", now);
  await seed({ stateDir, now });
  await rows("update content set title = 'Edited', updated_at = updated_at + 1 where date = ?", addDays(today, 3));
  await seed({ stateDir, now: now + DAY_MS });
  expect(await rows("select status, title from content where date = ?", addDays(today, 3))).toEqual([
    { status: "draft", title: "Edited" },
  ]);
  await seed({ stateDir, now: now + 2 * DAY_MS });
  const ahead = "select date, status from content where date between ? and ? order by date";
  expect(await rows(ahead, addDays(today, 4), addDays(today, 6))).toEqual([
    { date: addDays(today, 4), status: "scheduled" },
    { date: addDays(today, 5), status: "draft" },
  ]);
});

test("demo accounts whose access has ended are restored, and active ones are left alone", async () => {
  const of = async (email: string) => {
    const [row] = await rows("select * from members where email = ?", email);
    return row;
  };
  // Later than every other test's start, and past every end date that the first start set.
  const now = NOW + 400 * DAY_MS;
  await seed({ stateDir, now });
  const before = await of("member@daybolt.test");
  await rows("update members set subscription_status = 'expired' where email = 'trial@daybolt.test'");
  await rows("update members set wake_up_hour = 9 where email = 'trial@daybolt.test'");
  await rows("update members set access_ends_at = 1 where email = 'vip@daybolt.test'");
  await seed({ stateDir, now: now + 3 * DAY_MS });
  expect(await of("member@daybolt.test")).toEqual(before);
  expect(await of("trial@daybolt.test")).toMatchObject({ subscription_status: "trial", wake_up_hour: 9 });
  expect(await of("vip@daybolt.test")).toMatchObject({
    access_ends_at: now + 303 * DAY_MS,
    wake_up_since: now + 3 * DAY_MS,
  });
  const grants = () => rows("select * from access_grants order by id");
  const present = await grants();
  await seed({ stateDir, now: NOW + 3 * DAY_MS });
  expect(await grants()).toEqual(present);
});
