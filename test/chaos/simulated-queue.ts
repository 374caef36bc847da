import type { Ending } from "./invocations.ts";
import type { SimulatedTime } from "./simulated-time.ts";

type Held = { id: string; body: unknown; attempts: number; sentAt: number };

type Options = {
  name: string;
  time: SimulatedTime;
  maxBatchSize: number;
  maxConcurrency: number;
  maxRetries: number;
  /** Delivers a batch to the Worker. */
  consume: (batch: MessageBatch) => Promise<Ending>;
  /** Delays of a message's copies, in seconds after its time. */
  copiesOf: () => number[];
  /** Whether the platform forgets that a message is done and delivers it again. */
  isForgotten: () => boolean;
  deadLetters?: (body: unknown) => void;
};

const BATCH_TIMEOUT_MS = 1000;
const RETRY_DELAY_SECONDS = 10;
/** How long the platform waits for a dead consumer. */
const GIVEN_UP_AFTER_SECONDS = 60;

/** A queue as producers and consumers see it: at-least-once delivery, no guaranteed order, and limited concurrency. */
export function simulateQueue({ name, time, ...options }: Options) {
  const ready: Held[] = [];
  let [consumers, lastId, isWaiting] = [0, 0, false];

  function bring(message: Held, delaySeconds: number): void {
    time.at(Date.now() + delaySeconds * 1000, () => {
      ready.push(message);
      wake();
    });
  }

  function wake(): void {
    if (isWaiting || ready.length === 0 || consumers >= options.maxConcurrency) return;
    isWaiting = true;
    const waitMs = ready.length >= options.maxBatchSize ? 0 : BATCH_TIMEOUT_MS;
    time.at(Date.now() + waitMs, () => {
      isWaiting = false;
      void consumeNext();
    });
  }

  async function consumeNext(): Promise<void> {
    if (consumers >= options.maxConcurrency) return;
    const held = ready.splice(0, options.maxBatchSize);
    if (held.length === 0) return;
    consumers += 1;
    wake();
    const verdicts = new Map<Held, "ack" | { delaySeconds: number }>();
    const retryOf = (delay?: QueueRetryOptions) => ({ delaySeconds: delay?.delaySeconds ?? RETRY_DELAY_SECONDS });
    const messages = held.map(
      (message): Message => ({
        id: message.id,
        body: structuredClone(message.body),
        attempts: message.attempts,
        timestamp: new Date(message.sentAt),
        ack: () => void verdicts.set(message, "ack"),
        retry: (delay) => void verdicts.set(message, retryOf(delay)),
      }),
    );
    const all = (verdict: "ack" | { delaySeconds: number }) => {
      for (const message of held) verdicts.set(message, verdict);
    };
    const ending = await options.consume({
      queue: name,
      messages,
      metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
      ackAll: () => all("ack"),
      retryAll: (delay) => all(retryOf(delay)),
    } as MessageBatch);
    if (ending === "died") await time.sleep(GIVEN_UP_AFTER_SECONDS * 1000);
    for (const message of held) settle(message, ending === "died" ? undefined : verdicts.get(message), ending);
    consumers -= 1;
    wake();
  }

  function settle(message: Held, verdict: "ack" | { delaySeconds: number } | undefined, ending: Ending): void {
    const isDone = verdict === "ack" || (verdict === undefined && ending === "done");
    if (isDone && !options.isForgotten()) return;
    const attempts = message.attempts + 1;
    if (attempts > options.maxRetries + 1) {
      if (!isDone) options.deadLetters?.(message.body);
      return;
    }
    bring({ ...message, attempts }, typeof verdict === "object" ? verdict.delaySeconds : RETRY_DELAY_SECONDS);
  }

  function take(body: unknown, delaySeconds = 0): void {
    lastId += 1;
    const message = { id: `${name}-${lastId}`, body: structuredClone(body), attempts: 1, sentAt: Date.now() };
    for (const later of options.copiesOf()) bring({ ...message }, delaySeconds + later);
  }

  return {
    take,
    producer: {
      send: async (body: unknown, given?: QueueSendOptions) => {
        take(body, given?.delaySeconds);
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
      },
      sendBatch: async (messages: Iterable<MessageSendRequest>) => {
        for (const { body, delaySeconds } of messages) take(body, delaySeconds);
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
      },
    },
  };
}
