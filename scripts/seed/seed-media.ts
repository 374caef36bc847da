import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Db } from "#db/client.ts";
import { insertMissingMedium } from "./seed.queries.ts";

const FOLDER = "r2-seed";

const file = z.object({ key: z.string(), title: z.string(), contentType: z.string(), sizeBytes: z.int() });
const medium = file.extend({ kind: z.enum(["audio", "video"]), durationSeconds: z.number() });
const manifest = z.object({ media: z.array(medium), public: z.array(file) });

export type SeedMedium = z.infer<typeof medium>;

/** The parts of an R2 bucket that the seed needs. */
export type SeedBucket = {
  head(key: string): Promise<{ size: number } | null>;
  put(key: string, body: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>;
};

/** Puts the small media library into the bucket if it's missing. Public files belong to no session and get no row. */
export async function seedMedia(db: Db, bucket: SeedBucket, now: number): Promise<SeedMedium[]> {
  const { media, public: publicFiles } = manifest.parse(
    JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8")),
  );
  for (const { key, contentType, sizeBytes } of [...media, ...publicFiles]) {
    const present = await bucket.head(key);
    if (present?.size !== sizeBytes) {
      await bucket.put(key, readFileSync(join(FOLDER, key)), { httpMetadata: { contentType } });
    }
  }
  for (const { key, kind, title, contentType, sizeBytes, durationSeconds } of media) {
    await insertMissingMedium(db, { key, kind, title, contentType, sizeBytes, durationSeconds, createdAt: now });
  }
  return media;
}
