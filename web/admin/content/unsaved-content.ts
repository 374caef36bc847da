import * as z from "zod";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { KEPT_PREFIX } from "../../lib/auth-token.ts";
import { type DraftMedia, draftMedia, type EditFields, editFields } from "./content-fields.ts";

/** Text and choices of files that no save has taken yet outlives a reload, in this tab alone, and ends with the administrator's logout. */
const PREFIX = `${KEPT_PREFIX}content:`;

const unsaved = z.object({
  base: libraryItem,
  values: editFields.partial(),
  media: draftMedia.partial().default({}),
});

type Unsaved = { values: Partial<EditFields>; media: Partial<DraftMedia> };

export function keepUnsaved(base: LibraryItem, { values, media }: Unsaved): void {
  try {
    sessionStorage.setItem(PREFIX + base.id, JSON.stringify({ base, values, media }));
  } catch {
    // Without storage it is kept in memory, and a reload asks first.
  }
}

export function forgetUnsaved(contentId: string): void {
  sessionStorage.removeItem(PREFIX + contentId);
}

function readKey(key: string): z.infer<typeof unsaved> | null {
  try {
    return unsaved.parse(JSON.parse(sessionStorage.getItem(key) ?? ""));
  } catch {
    return null;
  }
}

export function readUnsaved({ id }: LibraryItem): z.infer<typeof unsaved> | null {
  return readKey(PREFIX + id);
}

function keys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** The items with such text, those that have not been opened since a reload among them. */
export function unsavedItems(): LibraryItem[] {
  return keys().flatMap((key) => readKey(key)?.base ?? []);
}

export function forgetAllUnsaved(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}
