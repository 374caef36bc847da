import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("cells are quoted and formulas escaped exactly as a well-known library does", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "é", " ", '"', ",", ";", "\n", "\r", "\t", "=", "-", "＝", "@"),
  });
  const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, (written) => {
      const known = stringify(written, { escape_formulas: true, record_delimiter: "windows", quoted_match: /[\r\n]/ });
      const read = (text: string) => parse(text, { record_delimiter: "\r\n", relax_column_count: true });
      expect(read(toCsv(written))).toEqual(read(known));
      expect(toCsv(written)).toBe(known);
    }),
  );
});
