import * as z from "zod";
import { invalid } from "./errors.ts";

/** Marks the last row of a page in a list sorted by time. The ID breaks ties. */
export type Cursor = { at: number; id: string };

const cursor = z.tuple([z.coerce.number().pipe(z.int()), z.string()]).transform(([at, id]): Cursor => ({ at, id }));

/** Null for the first page. @throws AppError `validation` */
export function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const parsed = cursor.safeParse(text.split("."));
  if (!parsed.success) throw invalid("The list has changed. Reload it.");
  return parsed.data;
}

export const cursorText = ({ at, id }: Cursor) => `${at}.${id}`;

/** Builds a page from up to `size + 1` rows. `next` is the next page's cursor, null on the last page. */
export function toPage<Row>(rows: Row[], size: number, cursorOf: (row: Row) => Cursor) {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, next: null };
  return { shown, next: cursorText(cursorOf(last)) };
}
