import type { UpdateContentRequest } from "#domain/contract/content.ts";
import { type LibraryItem, libraryItem } from "#domain/contract/library.ts";
import { ApiError } from "../../../lib/api-error.ts";
import { type EditFields, FIELD_NAMES, type FieldName, fieldsOf } from "./content-fields.ts";

/** A field that both have changed: each with its text. */
type ContestedField = { name: FieldName; mine: string; theirs: string };
export type Conflict = { present: LibraryItem; fields: ContestedField[]; error: unknown };

/** The item as somebody else left it, when that is why a save was refused. */
export function presentIn(error: unknown): LibraryItem | null {
  if (!(error instanceof ApiError) || error.code !== "stale") return null;
  return libraryItem.safeParse(error.present).data ?? null;
}

type Edit = {
  stored: LibraryItem;
  present: LibraryItem;
  change: UpdateContentRequest;
  values: EditFields;
  error: unknown;
};

/** What both have changed since `stored`, or null when no field is contested. */
export function conflictOf({ stored, present, change, values, error }: Edit): Conflict | null {
  const [before, theirs] = [fieldsOf(stored), fieldsOf(present)];
  const contested = FIELD_NAMES.filter(
    (name) => name in change && theirs[name] !== before[name] && theirs[name] !== values[name],
  );
  const fields = contested.map((name) => ({ name, mine: String(values[name]), theirs: String(theirs[name]) }));
  return fields.length > 0 ? { present, fields, error } : null;
}

/** Of chosen media those that are not saved yet. */
export function withoutOverlap<Media extends object>(media: Media, unsaved: UpdateContentRequest): Partial<Media> {
  return Object.fromEntries(Object.entries(media).filter(([field]) => field in unsaved)) as Partial<Media>;
}
