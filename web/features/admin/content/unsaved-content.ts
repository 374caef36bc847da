import * as z from "zod";
import { type LibraryItem, libraryItem } from "#domain/contract/library.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import type { EditFields } from "./content-fields.ts";

/** Text that no save has taken yet outlives a reload, in this tab alone; signing out empties the tab's storage. */
const PREFIX = "unsaved-content:";

const unsaved = z.object({
  /** The item that it was typed over. */
  base: libraryItem,
  values: z
    .object({
      title: z.string(),
      description: z.string(),
      youtubeUrl: z.string(),
      status: z.enum(CONTENT_STATUSES),
      hidden: z.boolean(),
      transcript: z.string(),
    })
    .partial(),
});

export function keepUnsaved(base: LibraryItem, values: Partial<EditFields>): void {
  try {
    sessionStorage.setItem(PREFIX + base.id, JSON.stringify({ base, values }));
  } catch {
    // Without storage it is kept in memory, and a reload asks first.
  }
}

export function forgetUnsaved(contentId: string): void {
  sessionStorage.removeItem(PREFIX + contentId);
}

export function readUnsaved({ id }: LibraryItem): z.infer<typeof unsaved> | null {
  try {
    return unsaved.parse(JSON.parse(sessionStorage.getItem(PREFIX + id) ?? ""));
  } catch {
    return null;
  }
}
