import { SHEET_HEADER } from "#domain/rules/sheets.ts";
import { videoAddress } from "#domain/rules/video-link.ts";
import type { Ctx } from "../kernel/context.ts";
import { streamCsv } from "../kernel/csv.ts";
import { selectSheet } from "./days.queries.ts";

/** At most 10 MB of transcripts in memory. */
const ITEMS_PER_SLICE = 100;

type Row = Awaited<ReturnType<typeof selectSheet>>[number];

/** In the order of `SHEET_HEADER`. A hosted video has no address, and an empty cell leaves it alone. */
function toLine({ date, title, description, status, embedProvider, embedRef, transcript }: Row): string[] {
  const video = embedProvider && embedRef ? videoAddress({ provider: embedProvider, ref: embedRef }) : null;
  return [date, title, description, video ?? "", transcript ?? "", status];
}

async function* readSlices(ctx: Ctx): AsyncGenerator<string[][], void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Row[] = await selectSheet(ctx.db, after, ITEMS_PER_SLICE);
    yield rows.map(toLine);
    after = rows.length === ITEMS_PER_SLICE ? rows.at(-1)?.date : undefined;
  }
}

/** Streams all sessions by date as CSV, as an import reads them. */
export const exportSheet = (ctx: Ctx): ReadableStream<Uint8Array> => streamCsv(SHEET_HEADER, readSlices(ctx));
