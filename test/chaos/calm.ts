import type { Evidence } from "./evidence.ts";

/** Whether nothing was in the way for so long, at some time between two instants. */
export function hasCalm({ trouble }: Evidence, { from, to, ms }: { from: number; to: number; ms: number }): boolean {
  const within = trouble.filter((one) => one.to >= from && one.from <= to).toSorted((a, b) => a.from - b.from);
  let since = from;
  for (const one of within) {
    if (one.from - since >= ms) return true;
    since = Math.max(since, one.to);
  }
  return to - since >= ms;
}
