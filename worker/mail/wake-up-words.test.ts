import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { NO_HOUR } from "#domain/rules/week-hours.ts";
import { readConfig } from "../kernel/env.ts";
import { ownWords } from "./wake-up-words.ts";

test.for([
  [16, 9, "2026-11-27", "Wake me at 5:00 PM on weekdays"],
  [16, 16, "2026-11-28", "Wake me at 5:00 PM on weekends"],
  [16, NO_HOUR, "2026-11-27", "Wake me at 5:00 PM on weekdays"],
  [16, null, "2026-11-28", "Wake me at 5:00 PM starting tomorrow"],
  [17, 17, "2026-11-28", "Choose another hour"],
] as const)("an email sent at hour %i, with weekend hour %s, on %s offers: %s", ([hour, weekendHour, date, words]) => {
  const config = { ...readConfig(env), wakeUpHours: [15, 16, 17] };
  const wordsOf = ownWords(config, { date, fallbackId: null, hour });
  const own = wordsOf({ member: "one", greeting: "Good morning", weekendHour, unsubscribeUrl: "/" });
  expect(own.laterText).toBe(words);
});
