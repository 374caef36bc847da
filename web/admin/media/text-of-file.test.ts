import { expect, test } from "vitest";
import { textOfFile } from "./text-of-file.ts";

const TEXT = "name\nZoë\n";
const utf16 = (mark: number[], order: (unit: number) => number[]) => [
  ...mark,
  ...[...TEXT].flatMap((letter) => order(letter.charCodeAt(0))),
];

test.for([
  ["UTF-8", [...new TextEncoder().encode(TEXT)]],
  ["UTF-8 with a byte order mark", [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TEXT)]],
  ["UTF-16, little-endian", utf16([0xff, 0xfe], (unit) => [unit & 255, unit >> 8])],
  ["UTF-16, big-endian", utf16([0xfe, 0xff], (unit) => [unit >> 8, unit & 255])],
  ["UTF-16 without a mark, little-endian", utf16([], (unit) => [unit & 255, unit >> 8])],
  ["UTF-16 without a mark, big-endian", utf16([], (unit) => [unit >> 8, unit & 255])],
  ["Windows-1252", [...TEXT].map((letter) => letter.charCodeAt(0))],
] as const)("a file in %s is read without its byte order mark", async ([, bytes]) => {
  expect(await textOfFile(new Blob([Uint8Array.from(bytes)]))).toBe(TEXT);
});

test("line ends identify a file in Mac Roman", async () => {
  expect(await textOfFile(new Blob([Uint8Array.from([...new TextEncoder().encode("name\rZo"), 0x91, 13])]))).toBe(
    "name\rZoë\r",
  );
});
