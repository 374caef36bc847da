import { log } from "./log.ts";

/** D1's docs say to retry after these errors. The write may or may not have happened. */
const TRANSIENT = [
  "Network connection lost",
  "storage caused object to be reset",
  "storage operation exceeded timeout which caused object to be reset",
  "reset because its code was updated",
  // phrase: D1's own words
  "Cannot resolve D1 DB due to transient issue on remote node",
];
/** Short enough in total that a waiting caller doesn't give up. */
const PAUSES_MS = [50, 200, 800];

/** Checks causes too, because the database layer wraps D1's error in its own. */
function mentions(error: unknown, texts: string[]): boolean {
  if (!(error instanceof Error)) return false;
  return texts.some((text) => error.message.includes(text)) || mentions(error.cause, texts);
}

/** Reports a failed constraint, which is how a batch ends when another one was faster. */
export function isRefusedByDatabase(error: unknown): boolean {
  return mentions(error, ["constraint failed"]);
}

/** Retries a write that D1 lost midway. Use it only for writes that are safe to repeat. D1 retries reads by itself, never writes. */
export async function retryWrite<T>(write: () => PromiseLike<T>): Promise<T> {
  for (const [index, pauseMs] of PAUSES_MS.entries()) {
    try {
      return await write();
    } catch (error) {
      if (!mentions(error, TRANSIENT)) throw error;
      log("warn", "write_repeated", { attempt: index + 1 });
      // Jitter, so callers that lost the same database don't all return together.
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  }
  return write();
}
