import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FORMATS = "domain/formats.ts";
/** Reads local times in a zone; formats nothing for people. */
const CLOCKS = "domain/rules/local-time.ts";

test("one module formats text for people, and it imports nothing so any page can load it", () => {
  const files = globSync("{db,domain,mails,web,worker}/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
  expect(files.length).toBeGreaterThan(500);
  // Neither the list of zones nor where sentences end is a format.
  const users = files.filter((file) =>
    /\bIntl\.(?!supportedValuesOf|Segmenter\b)|\.toLocale/.test(readFileSync(file, "utf8")),
  );
  expect(users.toSorted()).toEqual([FORMATS, CLOCKS]);
  expect(readFileSync(FORMATS, "utf8")).not.toMatch(/\bimport\b.*["']/);
});
