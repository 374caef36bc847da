import { useEffect, useState } from "react";

/** How long a pointer or focus stays on a button before its tooltip shows (spec section 9). */
const DELAY_MS = 700;
const MARGIN_PX = 8;
const ANCHOR = "[data-tooltip]";

/** Whether focus shows a ring (watch-pointing.ts). */
const hasRing = (element: Element) =>
  element.matches(":focus-visible") && !document.documentElement.hasAttribute("data-pointing");

/** Above its button, or below if there's no room, and always within the window. */
function place(tip: HTMLElement | null, anchor: Element): void {
  if (tip === null) return;
  const { left, width, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = tip;
  const centred = left + width / 2 - offsetWidth / 2;
  const rightmost = window.innerWidth - offsetWidth - MARGIN_PX;
  tip.style.left = `${Math.max(MARGIN_PX, Math.min(centred, rightmost))}px`;
  tip.style.top = `${top >= offsetHeight ? top - offsetHeight : bottom}px`;
}

/** Icon buttons' tooltips (`data-tooltip`), hidden from screen readers, which read the name. `first` may already have the pointer. */
export function Tooltips({ first }: { first?: Element }) {
  const [tooltip, setTooltip] = useState<{ text: string; anchor: Element } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    const rest = (anchor: Element | null) => {
      if (anchor === current) return;
      current = anchor;
      clearTimeout(timer);
      setTooltip(null);
      if (anchor === null) return;
      timer = setTimeout(() => {
        const text = anchor.getAttribute("aria-label");
        if (text && anchor.isConnected && anchor.matches(ANCHOR)) setTooltip({ text, anchor });
      }, DELAY_MS);
    };
    const leave = () => rest(null);
    const onPointer = ({ target, pointerType }: PointerEvent) => {
      // A finger covers what it touches. The pointer may move onto the tooltip itself (WCAG 1.4.13).
      if (pointerType === "touch" || !(target instanceof Element) || target.closest("[data-tooltip-text]")) return;
      rest(target.closest(ANCHOR));
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && hasRing(target)) rest(target.closest(ANCHOR));
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" || key === "Enter" || key === " ") leave();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerover", onPointer, { signal });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("keydown", onKey, { signal, capture: true });
    document.documentElement.addEventListener("pointerleave", leave, { signal });
    window.addEventListener("resize", leave, { signal });
    for (const event of ["focusout", "pointerdown", "scroll"]) {
      document.addEventListener(event, leave, { signal, capture: true, passive: true });
    }
    if (first && (first.matches(":hover") || hasRing(first))) rest(first);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [first]);
  useEffect(() => {
    if (tooltip === null) return;
    const { anchor } = tooltip;
    // A button that shows its name, such as Play again, gives up its tooltip.
    const read = () => ({ text: anchor.getAttribute("aria-label") ?? "", anchor });
    const observer = new MutationObserver(() => setTooltip(anchor.matches(ANCHOR) ? read() : null));
    observer.observe(anchor, { attributeFilter: ["aria-label", "data-tooltip"] });
    return () => observer.disconnect();
  }, [tooltip]);
  if (tooltip === null) return null;
  return (
    <div
      ref={(tip) => place(tip, tooltip.anchor)}
      aria-hidden="true"
      data-tooltip-text
      className="fixed z-70 w-max max-w-[min(15rem,100vw-1rem)] animate-fade py-1.5"
    >
      <span className="block rounded-lg border border-control bg-raised px-3 py-1.5 font-semibold text-sm shadow-black shadow-lg">
        {tooltip.text}
      </span>
    </div>
  );
}
