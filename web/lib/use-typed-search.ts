import { type FormEvent, useEffect, useEffectEvent, useState } from "react";

const PAUSE_MS = 350;

/**
 * A search runs when typing pauses and on Enter, not on blur: results that move between press and release lose the click.
 * The field shows `text`, since the URL's search, `present`, updates too late.
 */
export function useTypedSearch(present: string, ask: (text: string) => void) {
  const [text, setText] = useState(present);
  const [asked, setAsked] = useState(present);
  const [seen, setSeen] = useState(present);
  if (present !== seen) {
    setSeen(present);
    // Back, Forward, or a cleared filter brought another search than the one typed.
    if (present !== asked) {
      setAsked(present);
      setText(present);
    }
  }

  function search() {
    const typed = text.trim();
    if (typed === asked) return;
    setAsked(typed);
    ask(typed);
  }

  const searchNow = useEffectEvent(search);
  // Leaving the page ends the wait, so a result that was opened meanwhile stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke begins the wait again.
  useEffect(() => {
    const timer = setTimeout(searchNow, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    text,
    type: setText,
    submit(event: FormEvent) {
      event.preventDefault();
      search();
    },
  };
}
