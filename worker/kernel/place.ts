import * as z from "zod";
import { invalid } from "./errors.ts";

/** A row of a list by time: of those of one instant, its id says which. */
export type Place = { at: number; id: string };

const place = z.tuple([z.coerce.number().pipe(z.int()), z.string()]).transform(([at, id]): Place => ({ at, id }));

/** The last row of the page before; null at the beginning. @throws AppError `validation` for a text that is no cursor of ours */
export function fromCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const parsed = place.safeParse(cursor.split("."));
  if (!parsed.success) throw invalid("The list has changed. Please load it anew.");
  return parsed.data;
}

/** What a page shows of the rows that were read, one more than it shows, and where the list goes on; null at its end. */
export function toPage<Row>(rows: Row[], size: number, placeOf: (row: Row) => Place) {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, next: null };
  const { at, id } = placeOf(last);
  return { shown, next: `${at}.${id}` };
}
