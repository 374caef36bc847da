import type { DialItem } from "./dial-card.tsx";

/** How many of a month's open items are done, for the middle of the dial: those from `since` on, or all if the month is before it. */
export function MonthProgress({ items, since = "" }: { items: readonly DialItem[]; since?: string }) {
  const released = items.filter((item) => !item.comingSoon);
  const own = released.filter(({ date }) => date >= since);
  const open = own.length > 0 ? own : released;
  const done = open.filter((item) => item.completed).length;
  return (
    <p className="mt-3.5 h-8 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted tabular-nums">
      <span className="text-ink">{done}</span> of {open.length} done
    </p>
  );
}
