import { Zap } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import "./completion-frame.css";

export type CompletionFrameProps = {
  headline: string;
  words: string | false;
  /** True after a click that completed the session, but not when it completed by playing to the end. */
  takesFocus?: boolean;
  /** The card waits until the video pauses before it scrolls into view. */
  isWatching: boolean;
  children: ReactNode;
};

/** @param days in a row; 0 while unknown */
export function headlineOf(days: number, sessions = 1): string {
  if (days === 0) return "Done.";
  if (days > 1) return `${days} days in a row`;
  return sessions > 1 ? "Day 1 of a new streak" : "Day 1. It starts here.";
}

/** Scrolls the card into view once, except on wide screens: it's beside the player there, which stays where it is. */
function useArrival(isWatching: boolean) {
  const card = useRef<HTMLElement>(null);
  const hasArrived = useRef(false);
  useEffect(() => {
    if (isWatching || hasArrived.current || window.matchMedia("(width >= 64rem)").matches) return;
    hasArrived.current = true;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    card.current?.scrollIntoView({ block: "nearest", behavior: isStill ? "instant" : "smooth" });
  }, [isWatching]);
  return card;
}

/** The moment of completion, with or without a login. */
export function CompletionFrame({ headline, words, takesFocus = false, isWatching, children }: CompletionFrameProps) {
  return (
    <section
      ref={useArrival(isWatching)}
      aria-labelledby="completion-heading"
      className="completion relative isolate grid grid-cols-1 justify-items-center gap-5 overflow-hidden rounded-card border border-bolt/45 bg-panel px-4 pt-6 pb-4 text-center sm:px-8 sm:pt-8"
    >
      <span aria-hidden="true" className="completion-bolt bolt-fill grid size-16 place-items-center rounded-full">
        <Zap fill="currentColor" className="size-8 text-night" />
      </span>
      <div role="status" className="grid gap-1.5">
        <h2
          ref={takesFocus ? focusOnArrival : null}
          id="completion-heading"
          tabIndex={-1}
          className="text-3xl tabular-nums focus:outline-none sm:text-4xl"
        >
          {headline}
        </h2>
        {words && <p className="font-semibold text-muted">{words}</p>}
      </div>
      {children}
    </section>
  );
}
