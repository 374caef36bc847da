/**
 * A ref for what appears in place of the control that had the focus, which would be lost with it. It is one function for all,
 * so that React calls it when the element comes and not at each rendering.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
