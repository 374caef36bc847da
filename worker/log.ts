/** One JSON line that Workers Logs indexes. Never hand it an address, a token or a URL with a query. */
export function log(level: "info" | "warn" | "error", event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}
