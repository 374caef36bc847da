import { AsyncLocalStorage } from "node:async_hooks";
import type { Meter } from "#db/metered-d1.ts";

const requestIds = new AsyncLocalStorage<string>();

/** Runs a request, a cron or a batch of messages: every line logged by it, and by what it defers, carries its id. */
export function logUnder<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work);
}

/** One JSON line that Workers Logs indexes. Never hand it an address, a token or a URL with a query. */
export function log(level: "info" | "warn" | "error", event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, event, requestId: requestIds.getStore(), ...fields }));
}

/** What a line says of the database: D1's figures, its time in whole milliseconds. */
export function meterFields({ calls, rowsRead, rowsWritten, databaseMs }: Meter): Record<string, number> {
  return { databaseCalls: calls, databaseMs: Math.round(databaseMs), rowsRead, rowsWritten };
}

/**
 * What a log line may say of an error. The database layer writes the values of a query into its message, addresses and
 * hashes among them, so of such an error only the query's text and what D1 said are told.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const isQueryError = "query" in error && "params" in error;
  if (!isQueryError) return { name: error.name, message: error.message, stack: error.stack };
  return { ...errorFields(error.cause), query: error.query };
}
