import { expect, test } from "vitest";
import { plainAddress, plainCell } from "./import-cells.ts";

test.for([
  ["  Ada \u00A0", "Ada"],
  ["Ada\r\n Lo", "Ada Lo"],
  ["\uFEFFAda\u200B", "Ada"],
  ['="00123"', "00123"],
  ['="5"" pipe"', '5" pipe'],
  ["'=1+1", "=1+1"],
  ["'2027-12-31", "2027-12-31"],
  ["'Abla", "'Abla"],
  ["=HYPERLINK(1)", "=HYPERLINK(1)"],
  ["", ""],
])("the cell %j holds %j", ([text, held]) => {
  expect(plainCell(String(text))).toBe(held);
});

test.for([
  "ada@x.test",
  "Ada Lo <ada@x.test>",
  '"Lo, Ada" <ada@x.test>;',
  "<ada@x.test>",
  "mailto:ada@x.test",
  "Ada <mailto:ada@x.test>",
  "MAILTO:ada@x.test?subject=Hi",
  "ada@x.test;",
  "ada@x.test, ",
  "ada@x.test.",
])("%j gives the address ada@x.test", (text) => {
  expect(plainAddress(text)).toBe("ada@x.test");
});

test("several addresses in a cell stay several", () => {
  expect(plainAddress("ada@x.test; bo@x.test")).toBe("ada@x.test; bo@x.test");
});
