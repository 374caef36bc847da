import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/content.ts";

export function selectMedium(db: Db, key: string) {
  return db.select().from(media).where(eq(media.key, key));
}
