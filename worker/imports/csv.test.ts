import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordsOf } from "#domain/rules/records.ts";
import { headerOf } from "./csv.ts";

const cellsOf = (text: string, delimiter = ",", isLast = true) =>
  [...recordsOf(text, delimiter, isLast)].map(({ cells }) => cells);

test("cells with quotes, delimiters, and line breaks are read as written, matching a reference parser", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", " ", '"', ",", ";", "\n", "\r", "\t", "=", "\\") });
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

test("a quotation mark with a backslash, as PHP writes it, is part of a quoted cell", () => {
  const text = '"Lo \\"the, Great\\"",b\n"\\"Bo\\"","C:\\"\n"5\\" pipe,x\n"a ""b\\" c","d"\n';
  const whole = [
    ['Lo "the, Great"', "b"],
    ['"Bo"', "C:\\"],
    ['"5\\" pipe', "x"],
    ['a "b" c', "d"],
  ];
  expect(cellsOf(text)).toEqual(whole);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = [...recordsOf(text.slice(0, cut), ",", false)];
    const rest = cellsOf(text.slice(first.at(-1)?.end ?? 0));
    expect([...first.map(({ cells }) => cells), ...rest], `cut at ${cut}`).toEqual(whole);
  }
});

test.for([
  ["no line above it", "email;name, first;last\n", 0, ";", ["email", "name, first", "last"]],
  ["tabs", "email\tname\n", 0, "\t", ["email", "name"]],
  ["bars", "email|name\n", 0, "|", ["email", "name"]],
  ["one column", "email\n", 0, ",", ["email"]],
  ["empty lines above it", "\n,,\r\n\r\nemail,name\n", 3, ",", ["email", "name"]],
  ["a title above it", "Members, active, paid, all\n\nE-mail;Name\nada@x.test;Ada\n", 2, ";", ["E-mail", "Name"]],
  ["Excel's line above it", "sep=;\r\nemail;name, first\r\n", 0, ";", ["email", "name, first"]],
  ["unknown names", "Liste\nCorreo;Nombre\nada@x.test;Ada\n", 1, ";", ["Correo", "Nombre"]],
  ["unknown names and no address", "who,name\n1,Ada\n", 0, ",", ["who", "name"]],
  [
    "an address in its title",
    "By admin@x.test,,\nE-mail,Name,Plan\nada@x.test,Ada,\n",
    1,
    ",",
    ["E-mail", "Name", "Plan"],
  ],
] as const)("the header of a file with %s is found", ([, text, above, delimiter, cells]) => {
  const found = headerOf(text, true);
  expect(found).toMatchObject({ above, delimiter, cells });
  expect(text.slice(0, found?.end)).toMatch(/[\r\n]$/);
});

test("a header that the text doesn't end isn't found", () => {
  expect(headerOf('"email', false)).toBeNull();
  expect(headerOf("\n\n", true)).toBeNull();
});
