import { type FormEvent, useEffect, useRef, useState } from "react";

const PAUSE_MS = 350;

/**
 * A search runs when typing pauses and on Enter, not on blur: results that move between press and release lose the click.
 * The field shows this state: the URL updates too late.
 */
export function useTypedSearch(first: string, ask: (text: string) => void) {
  const [text, setText] = useState(first);
  const asked = useRef(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Don't navigate away from a result that was opened meanwhile.
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(typed: string) {
    clearTimeout(timer.current);
    if (typed.trim() === asked.current) return;
    asked.current = typed.trim();
    ask(asked.current);
  }

  return {
    text,
    type(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(typed), PAUSE_MS);
    },
    submit(event: FormEvent) {
      event.preventDefault();
      search(text);
    },
    /** Empties the field after a search that something else has cleared. */
    followClearing(present: string) {
      if (present === "" && asked.current !== "") this.show("");
    },
    /** Shows a text without searching for it: when all filters are cleared together, or Back brings another search. */
    show(next: string) {
      clearTimeout(timer.current);
      asked.current = next;
      setText(next);
    },
  };
}
