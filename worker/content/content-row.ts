import type { content } from "#db/schema/content.ts";
import type { VideoLink } from "#domain/rules/video-link.ts";

/** An item as the database holds it, and whether its mail has gone out (derived from the deliveries). */
export type ContentRow = typeof content.$inferSelect & { emailSent: boolean };
export type NewContent = typeof content.$inferInsert;

/** The one video of an item: a hosted file, else the embedded one. */
export function videoOf(row: Pick<ContentRow, "videoKey" | "embedProvider" | "embedRef">): VideoLink | null {
  if (row.videoKey !== null) return { provider: "hosted", ref: row.videoKey };
  if (row.embedProvider === null || row.embedRef === null) return null;
  return { provider: row.embedProvider, ref: row.embedRef };
}
