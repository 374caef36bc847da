import { AsyncLocalStorage } from "node:async_hooks";

const requestIds = new AsyncLocalStorage<string>();

/** Runs a request, a cron, or a batch of messages. Every line it logs, deferred work included, carries its ID. */
export function logUnder<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work);
}

/** Writes one JSON line, which Workers Logs indexes. Never pass an email address, a token, or a URL with a query. */
export function log(level: "info" | "warn" | "error", event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, event, requestId: requestIds.getStore(), ...fields }));
}

/** Drops query values from the database layer's errors, because they may be email addresses or hashes. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const isQueryError = "query" in error && "params" in error;
  if (!isQueryError) return { name: error.name, message: error.message, stack: error.stack };
  return { ...errorFields(error.cause), query: error.query };
}
