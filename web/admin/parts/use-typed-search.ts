import { type FormEvent, useEffect, useRef, useState } from "react";

const PAUSE_MS = 350;

/**
 * The text of a search, which stands in its field as it is typed and is asked for when typing pauses, at Enter and when the field is
 * left. The address that it ends in follows too late to be what a field shows.
 */
export function useTypedSearch(first: string, ask: (text: string) => void) {
  const [text, setText] = useState(first);
  const asked = useRef(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Whoever goes on to something found meanwhile is not taken away from it.
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
    settle: () => search(text),
    submit(event: FormEvent) {
      event.preventDefault();
      search(text);
    },
    /** For who lets go of all filters at once, the search among them. */
    clear() {
      clearTimeout(timer.current);
      asked.current = "";
      setText("");
    },
  };
}
