import { COST_PATH, type Cost } from "#test/support/cost.ts";
import worker from "#worker/index.ts";
import type { Env } from "#worker/kernel/env.ts";
import { countingD1 } from "./wrapped-d1.ts";

let counted: ReturnType<typeof countingD1> | undefined;

function counting(env: Env): Env {
  counted ??= countingD1(env.DB);
  return { ...env, DB: counted.d1 };
}

function takeCost(): Cost | null {
  const cost = counted?.cost ?? null;
  counted = undefined;
  return cost;
}

/** The whole Worker with a D1 that counts, only for benches. Counting costs CPU, so CPU is measured without it. */
export default {
  fetch: (request, env, execution) =>
    new URL(request.url).pathname === COST_PATH
      ? Response.json(takeCost())
      : worker.fetch(request, counting(env), execution),
  scheduled: (controller, env, execution) => worker.scheduled(controller, counting(env), execution),
  queue: (batch, env, execution) => worker.queue(batch, counting(env), execution),
} satisfies ExportedHandler<Env>;
