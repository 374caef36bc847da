import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CADENCES } from "#domain/rules/cadences.ts";
import { cronsAt } from "./worker.ts";

test("wrangler.toml schedules exactly the crons that the Worker knows", () => {
  const [, crons = ""] = /^crons = (\[.*\])$/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  expect(JSON.parse(crons)).toEqual([CADENCES.tick.cron, CADENCES.hourly.cron, CADENCES.check.cron]);
});

test("in development each cron fires at its scheduled minutes, and all fire on the first run", () => {
  const at = (minute: number) => Date.parse("2026-11-22T19:00:00Z") + minute * 60_000;
  expect(cronsAt(at(0))).toEqual([CADENCES.tick.cron]);
  expect(cronsAt(at(12))).toEqual([CADENCES.tick.cron, CADENCES.hourly.cron]);
  const checks = Array.from({ length: 60 }, (_, minute) => minute).filter((minute) =>
    cronsAt(at(minute)).includes(CADENCES.check.cron),
  );
  expect(checks).toEqual([3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 53, 58]);
  expect(cronsAt(at(0), { isFirst: true })).toEqual([CADENCES.tick.cron, CADENCES.hourly.cron, CADENCES.check.cron]);
});
