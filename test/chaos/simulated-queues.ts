import { MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import worker from "#worker/index.ts";
import type { Invocations } from "./invocations.ts";
import { simulateQueue } from "./simulated-queue.ts";
import type { Stage } from "./stage.ts";

const LANES = ["WAKE_UP_QUEUE", "WAKE_UP_QUEUE_2", "WAKE_UP_QUEUE_3", "WAKE_UP_QUEUE_4"];
/** After this long, a batch is handed out again and a late message no longer matters. */
const LONGEST_TROUBLE_MS = 6 * MINUTE_MS;
const OVERTAKING_SECONDS = 2;

/** The Worker's queues as in wrangler.toml, with the scenario's stray messages. */
export function simulateQueues(stage: Stage, { invoke }: Invocations) {
  const { time, random, note, troubled } = stage;
  const faults = Map.groupBy(
    stage.faultsOf("message_doubled", "message_late", "message_redelivered"),
    ({ nth }) => nth,
  );
  let [sent, ended] = [0, 0];

  function copiesOf(): number[] {
    sent += 1;
    const own = faults.get(sent) ?? [];
    const secondsOf = (kind: string) => own.filter((fault) => fault.kind === kind).map(({ seconds }) => seconds);
    const late = Math.max(0, ...secondsOf("message_late"));
    if (late > 0) troubled(`message ${sent} comes ${late} s late`, Math.min(late * SECOND_MS, LONGEST_TROUBLE_MS));
    const doubles = secondsOf("message_doubled");
    if (doubles.length > 0) note(`message ${sent} comes again after ${doubles.join(" and ")} s`);
    return [0, ...doubles].map((seconds) => late + seconds + random() * OVERTAKING_SECONDS);
  }

  function isForgotten(): boolean {
    ended += 1;
    const is = (faults.get(ended) ?? []).some(({ kind }) => kind === "message_redelivered");
    if (is) note(`message ${ended} is done, and comes again`);
    return is;
  }

  const consume = (batch: MessageBatch) =>
    invoke(`${batch.queue} (${batch.messages.length})`, (env, execution) => worker.queue(batch, env, execution), {
      isConsumer: true,
    });
  const common = { time, consume, copiesOf, isForgotten, maxBatchSize: 100, maxRetries: 3, maxConcurrency: 1 };
  const dead = simulateQueue({ ...common, name: "daybolt-wake-up-dead", maxBatchSize: 10 });
  const lanes = LANES.map((binding, index) => {
    const name = `daybolt-wake-up${index === 0 ? "" : `-${index + 1}`}`;
    return [binding, simulateQueue({ ...common, name, deadLetters: dead.take }).producer] as const;
  });
  const events = ["", "2", "3", "4"].map((nth) => {
    const name = ["daybolt-mail-events", nth].filter(Boolean).join("-");
    const binding = ["MAIL_EVENTS_QUEUE", nth].filter(Boolean).join("_");
    return [binding, simulateQueue({ ...common, name, maxRetries: 20 }).producer] as const;
  });
  return Object.fromEntries([...lanes, ...events]);
}
