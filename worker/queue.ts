import * as z from "zod";
import type { Ctx } from "./context.ts";
import { errorFields, log } from "./log.ts";
import { recordDeadLetter } from "./wake-up/open-batches.ts";
import { sendBatch } from "./wake-up/send-batch.ts";

/** Which batch to send, and the tick that asked for it (epoch ms; ahead of the real clock only in trials). */
const batchMessage = z.object({ batchId: z.string().min(1), tickAt: z.int() });
export type BatchMessage = z.infer<typeof batchMessage>;

/** Queues of dead letters end in this, whatever an operator calls them (wrangler.toml). */
const DEAD_LETTERS = "-dead";

/**
 * One message at a time, out of respect for the provider's rate. A message that cannot be read is dropped with a log line;
 * only exceptions go back to the queue, and after its retries to the dead letters.
 */
export async function consume(ctx: Ctx, batch: MessageBatch): Promise<void> {
  const handle = batch.queue.endsWith(DEAD_LETTERS) ? recordDeadLetter : sendBatch;
  for (const message of batch.messages) {
    const parsed = batchMessage.safeParse(message.body);
    if (!parsed.success) {
      log("error", "queue_message_unreadable", { queue: batch.queue, id: message.id });
      message.ack();
      continue;
    }
    try {
      await handle(ctx, parsed.data);
      message.ack();
    } catch (error) {
      const { queue } = batch;
      log("error", "queue_message_failed", { queue, ...parsed.data, attempt: message.attempts, ...errorFields(error) });
      message.retry({ delaySeconds: 10 * 2 ** (message.attempts - 1) });
    }
  }
}
