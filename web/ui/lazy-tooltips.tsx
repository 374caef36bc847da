import { useEffect, useState } from "react";
import { lazyExtra } from "../lib/lazy-extra.tsx";

// Without tooltips, buttons still have names for screen readers.
const Tooltips = lazyExtra(() => import("./tooltips.tsx").then((module) => module.Tooltips));

/** The tooltips; the first pointer or focus on a button with one loads their code. */
export function LazyTooltips() {
  const [first, setFirst] = useState<Element | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const ask = (target: EventTarget | null) => {
      const anchor = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (anchor === null) return;
      listening.abort();
      setFirst(anchor);
    };
    const { signal } = listening;
    document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && ask(event.target), { signal });
    // A finger focuses what it presses, too, but without a ring.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) ask(target);
    };
    document.addEventListener("focusin", onFocus, { signal });
    return () => listening.abort();
  }, []);
  return first && <Tooltips first={first} />;
}
