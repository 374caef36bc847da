import { ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { parseMonth } from "./dashboard-address.ts";
import { DialCard } from "./dial-card.tsx";
import { DialFace } from "./dial-face.tsx";
import { cardsAround, wrapIndex } from "./dial-geometry.ts";
import { useCardTurns } from "./use-card-turns.ts";
import { useDialDrag } from "./use-dial-drag.ts";
import { useRingTurn } from "./use-ring-turn.ts";
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

/** The Content Navigation dial: click, arrow keys or a swipe turn it, and it goes round. */
export function ContentDial({ items, selected, today, onSelect, notice }: ContentDialProps) {
  const frame = useRef<HTMLElement>(null);
  const lastRepeat = useRef(0);
  const followsFocus = useRef(false);
  const cards = cardsAround(selected, items.length);
  const turns = useCardTurns(items, cards);
  const ringTurn = useRingTurn(selected);
  // The router renders a new address a moment later: quick turns count from where the last one led, not from what is shown.
  const wished = useRef(selected);
  const select = (index: number) => {
    wished.current = index;
    onSelect(index);
  };
  const turnBy = (steps: number) => select(wrapIndex(wished.current + steps, items.length));
  const drag = useDialDrag(turnBy);

  useEffect(() => {
    wished.current = selected;
    if (!followsFocus.current) return;
    followsFocus.current = false;
    frame.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEP_OF_KEY[event.key];
    if (steps === undefined || items.length === 0) return;
    event.preventDefault();
    if (event.repeat && event.timeStamp - lastRepeat.current < KEY_REPEAT_MS) return;
    lastRepeat.current = event.timeStamp;
    followsFocus.current = (event.target as HTMLElement).matches("[data-card]");
    turnBy(steps);
  };

  const first = items[0];
  const { year, month } = parseMonth(first?.date ?? "");
  return (
    <section
      ref={frame}
      aria-label="Content Navigation"
      onKeyDown={onKeyDown}
      {...drag.handlers}
      data-dragging={drag.degrees === null ? undefined : ""}
      style={{ "--drag": `${drag.degrees ?? 0}deg` } as CSSProperties}
      className="dial relative mx-auto h-[22.5rem] w-[min(22.5rem,100vw)] max-w-none shrink-0 select-none max-[23.5rem]:-mx-4"
    >
      <DialFace turn={ringTurn} />
      {cards.map(({ index, offset }) => {
        const item = items[index];
        return (
          item && (
            <DialCard
              key={item.id}
              item={item}
              turn={turns.get(item.id) ?? 0}
              distance={Math.abs(offset)}
              isToday={item.date === today}
              onSelect={() => select(index)}
            />
          )
        );
      })}
      <div className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center text-center">
        {first && !notice ? (
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
