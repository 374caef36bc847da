import type { UIEvent } from "react";
import "./scroll-row.css";

/** Marks the row's box while more is hidden to the left or to the right. */
function markRest(row: HTMLElement): void {
  row.parentElement?.toggleAttribute("data-before", row.scrollLeft > 4);
  row.parentElement?.toggleAttribute("data-more", row.scrollLeft + row.clientWidth < row.scrollWidth - 4);
}

function watchRest(row: HTMLElement | null) {
  if (row === null) return;
  const observer = new ResizeObserver(() => markRest(row));
  observer.observe(row);
  return () => observer.disconnect();
}

/** For a row too long for a phone, in a box of the class `scroll-row`, which fades and points to where more is hidden. */
export const SCROLL_ROW = {
  ref: watchRest,
  onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => markRest(currentTarget),
};

export function scrollInRow(part: HTMLElement | null): void {
  const row = part?.parentElement;
  if (part && row) row.scrollLeft = part.offsetLeft - row.offsetLeft - (row.clientWidth - part.offsetWidth) / 2;
}
