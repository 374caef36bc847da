import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../kernel/env.ts";
import { ownWords } from "./wake-up-words.ts";

test.for([
  [15, 1, "Wake me at 4:00 PM on weekends"],
  [16, 1, "Choose another hour"],
  [16, null, "Wake me at 5:00 PM starting tomorrow"],
] as const)(
  "the later hour is one the member can choose: from %i, with different weekends: %s",
  ([hour, isPlanned, words]) => {
    const config = { ...readConfig(env), wakeUpHours: [15, 16, 17] };
    const wordsOf = ownWords(config, { date: "2026-11-28", fallbackId: null, hour });
    const own = wordsOf({ member: "one", greeting: "Good morning", isPlanned, unsubscribeUrl: "/" });
    expect(own.laterText).toBe(words);
  },
);
