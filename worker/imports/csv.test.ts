import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { headerOf, recordsOf } from "./csv.ts";

const cellsOf = (text: string, delimiter = ",", isLast = true) =>
  [...recordsOf(text, delimiter, isLast)].map(({ cells }) => cells);

test("cells with quotes, delimiters, and line breaks are read as written, matching a reference parser", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", " ", '"', ",", ";", "\n", "\r", "\t", "=") });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n", "\r"),
      (written, delimiter, end) => {
        const text = stringify(written, { delimiter, record_delimiter: end, quoted_match: /[\r\n]/ });
        expect(cellsOf(text, delimiter)).toEqual(written);
        expect(cellsOf(text, delimiter)).toEqual(
          parse(text, { delimiter, record_delimiter: end, relax_column_count: true }),
        );
      },
    ),
  );
});

test("a file cut anywhere gives the same records, and an unfinished record is left for the next part", () => {
  const text = 'a,"b ""1"", c"\r\n"two\r\nlines",\r\n,""\r\nlast,one';
  const whole = cellsOf(text);
  expect(whole).toEqual([
    ["a", 'b "1", c'],
    ["two\r\nlines", ""],
    ["", ""],
    ["last", "one"],
  ]);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = [...recordsOf(text.slice(0, cut), ",", false)];
    const rest = text.slice(first.at(-1)?.end ?? 0);
    expect([...first.map(({ cells }) => cells), ...cellsOf(rest)], `cut at ${cut}`).toEqual(whole);
  }
});

test("a quotation mark inside a cell, or without its pair, is part of the text", () => {
  expect(cellsOf('5" pipe,"a"b,c\n"open,d\n')).toEqual([
    ['5" pipe', '"a"b', "c"],
    ['"open', "d"],
  ]);
});

test("the header's delimiter is the one that yields the most columns", () => {
  expect(headerOf("email;name, first;last\n", true)).toMatchObject({
    delimiter: ";",
    cells: ["email", "name, first", "last"],
  });
  expect(headerOf("email\tname\n", true)?.delimiter).toBe("\t");
  expect(headerOf("email\n", true)).toMatchObject({ delimiter: ",", cells: ["email"] });
  expect(headerOf('"email', false)).toBeNull();
});
