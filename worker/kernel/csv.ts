import { quoted } from "#domain/rules/records.ts";

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A text, or a number that a spreadsheet may add up. */
export type Cell = string | { number: string };

function cellOf(cell: Cell): string {
  return typeof cell === "string" ? textOf(cell) : cell.number;
}

function textOf(text: string): string {
  const safe = quoted(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats CSV (RFC 4180), as csv-stringify would; that weighs 3 KiB. */
export function toCsv(lines: (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

/** Streams CSV slice by slice, so the lines are never all in memory. */
export function streamCsv(
  columns: readonly string[],
  slices: AsyncIterator<(readonly Cell[])[], void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + toCsv([columns]))),
      async pull(controller) {
        const { value, done } = await slices.next();
        if (done) controller.close();
        // A slice may be empty without being the last; the stream pulls again only after it's given something.
        else controller.enqueue(value.length > 0 ? encoder.encode(toCsv(value)) : new Uint8Array());
      },
    },
    { highWaterMark: 0 },
  );
}
