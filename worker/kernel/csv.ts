import { stringify } from "csv-stringify/sync";

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Formats CSV (RFC 4180). A cell that spreadsheets would run as a formula starts with an apostrophe. */
function toCsv(lines: (readonly string[])[]): string {
  return stringify(lines, { escape_formulas: true, record_delimiter: "windows" });
}

/** Streams CSV slice by slice, so the lines are never all in memory. */
export function streamCsv(
  columns: readonly string[],
  slices: AsyncIterator<(readonly string[])[], void>,
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
