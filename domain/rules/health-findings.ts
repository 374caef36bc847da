import type { Finding, Health } from "../contract/health.ts";
import { MINUTE_MS } from "../durations.ts";
import { CADENCES } from "./cadences.ts";

/** Here because browsers load this file, and the other incidents' words name secrets. */
export const TICK_WORDS = {
  title: "Scheduler stopped: no wake-up emails",
  fix: "Check the Worker's cron triggers, its log, and Cloudflare's status page. No wake-up emails go out until it runs again.",
};

const failing = (name: string, text: string, fix: string): Finding[] => [{ name, state: "failing", text, fix }];

/** Findings for when the doctor's checks fail, from a call without database or settings; `health` is null if even that got no answer. */
export function findingsOfHealth(health: Health | null): Finding[] {
  if (health === null)
    return failing(
      "Worker",
      "It isn't responding, or we can't read its response.",
      "Check npx wrangler tail, npx wrangler deployments list, and Cloudflare's status page. To deploy again: npm run deploy.",
    );
  if (health.status === "misconfigured")
    return failing(
      "Settings",
      `The Worker's configuration is invalid, so every call fails. Missing or wrong: ${health.wrong?.join(", ") || "see the log"}.`,
      'See docs/operations.md, "Variables and secrets". npm run deploy:setup asks for what\'s missing. To change a secret: npx wrangler secret put NAME. To change a variable: npm run deploy.',
    );
  if (health.status === "failing")
    return failing(
      "Database",
      "D1 isn't responding, so no one can log in and nothing else can be checked.",
      "Check Cloudflare's status page, health_failed in npx wrangler tail, and that npx wrangler d1 list has the database in wrangler.production.json. Wake-up emails up to 3 hours late still go out.",
    );
  const tick = failing(
    "Scheduler",
    `It hasn't run for ${CADENCES.tick.lateAfterMs / MINUTE_MS} minutes.`,
    TICK_WORDS.fix,
  );
  return [
    ...(health.status === "late" ? tick : []),
    ...failing(
      "System check",
      "The check itself failed, though the database is responding.",
      "Run it again. If it still fails, look for unhandled in npx wrangler tail.",
    ),
  ];
}
