import { CADENCES, type Cadence } from "#domain/rules/cadences.ts";
import { api } from "./entry/api.ts";
import { consume } from "./entry/consume.ts";
import { runJobs } from "./entry/jobs.ts";
import { type Ctx, createContext } from "./kernel/context.ts";
import type { Env } from "./kernel/env.ts";
import { logUnder } from "./kernel/log.ts";
import { takeMail } from "./mail-responses/inbound/take-mail.ts";

/** The years a day of ours can be in (`calendarDate`). */
const LAST_TICK_AT = Date.parse("2999-12-31T00:00:00Z");

type Job = { env: Env; execution: ExecutionContext; now: number };

/** Runs work no request started, with its own context. */
function runJob({ env, execution, now }: Job, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const startedAt = Date.now();
  const clock = () => now + Date.now() - startedAt;
  const requestId = crypto.randomUUID();
  return logUnder(requestId, () =>
    work(createContext(env, { now, clock, requestId, defer: (deferred) => execution.waitUntil(deferred) })),
  );
}

export default {
  fetch: api.fetch,
  // An early tick decides which slots have begun; anything that writes off or waits follows the real clock.
  scheduled({ scheduledTime, cron }, env, execution) {
    const cadences = Object.keys(CADENCES) as Cadence[];
    const every = cadences.find((name) => CADENCES[name].cron === cron) ?? "tick";
    return runJob({ env, execution, now: Math.min(scheduledTime, Date.now()) }, (ctx) =>
      runJobs(ctx, every, Math.min(scheduledTime, LAST_TICK_AT)),
    );
  },
  email: (message, env, execution) => runJob({ env, execution, now: Date.now() }, (ctx) => takeMail(ctx, message)),
  queue: (batch, env, execution) => runJob({ env, execution, now: Date.now() }, (ctx) => consume(ctx, batch)),
} satisfies ExportedHandler<Env>;
