import type { ReactNode } from "react";
import type { ListedItem } from "#domain/contract/content/content.ts";

/** `frame` puts the streak above the month's progress, or something else in place of both. */
export function DialHub({ items, frame }: { items: readonly ListedItem[]; frame: (progress: ReactNode) => ReactNode }) {
  const open = items.filter((item) => !item.comingSoon);
  const done = open.filter((item) => item.completed).length;
  return frame(
    <p className="mt-3.5 h-8 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted tabular-nums xl:mt-0 xl:text-base">
      <span className="text-ink">{done}</span> of {open.length} done
    </p>,
  );
}
