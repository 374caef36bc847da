import * as z from "zod";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import { stored, storedNames } from "../../lib/stored.ts";
import type { DraftMedia, EditFields } from "./content-fields.ts";

/** Text and choices of files that no save has taken yet outlives a reload, in this tab alone, and ends with the administrator's logout. */
const PREFIX = "content:";
const KEPT = { scope: "tab", endsWith: "admin-logout" } as const;

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
  media: z
    .object({
      audioKey: z.string().nullable(),
      videoKey: z.string().nullable(),
      captionsKey: z.string().nullable(),
      artworkKey: z.string().nullable(),
    })
    .partial()
    .default({}),
});

type Unsaved = { base: LibraryItem; values: Partial<EditFields>; media: Partial<DraftMedia> };

/** Null takes it away. Without storage it is kept in memory, and a reload asks first. */
export function unsavedOf(contentId: string) {
  return unsavedUnder(PREFIX + contentId);
}

function unsavedUnder(name: string) {
  return stored<Unsaved>(name, (value) => unsaved.safeParse(value).data ?? null, KEPT);
}

/** The items with such text, those that have not been opened since a reload among them. */
export function unsavedItems(): LibraryItem[] {
  return storedNames(PREFIX, KEPT).flatMap((name) => unsavedUnder(name).read()?.base ?? []);
}

export function forgetAllUnsaved(): void {
  for (const name of storedNames(PREFIX, KEPT)) unsavedUnder(name).write(null);
}
