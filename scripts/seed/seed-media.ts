import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Db } from "#db/client.ts";
import { insertMissingMedium } from "./seed.queries.ts";

const FOLDER = "r2-seed";

const manifest = z.object({
  media: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(["audio", "video"]),
      title: z.string(),
      contentType: z.string(),
      sizeBytes: z.int(),
      durationSeconds: z.number(),
    }),
  ),
});

export type SeedMedium = z.infer<typeof manifest>["media"][number];

/** What the seed needs of an R2 bucket. */
export type SeedBucket = {
  head(key: string): Promise<{ size: number } | null>;
  put(key: string, body: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>;
};

/** Puts the small media library into the bucket, unless it is there. */
export async function seedMedia(db: Db, bucket: SeedBucket, now: number): Promise<SeedMedium[]> {
  const { media } = manifest.parse(JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8")));
  for (const { key, kind, title, contentType, sizeBytes, durationSeconds } of media) {
    const present = await bucket.head(key);
    if (present?.size !== sizeBytes) {
      await bucket.put(key, readFileSync(join(FOLDER, key)), { httpMetadata: { contentType } });
    }
    await insertMissingMedium(db, { key, kind, title, contentType, sizeBytes, durationSeconds, createdAt: now });
  }
  return media;
}
