import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { readSheet, SHEET_HEADER } from "#domain/rules/sheets.ts";
import { normaliseText } from "#domain/rules/text.ts";
import { toCsv } from "../kernel/csv.ts";

const text = fc
  .string({
    unit: fc.constantFrom("a", "é", " ", '"', "'", ",", ";", "|", "\n", "\t", "=", "+", "-", "@", "＝", "\\", "1"),
  })
  .map(normaliseText);
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2000-01-01", days));
const rows = fc.uniqueArray(fc.tuple(day, text, text, text, text, fc.constantFrom("draft", "published")), {
  selector: ([date]) => date,
  maxLength: 8,
  minLength: 1,
});

test("what the export writes, the import reads", () => {
  fc.assert(
    fc.property(rows, (written) => {
      const read = readSheet(`\uFEFF${toCsv([SHEET_HEADER, ...written])}`) ?? [];
      const cells = read.map((row) => [
        row.date,
        row.title,
        row.description,
        row.youtubeUrl,
        row.transcript,
        row.status,
      ]);
      expect(cells).toEqual(written);
      expect(read.map(({ problem }) => problem)).toEqual(written.map(() => null));
    }),
  );
});
