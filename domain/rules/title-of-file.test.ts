import { expect, test } from "vitest";
import { createContentRequest } from "../contract/content/content.ts";
import { titleOfFile } from "./title-of-file.ts";

test.for([
  ["own-the-morning.mp3", "Own the morning"],
  ["2026-11-27_own__the-morning (final).mp3", "Own the morning (final)"],
  ["2026-11-27.mp3", "2026 11 27"],
  ["12-03 Own the morning.mp3", "Own the morning"],
  ["Dec 3 - Own the morning.mp3", "Own the morning"],
  ["Own the morning, Day 7.mp3", "Own the morning"],
  ["01 - Own the morning.mp3", "Own the morning"],
  ["3. Own the morning.mp3", "Own the morning"],
  ["3 ways to begin.mp3", "3 ways to begin"],
  ["Day 7.mp3", "Day 7"],
  ["Rise & shine. Part 2.m4a", "Rise & shine. Part 2"],
  ["über früh.mp4", "Über früh"],
  ["---.mp3", "New session"],
  [".mp3", "New session"],
  [`${"long ".repeat(60)}.mp3`, `L${"long ".repeat(24).trim().slice(1)}`],
])("the file name %s becomes a valid session title", ([name, title]) => {
  expect(titleOfFile(name as string)).toBe(title);
  expect(createContentRequest.safeParse({ date: "2026-11-27", title: titleOfFile(name as string) }).success).toBe(true);
});
