import type * as z from "zod";
import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";
import { batchMessage, mailEvent, pushBatchMessage } from "../kernel/queue-messages.ts";
import { applyMailEvents } from "../mail-responses/events/apply-mail-events.ts";
import { sendPushBatch } from "../push/send-push-batch.ts";
import { recordDeadLetter } from "../wake-up/batches/open-batches.ts";
import { sendLane } from "../wake-up/batches/send-lane.ts";

/** Ends of queues' names, whatever an operator names them (wrangler.toml). */
const DEAD_LETTERS = "-dead";
const PUSHES = /-push-\d+$/;
const MAIL_EVENTS = /-mail-events(-\d)?$/;

const LONGEST_DELAY_SECONDS = 3600;

/** Applies all of them in one transaction; if that fails they're retried, later each time. */
async function consumeMailEvents(ctx: Ctx, batch: MessageBatch): Promise<void> {
  const events = batch.messages.flatMap(({ body, id }) => {
    const parsed = mailEvent.safeParse(body);
    if (!parsed.success) log("error", "queue_message_unreadable", { queue: batch.queue, id });
    return parsed.success ? [parsed.data] : [];
  });
  const startedAt = ctx.clock();
  try {
    await applyMailEvents(ctx, events);
    batch.ackAll();
    log("info", "mail_events_applied", { events: events.length, durationMs: ctx.clock() - startedAt });
  } catch (error) {
    const attempt = Math.max(...batch.messages.map(({ attempts }) => attempts));
    log("error", "mail_events_failed", { events: events.length, attempt, ...errorFields(error) });
    batch.retryAll({ delaySeconds: Math.min(10 * 2 ** (attempt - 1), LONGEST_DELAY_SECONDS) });
  }
}

/** Only an exception returns a message to the queue, and after its retries to the dead letters. */
export async function consume(ctx: Ctx, batch: MessageBatch): Promise<void> {
  const { queue } = batch;
  if (MAIL_EVENTS.test(queue)) return consumeMailEvents(ctx, batch);
  if (PUSHES.test(queue)) {
    // One after the other, since each has as many calls open as an invocation may. A lost one is handed out again by a later tick.
    for (const { body, done, failed } of readable(batch, pushBatchMessage))
      await sendPushBatch({ ...ctx, now: ctx.clock() }, body.pushBatchId).then(done, failed);
    return;
  }
  const messages = readable(batch, batchMessage);
  if (!queue.endsWith(DEAD_LETTERS)) return sendLane(ctx, messages);
  for (const { body, done, failed } of messages) await recordDeadLetter(ctx, body).then(done, failed);
}

/** Drops unreadable messages with a log line. */
function readable<Body extends object>({ queue, messages }: MessageBatch, schema: z.ZodType<Body>) {
  return messages.flatMap((message) => {
    const parsed = schema.safeParse(message.body);
    if (parsed.success) return [toQueued(queue, message, parsed.data)];
    log("error", "queue_message_unreadable", { queue, id: message.id });
    message.ack();
    return [];
  });
}

function toQueued<Body extends object>(queue: string, message: Message, body: Body) {
  return {
    body,
    done: () => message.ack(),
    later: (delaySeconds: number) => message.retry({ delaySeconds }),
    failed(error: unknown) {
      log("error", "queue_message_failed", { queue, ...body, attempt: message.attempts, ...errorFields(error) });
      message.retry({ delaySeconds: 10 * 2 ** (message.attempts - 1) });
    },
  };
}
