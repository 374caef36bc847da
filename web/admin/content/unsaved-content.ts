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
  return unsavedUnder(PREFIX + contentId);
}

function unsavedUnder(name: string) {
  return stored<z.infer<typeof unsaved>>(name, (value) => unsaved.safeParse(value).data ?? null, LIFETIME);
}

export function unsavedItems(): LibraryItem[] {
  return storedNames(PREFIX, LIFETIME).flatMap((name) => unsavedUnder(name).read()?.base ?? []);
}

export function forgetAllUnsaved(): void {
  for (const name of storedNames(PREFIX, LIFETIME)) unsavedUnder(name).write(null);
}
