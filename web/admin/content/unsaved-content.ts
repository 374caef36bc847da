import * as z from "zod";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { stored, storedNames } from "../../lib/stored.ts";
import { draftMedia, editFields } from "./content-fields.ts";

/** Unsaved text and file choices survive a reload, in this tab only, until the administrator logs out. */
const PREFIX = "content:";
const LIFETIME = { scope: "tab", endsWith: "admin-logout" } as const;

const unsaved = z.object({ base: libraryItem, values: editFields.partial(), media: draftMedia.partial().default({}) });

/** Writing null removes it. Without storage it stays in memory, and a reload asks first. */
export function unsavedOf(contentId: string) {
  return stored<z.infer<typeof unsaved>>(
    PREFIX + contentId,
    (value) => unsaved.safeParse(value).data ?? null,
    LIFETIME,
  );
}

const unsavedIds = () => storedNames(PREFIX, LIFETIME).map((name) => name.slice(PREFIX.length));

export function unsavedItems(): LibraryItem[] {
  return unsavedIds().flatMap((id) => unsavedOf(id).read()?.base ?? []);
}

export function forgetAllUnsaved(): void {
  for (const id of unsavedIds()) unsavedOf(id).write(null);
}
