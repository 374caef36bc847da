import type { Finding, Health } from "../contract/health.ts";
import { MINUTE_MS } from "../durations.ts";
import { CADENCES } from "./cadences.ts";

/** Here because browsers load this file, and the other incidents' words name secrets. */
export const TICK_WORDS = {
  title: "The minute cron has stopped",
  mend: "No wake-up emails go out until it runs again. Check the Worker's cron triggers, its log, and Cloudflare's status page.",
};

const failing = (name: string, says: string, mend: string): Finding => ({ name, state: "failing", says, mend });

/** Findings for when the doctor's checks fail, from a call without database or settings; `health` is null if even that got no answer. */
export function findingsOfHealth(health: Health | null): Finding[] {
  if (health === null)
    return [
      failing(
        "Worker",
        "It answers nothing that can be read.",
        "See npx wrangler tail, npx wrangler deployments list and Cloudflare's status page; npm run deploy brings it out anew.",
      ),
    ];
  if (health.status === "misconfigured")
    return [
      failing(
        "Settings",
        `The Worker refuses its configuration, so that every call fails. Missing or wrong: ${health.wrong?.join(", ") || "see the log"}.`,
        'docs/operations.md, "Variables and secrets". npm run deploy:setup asks for what is missing; npx wrangler secret put NAME changes a secret, npm run deploy a variable.',
      ),
    ];
  if (health.status === "failing")
    return [
      failing(
        "Database",
        "D1 does not answer, so that nobody can sign in and nothing else can be looked at.",
        "See Cloudflare's status page, and health_failed in npx wrangler tail. Is the database of wrangler.production.json in npx wrangler d1 list? Mornings within three hours are made up for.",
      ),
    ];
  const tick = failing(
    "Minute tick",
    `No tick has come for ${CADENCES.tick.lateAfterMs / MINUTE_MS} minutes.`,
    TICK_WORDS.mend,
  );
  return [
    ...(health.status === "late" ? [tick] : []),
    failing(
      "Doctor",
      "The examination broke down, though the database answers.",
      "Ask again; if it stays, unhandled in npx wrangler tail says why.",
    ),
  ];
}
