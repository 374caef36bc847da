import type { UpdateContentRequest } from "#domain/contract/content/content.ts";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { ApiError } from "../../lib/api-error.ts";
import { type DraftMedia, type EditFields, FIELD_NAMES, fieldsOf, MEDIUM_FIELDS, mediaOf } from "./content-fields.ts";

const NAMES = [...FIELD_NAMES, ...MEDIUM_FIELDS];
type Name = (typeof NAMES)[number];

type ContestedField = { name: Name; mine: string; theirs: string };
export type Conflict = { present: LibraryItem; fields: ContestedField[]; error: unknown };

/** The current item, sent with a save that was refused as stale; else null. */
export function presentIn(error: unknown): LibraryItem | null {
  if (!(error instanceof ApiError) || error.code !== "stale") return null;
  return libraryItem.safeParse(error.present).data ?? null;
}

type Edit = {
  stored: LibraryItem;
  present: LibraryItem;
  change: UpdateContentRequest;
  values: EditFields;
  media: DraftMedia;
  error: unknown;
};

/** Adds the other video field: an item has one video, either a URL or a file. */
export function withVideoWhole(names: readonly Name[]): Name[] {
  const isVideo = names.includes("youtubeUrl") || names.includes("videoKey");
  return isVideo ? [...new Set([...names, "youtubeUrl" as const, "videoKey" as const])] : [...names];
}

/** The fields both have changed since `stored`, or null if none is contested. */
export function conflictOf({ stored, present, change, values, media, error }: Edit): Conflict | null {
  const before = { ...fieldsOf(stored), ...mediaOf(stored) };
  const theirs = { ...fieldsOf(present), ...mediaOf(present) };
  const mine = { ...values, ...media };
  const changed = withVideoWhole(NAMES.filter((name) => name in change));
  const contested = changed.filter((name) => theirs[name] !== before[name] && theirs[name] !== mine[name]);
  const fields = contested.map((name) => ({ name, mine: said(mine[name]), theirs: said(theirs[name]) }));
  return fields.length > 0 ? { present, fields, error } : null;
}

function said(value: string | boolean | null): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return value ?? "None";
}
