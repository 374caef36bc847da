import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/content.ts";
import type { ListMediaQuery } from "#domain/contract/content/library.ts";

export function selectMediaByKeys(db: Db, keys: string[]) {
  return db.select().from(media).where(inArray(media.key, keys));
}

export function selectMedia(db: Db, { kind, search, key }: ListMediaQuery, limit: number) {
  return db
    .select()
    .from(media)
    .where(
      and(
        eq(media.kind, kind),
        key === undefined ? undefined : eq(media.key, key),
        search ? sql`instr(lower(${media.title}), lower(${search})) > 0` : undefined,
      ),
    )
    .orderBy(desc(media.createdAt))
    .limit(limit);
}
