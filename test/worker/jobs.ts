import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "#worker/index.ts";

/** One cron tick at an instant (epoch ms), as the platform would fire it. */
export async function tickAt(scheduledTime: number): Promise<void> {
  const execution = createExecutionContext();
  await worker.scheduled(
    createScheduledController({ scheduledTime: new Date(scheduledTime), cron: "* * * * *" }),
    env,
    execution,
  );
  await waitOnExecutionContext(execution);
}
