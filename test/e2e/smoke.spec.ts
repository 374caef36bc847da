import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { answersWithin, smokeTest } from "../../scripts/deploy/release/smoke-test.ts";
import { test } from "./support/journey.ts";
import { tickAt } from "./support/stack.ts";

test("the smoke test that deploys run passes on the local stack", async ({ baseURL }) => {
  const url = baseURL ?? "";
  const since = Date.now();
  const lines: string[] = [];
  const options = { pagesWithinMs: 60_000, tickWithinMs: 60_000, sleep, say: (line: string) => void lines.push(line) };
  await tickAt(Date.now());
  expect(await smokeTest(url, { ...options, tickSince: since })).toEqual([]);
  expect(lines).toHaveLength(5);
  expect(await answersWithin(url, 0, sleep)).toBe(true);
  expect(await answersWithin(`${url}/nowhere`, 0, sleep)).toBe(false);
});
