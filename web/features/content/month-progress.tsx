import type { ListedItem } from "#domain/contract/content/content.ts";

/** How many of a month's open items are done, for the middle of the dial. */
export function MonthProgress({ items }: { items: readonly ListedItem[] }) {
  const open = items.filter((item) => !item.comingSoon);
  const done = open.filter((item) => item.completed).length;
  return (
    <p className="mt-3.5 h-8 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted tabular-nums xl:mt-0 xl:text-base">
      <span className="text-ink">{done}</span> of {open.length} done
    </p>
  );
}
