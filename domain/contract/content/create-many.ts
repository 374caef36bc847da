import * as z from "zod";
import { contentStatus, optionalText, requestId } from "../fields.ts";
import { createContentRequest } from "./content.ts";

/** Rows of one call. Its body has the limit of any other, so rows with long texts need more calls. */
export const MOST_ROWS = 100;
const ROWS = `Send 1 to ${MOST_ROWS} sessions at a time`;

const row = createContentRequest.extend({
  transcript: optionalText({ name: "Transcript", max: 100_000, lines: "many" }).default(""),
});

/** Under one request ID, a date gets one session, however often and in whatever calls its row is sent. */
export const createManyRequest = z.object({
  requestId,
  rows: z
    .array(row, ROWS)
    .min(1, ROWS)
    .max(MOST_ROWS, ROWS)
    .refine((rows) => new Set(rows.map(({ date }) => date)).size === rows.length, "Each session needs its own date"),
});
export type CreateManyRequest = z.infer<typeof createManyRequest>;
export type NewDay = z.input<typeof row>;

const key = z.string().nullable();
const createdDay = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  status: contentStatus,
  version: z.int(),
  audioKey: key,
  videoKey: key,
  captionsKey: key,
  artworkKey: key,
});
export type CreatedDay = z.infer<typeof createdDay>;

/** In the order of the request. `item` is the row's session as it is now; null if another one has the date, or if it was deleted since. */
export const createManyResponse = z.object({
  rows: z.array(z.object({ date: z.string(), item: createdDay.nullable() })),
});
export type CreateManyResponse = z.infer<typeof createManyResponse>;
