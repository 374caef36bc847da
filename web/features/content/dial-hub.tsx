import type { ReactNode } from "react";
import type { ListedItem } from "#domain/contract/content/content.ts";

export function DialHub({ items, streak }: { items: readonly ListedItem[]; streak: ReactNode }) {
  const open = items.filter((item) => !item.comingSoon);
  const done = open.filter((item) => item.completed).length;
  return (
    <>
      <div className="flex h-13 flex-col justify-end">{streak}</div>
      <p className="mt-3.5 h-8 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted tabular-nums">
        <span className="text-ink">{done}</span> of {open.length} done
      </p>
    </>
  );
}
