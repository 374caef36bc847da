import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { foldChanged } from "#worker/content/content-texts.queries.ts";
import { CONTENT_ITEMS } from "./content-items.ts";
import { insertMissingItem, SEED_PREFIX, type SeedItem, scheduleCloseDrafts } from "./seed.queries.ts";
import type { SeedMedium } from "./seed-media.ts";

const AUGUST = { first: "2025-08-10", last: "2025-08-31", hidden: "2025-08-18" };

/** Public films from Vimeo and Blender's YouTube channel, to try both embeds. */
const VIMEO = { embedProvider: "vimeo", embedRef: "76979871" } as const;
const YOUTUBE = { embedProvider: "youtube", embedRef: "aqz-KE-bpKQ" } as const;

type Library = { audio: SeedMedium[]; video: SeedMedium[] };

function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** A day's media: usually both, sometimes audio or video only, and occasionally an embed. */
function mediaOf(date: string, { audio, video }: Library): Partial<SeedItem> {
  const day = dayNumber(date);
  const audioKey = audio[day % audio.length]?.key ?? null;
  const videoKey = video[day % video.length]?.key ?? null;
  const kinds: Partial<SeedItem>[] = [
    { audioKey, videoKey },
    { audioKey },
    { videoKey },
    { audioKey },
    { audioKey, ...VIMEO },
    { audioKey },
    { ...YOUTUBE },
  ];
  return kinds[day % kinds.length] ?? { audioKey };
}

function seedItem(date: string, status: ContentStatus, library: Library, now: number): SeedItem {
  const words = CONTENT_ITEMS[dayNumber(date) % CONTENT_ITEMS.length];
  if (!words) throw new Error("The seed has no content items.");
  const item = { id: `${SEED_PREFIX}${date}`, date, ...words, status, ...mediaOf(date, library) };
  const medium = [...library.audio, ...library.video].find(({ key }) => key === item.audioKey || key === item.videoKey);
  const durationSeconds = medium ? Math.round(medium.durationSeconds) : null;
  return { ...item, durationSeconds, hidden: date === AUGUST.hidden, createdAt: now, updatedAt: now };
}

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Past days are published. Upcoming ones are scheduled, then announced (Coming Soon), and the furthest is a draft. */
function statusOf(date: string, today: string, last: string): ContentStatus {
  if (date === addDays(today, 1)) return "scheduled";
  return date === last ? "draft" : "published";
}

type Window = { now: number; daysBack: number; daysAhead: number };

/** Seeds August 2025 and a window around today that each start extends. */
export async function seedLibrary(db: Db, media: SeedMedium[], { now, daysBack, daysAhead }: Window): Promise<void> {
  const library = {
    audio: media.filter((medium) => medium.kind === "audio"),
    video: media.filter((medium) => medium.kind === "video"),
  };
  const today = dateIn(DEFAULT_ZONE, now);
  const august = datesBetween(AUGUST.first, AUGUST.last).map((date) => seedItem(date, "published", library, now));
  const last = addDays(today, daysAhead);
  const window = datesBetween(addDays(today, -daysBack), last);
  await scheduleCloseDrafts(db, last);
  const items = [...august, ...window.map((date) => seedItem(date, statusOf(date, today, last), library, now))];
  for (const item of items) {
    const words = { description: "", transcript: null, ...item };
    await db.batch([insertMissingItem(db, item), foldChanged(db, words)]);
  }
}
