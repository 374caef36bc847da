import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkText, filesToCheck } from "./check.ts";

const MOST_EXCUSES = 30;

test("what people read has no phrase or mistake that docs/writing.md rules out", async () => {
  const files = filesToCheck();
  expect(files.length).toBeGreaterThan(800);
  const found: string[] = [];
  let excused = 0;
  for (const file of files) {
    const { findings, excuses } = await checkText(file, readFileSync(file, "utf8"));
    for (const { line, rule, found: words, better, text } of findings)
      found.push(`${file}:${line} ${rule}: "${words}" -> ${better} | ${text}`);
    for (const { line, isUsed } of excuses) if (!isUsed) found.push(`${file}:${line} excuses nothing`);
    excused += excuses.length;
  }
  expect(found).toEqual([]);
  expect(excused).toBeLessThanOrEqual(MOST_EXCUSES);
});
