/** Focuses the element that replaces the focused control. One shared function, so React calls it on mount and not on every render. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
