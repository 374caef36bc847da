import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ffmpeg } from "./ffmpeg.ts";
import { assertLoudness, type Loudness } from "./loudness.ts";
import type { MediaEntry } from "./manifest.ts";
import type { SeedMedium } from "./seed-media.ts";

const DURATIONS = { audio: [60, 120], video: [12, 20] } as const;

/** The manifest's entry for a finished file. Throws when the file is not fit to be seeded. */
export async function describeFile(
  medium: SeedMedium,
  key: string,
  path: string,
  loudness: Loudness,
): Promise<MediaEntry> {
  assertLoudness(medium.slug, loudness);
  const bytes = await readFile(path);
  const durationSeconds = await measureDuration(path);
  const [shortest, longest] = DURATIONS[medium.kind];
  if (durationSeconds < shortest || durationSeconds > longest) {
    throw new Error(`${medium.slug}: ${durationSeconds} s lies outside ${shortest} to ${longest} s`);
  }
  const { kind, title, contentType } = medium;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, kind, title, contentType, sizeBytes: bytes.length, durationSeconds, ...loudness, sha256 };
}

async function measureDuration(path: string): Promise<number> {
  const report = await ffmpeg(["-i", path, "-map", "0:a", "-c", "copy", "-f", "null", "-"]);
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(report) ?? [];
  const duration = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (!Number.isFinite(duration)) throw new Error(`ffmpeg reported no duration for ${path}`);
  return Math.round(duration * 10) / 10;
}
