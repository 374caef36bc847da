import fc from "fast-check";
import { expect, test } from "vitest";
import { parseByteRange } from "./conditional-request.ts";

const size = fc.integer({ min: 0, max: 10_000 });
const position = fc.integer({ min: 0, max: 20_000 });

test("a range includes both its first and last bytes", () => {
  expect(parseByteRange("bytes=0-0", 10)).toEqual({ offset: 0, length: 1 });
  expect(parseByteRange("bytes=2-5", 10)).toEqual({ offset: 2, length: 4 });
  expect(parseByteRange("bytes=0-9", 10)).toEqual({ offset: 0, length: 10 });
});

test("an open-ended range goes to the end of the file, and so does one that's too long", () => {
  expect(parseByteRange("bytes=7-", 10)).toEqual({ offset: 7, length: 3 });
  expect(parseByteRange("bytes=7-999999999999999999999", 10)).toEqual({ offset: 7, length: 3 });
});

test("a suffix range of an empty file returns all of it", () => {
  expect(parseByteRange("bytes=-5", 0)).toBeNull();
});

test("a suffix range counts from the end and is at most the whole file", () => {
  expect(parseByteRange("bytes=-3", 10)).toEqual({ offset: 7, length: 3 });
  expect(parseByteRange("bytes=-30", 10)).toEqual({ offset: 0, length: 10 });
});

test("a range that starts after the end, or is the last 0 bytes, can't be satisfied", () => {
  for (const header of ["bytes=10-", "bytes=10-11", "bytes=99999999999999999999999-", "bytes=-0"]) {
    expect(parseByteRange(header, 10), header).toBe("unsatisfiable");
  }
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseByteRange("bytes=-0", 0)).toBe("unsatisfiable");
});

test.for([
  undefined,
  "",
  "bytes=",
  "bytes=-",
  "bytes",
  "bytes=5-2",
  "bytes=a-b",
  "bytes=0-1,4-5",
  "bytes=0x1-2",
  "bytes=1.5-2",
  "bytes=--5",
  "bytes=+1-2",
  "items=0-5",
  "0-5",
  "bytes= 0-5",
  `bytes=${" ".repeat(120_000)}x`,
  `bytes=${"0".repeat(120_000)}-`,
])("%j is ignored, so the whole file is sent", (header) => {
  expect(parseByteRange(header, 10)).toBeNull();
});

test("an answered range is within the file and is the one requested", () => {
  fc.assert(
    fc.property(size, position, fc.option(position, { nil: undefined }), (total, first, last) => {
      const range = parseByteRange(`bytes=${first}-${last ?? ""}`, total);
      const isMalformed = last !== undefined && last < first;
      const asked = { offset: first, length: Math.min(last ?? total, total - 1) - first + 1 };
      expect(range).toEqual(isMalformed ? null : first >= total ? "unsatisfiable" : asked);
    }),
  );
});

test("no header makes the bucket read a byte outside the file", () => {
  const header = fc.oneof(
    fc.string(),
    fc.stringMatching(/^bytes=[\d,\- ]{0,12}$/),
    fc.stringMatching(/^bytes=\d*-\d*$/),
  );
  fc.assert(
    fc.property(header, size, (text, total) => {
      const range = parseByteRange(text, total);
      if (range === null || range === "unsatisfiable") return;
      expect(range.offset).toBeGreaterThanOrEqual(0);
      expect(range.length).toBeGreaterThan(0);
      expect(range.offset + range.length).toBeLessThanOrEqual(total);
    }),
    { numRuns: 1000 },
  );
});
