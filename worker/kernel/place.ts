import * as z from "zod";
import { invalid } from "./errors.ts";

/** A row's place in a list sorted by time. The id breaks ties. */
export type Place = { at: number; id: string };

const place = z.tuple([z.coerce.number().pipe(z.int()), z.string()]).transform(([at, id]): Place => ({ at, id }));

/** Returns the last row of the previous page, or null for the first page. @throws AppError `validation` for an invalid cursor */
export function fromCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const parsed = place.safeParse(cursor.split("."));
  if (!parsed.success) throw invalid("The list has changed. Please load it anew.");
  return parsed.data;
}

/** Builds a page from up to `size + 1` rows. `next` is the next page's cursor, null on the last page. */
export function toPage<Row>(rows: Row[], size: number, placeOf: (row: Row) => Place) {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, next: null };
  const { at, id } = placeOf(last);
  return { shown, next: `${at}.${id}` };
}
