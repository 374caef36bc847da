import { useEffect, useEffectEvent, useRef } from "react";

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select") !== null);

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>("[role=tabpanel][data-state=active] input[type=search]");
  field?.focus();
  return field !== null;
}

/** Opens the list of members with focus in its search: for "/" pressed outside of fields and dialogs, and when called. */
export function useMemberSearch(isOpen: boolean, open: () => void): () => void {
  const isAsked = useRef(false);
  const search = () => {
    if (isOpen && focusSearch()) return;
    isAsked.current = true;
    open();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isAlone = !(event.ctrlKey || event.metaKey || event.altKey);
    if (event.key !== "/" || !isAlone || isTyping(event) || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    search();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // In the next frame: the tab shows its panel first and fills it then.
  useEffect(() => {
    if (!isAsked.current || !isOpen) return;
    const frame = requestAnimationFrame(() => {
      isAsked.current = !focusSearch();
    });
    return () => cancelAnimationFrame(frame);
  });
  return search;
}
