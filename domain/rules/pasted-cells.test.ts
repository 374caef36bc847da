import fc from "fast-check";
import { expect, test } from "vitest";
import { pastedCells } from "./pasted-cells.ts";

test.for([
  ["Rise", [["Rise"]]],
  ["Rise\nFall\n", [["Rise"], ["Fall"]]],
  ["Rise\r\n\r\nFall\r\n", [["Rise"], [""], ["Fall"]]],
  [
    "Rise\tGo.\nFall\t",
    [
      ["Rise", "Go."],
      ["Fall", ""],
    ],
  ],
  ['"Two\nlines"\t"say ""go"""\nFall', [["Two\nlines", 'say "go"'], ["Fall"]]],
  ['"Rise" and shine\nFall', [['"Rise" and shine'], ["Fall"]]],
] as const)("%j is the cells %j", ([text, cells]) => {
  expect(pastedCells(text)).toEqual(cells);
});

test("what a spreadsheet copies is read back", () => {
  const quoted = (cell: string) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const cell = fc.stringMatching(/^[a "\t\n\r]*$/, { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rows) => {
      expect(pastedCells(rows.map((row) => `${row.map(quoted).join("\t")}\n`).join(""))).toEqual(rows);
    }),
  );
});
