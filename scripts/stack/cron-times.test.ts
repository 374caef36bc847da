import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVERY_HOUR, EVERY_MINUTE } from "#worker/cron-times.ts";

test("the platform fires the crons that the Worker knows", () => {
  const [, crons = ""] = /^crons = (\[.*\])$/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  expect(JSON.parse(crons)).toEqual([EVERY_MINUTE, EVERY_HOUR]);
});
