/** Focuses what replaces the control that had the focus. One function for all, so that React calls it on arrival and not at each rendering. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
