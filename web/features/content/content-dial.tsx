import { ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/button.tsx";
import { parseMonth } from "./dashboard-address.ts";
import { DialCard } from "./dial-card.tsx";
import { DialFace } from "./dial-face.tsx";
import { DIAL_STEP_DEGREES, placesAround } from "./dial-geometry.ts";
import { useDialDrag, useDialPosition } from "./use-dial-turns.ts";
import "./dial.css";

type ContentDialProps = {
  items: readonly ContentItem[];
  selected: number;
  today: string;
  onSelect: (index: number) => void;
  /** Stands in the hub instead of the counter while there are no items. */
  notice?: ReactNode;
};

const STEP_OF_KEY: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
// A held key turns at this pace at most: browsers refuse more address changes per second.
const KEY_REPEAT_MS = 130;

/** The Content Navigation dial, a radio group of the month's items: click, arrow keys or a swipe turn it, and it goes round. */
export function ContentDial({ items, selected, today, onSelect, notice }: ContentDialProps) {
  const group = useRef<HTMLDivElement>(null);
  const lastRepeat = useRef(0);
  const followsFocus = useRef(false);
  const { position, turnBy, turnTo } = useDialPosition({ selected, count: items.length, onSelect });
  const drag = useDialDrag(turnBy);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card to focus is drawn once the position has changed.
  useEffect(() => {
    if (!followsFocus.current) return;
    followsFocus.current = false;
    group.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus({ preventScroll: true });
  }, [position]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEP_OF_KEY[event.key];
    const isToEnd = event.key === "Home" || event.key === "End";
    if ((steps === undefined && !isToEnd) || items.length === 0 || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    if (event.repeat && event.timeStamp - lastRepeat.current < KEY_REPEAT_MS) return;
    lastRepeat.current = event.timeStamp;
    followsFocus.current = group.current?.contains(event.target as Node) ?? false;
    if (steps !== undefined) turnBy(steps);
    else turnTo(event.key === "Home" ? 0 : items.length - 1);
  };

  const { year, month } = parseMonth(items[0]?.date ?? "");
  return (
    <section
      aria-label="Content Navigation"
      onKeyDown={onKeyDown}
      {...drag.handlers}
      data-dragging={drag.degrees === null ? undefined : ""}
      style={{ "--drag": `${drag.degrees ?? 0}deg` } as CSSProperties}
      className="dial relative mx-auto h-[22.5rem] w-[min(22.5rem,100vw)] max-w-none shrink-0 select-none max-[23.5rem]:-mx-4"
    >
      <DialFace turn={-position * DIAL_STEP_DEGREES} />
      {items.length > 0 && (
        <div ref={group} role="radiogroup" aria-label={`Sessions of ${formatMonth(year, month)}`}>
          {placesAround(position, items.length).map(({ place, index, offset }) => {
            const item = items[index];
            return (
              item && (
                <DialCard
                  key={place}
                  item={item}
                  offset={offset}
                  nth={index + 1}
                  count={items.length}
                  isToday={item.date === today}
                  onSelect={() => turnBy(offset)}
                />
              )
            );
          })}
        </div>
      )}
      <div className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center text-center">
        {items.length > 0 && !notice ? (
          <>
            <p className="text-3xl font-extrabold wide leading-9 tabular-nums">
              <span className="sr-only">Session </span>
              {selected + 1}
              <span className="text-base font-semibold text-muted">
                <span aria-hidden="true">/</span>
                <span className="sr-only"> of </span>
                {items.length}
              </span>
            </p>
            <p className="readout mt-3 text-[0.625rem] text-muted">{formatMonth(year, month).split(" ")[0]}</p>
          </>
        ) : (
          <div className="max-w-30 -translate-y-4 text-sm text-muted">{notice}</div>
        )}
      </div>
      <IconButton
        label="Previous content"
        className="!absolute bottom-0 left-1"
        disabled={items.length < 2}
        onClick={() => turnBy(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-6" />
      </IconButton>
      <IconButton
        label="Next content"
        className="!absolute right-1 bottom-0"
        disabled={items.length < 2}
        onClick={() => turnBy(1)}
      >
        <ChevronRight aria-hidden="true" className="size-6" />
      </IconButton>
    </section>
  );
}
