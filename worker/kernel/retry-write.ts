import { log } from "./log.ts";

/** After these D1's documents ask for the call to be made again. Whether the write was done is not known then. */
const TRANSIENT = [
  "Network connection lost",
  "storage caused object to be reset",
  "storage operation exceeded timeout which caused object to be reset",
  "reset because its code was updated",
  "Cannot resolve D1 DB due to transient issue on remote node",
];
/** Together they are shorter than the patience of whoever waits. */
const PAUSES_MS = [50, 200, 800];

/** The database layer puts what D1 said below an error of its own. */
function says(error: unknown, texts: string[]): boolean {
  if (!(error instanceof Error)) return false;
  return texts.some((text) => error.message.includes(text)) || says(error.cause, texts);
}

/** Whether a batch failed by a constraint, which is how those that were overtaken end. */
export function isRefusedByDatabase(error: unknown): boolean {
  return says(error, ["constraint failed"]);
}

/**
 * Makes a write again that D1 has lost in the middle of it, three times at most; what else fails is thrown as it comes. Only for a
 * write that does no harm when it is done a second time: D1 itself makes again what only reads, and never a write.
 */
export async function retryWrite<T>(write: () => PromiseLike<T>): Promise<T> {
  for (const [index, pauseMs] of PAUSES_MS.entries()) {
    try {
      return await write();
    } catch (error) {
      if (!says(error, TRANSIENT)) throw error;
      log("warn", "write_repeated", { attempt: index + 1 });
      // Those who lost the same database do not all come back at once.
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  }
  return write();
}
