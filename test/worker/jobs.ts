import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createDb } from "#db/client.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import worker from "#worker/index.ts";
import { type Ctx, createContext } from "#worker/kernel/context.ts";
import { PUSH_QUEUES } from "#worker/kernel/env.ts";
import type { BatchMessage, PushBatchMessage } from "#worker/kernel/queue-messages.ts";
import { wrappedD1 } from "./wrapped-d1.ts";

/** Runs a cron at an instant (epoch ms), as the platform would. */
async function fire(cron: string, scheduledTime: number, bindings: Record<string, unknown> = {}): Promise<void> {
  const execution = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(scheduledTime), cron });
  await worker.scheduled(controller, { ...env, ...bindings }, execution);
  await waitOnExecutionContext(execution);
}

export const tickAt = (scheduledTime: number) => fire(CADENCES.tick.cron, scheduledTime);
/** Looks for trouble, with variables that differ from the run's own. */
export const checkAt = (scheduledTime: number, bindings: Record<string, unknown>) =>
  fire(CADENCES.check.cron, scheduledTime, bindings);
export const hourAt = (scheduledTime: number) => fire(CADENCES.hourly.cron, scheduledTime);

const deferred = new Set<Promise<unknown>>();

/** A use case's context at an instant of the test's choice. `settle` waits for its deferred work. */
export function contextAt(now: number): Ctx {
  return createContext(env, { now, requestId: crypto.randomUUID(), defer: (work) => void deferred.add(work) });
}

/** Waits for all work deferred by contexts so far, and for what that work defers. */
export async function settle(): Promise<void> {
  for (const work of deferred) {
    await work;
    deferred.delete(work);
  }
}

/** A use case's context in which `meanwhile` runs just before the first write. */
export function contextOvertaken(now: number, meanwhile: () => Promise<unknown>): Ctx {
  let isOvertaken = false;
  const d1 = wrappedD1(async (run, _, isWrite) => {
    if (isWrite && !isOvertaken) {
      isOvertaken = true;
      await meanwhile();
    }
    return run();
  });
  return { ...contextAt(now), db: createDb(d1) };
}

const LANES = {
  WAKE_UP_QUEUE: "daybolt-wake-up",
  WAKE_UP_QUEUE_2: "daybolt-wake-up-2",
  WAKE_UP_QUEUE_3: "daybolt-wake-up-3",
  WAKE_UP_QUEUE_4: "daybolt-wake-up-4",
};

/** A queue that keeps what it's given. */
export const keepingQueue = <Body>(keep: (message: MessageSendRequest<Body>) => void) => ({
  sendBatch: async (messages: Iterable<MessageSendRequest<Body>>) => {
    for (const message of messages) keep(message);
  },
});

type Queued = { lane: number; body: BatchMessage; delaySeconds: number };

/** Keeps messages for a context's lanes instead of sending them. */
export function catchQueued(ctx: Ctx): Queued[] {
  const queued: Queued[] = [];
  ctx.wakeUpQueues = ctx.wakeUpQueues.map((queue, index) => ({
    ...queue,
    ...keepingQueue<BatchMessage>(({ body, delaySeconds = 0 }) => queued.push({ lane: index + 1, body, delaySeconds })),
  })) as unknown as Ctx["wakeUpQueues"];
  return queued;
}

/** Runs a minute's tick and sends its emails right away, without the queues. Returns the IDs of the batches of notifications, which aren't sent. */
export async function tickThrough(scheduledTime: number): Promise<string[]> {
  const pushBatches: string[] = [];
  const keptPushes = keepingQueue<PushBatchMessage>(({ body }) => pushBatches.push(body.pushBatchId));
  const queued: { queue: string; body: BatchMessage }[] = [];
  const keeping = (queue: string) => keepingQueue<BatchMessage>(({ body }) => queued.push({ queue, body }));
  const bindings = Object.entries(LANES).map(([binding, queue]) => [binding, keeping(queue)]);
  const pushes = PUSH_QUEUES.map((binding) => [binding, keptPushes]);
  await fire(CADENCES.tick.cron, scheduledTime, Object.fromEntries([...bindings, ...pushes]));
  const lanes = Map.groupBy(queued, ({ queue }) => queue);
  const deliveries = [...lanes].map(([queue, ofLane]) =>
    deliver(
      ofLane.map(({ body }) => body),
      queue,
    ),
  );
  await Promise.all(deliveries);
  return pushBatches;
}

type Message = Pick<BatchMessage, "batchId" | "tickAt"> & Partial<BatchMessage>;

/** Delivers messages to the queue entry point, once per entry: two equal entries are a double delivery. */
export async function deliver(messages: Message[], queue = "daybolt-wake-up"): ReturnType<typeof getQueueResult> {
  const execution = createExecutionContext();
  const batch = createMessageBatch<Message>(
    queue,
    messages.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body })),
  );
  await worker.queue(batch, env, execution);
  return getQueueResult(batch, execution);
}
