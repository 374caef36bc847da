import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/button.tsx";
import { parseMonth } from "./dashboard-address.ts";
import { DialCards } from "./dial-card.tsx";
import { DialFace } from "./dial-face.tsx";
import { DIAL_STEP_DEGREES, placesAround } from "./dial-geometry.ts";
import { useDialDrag, useDialPosition } from "./use-dial-turns.ts";

type ContentDialProps = {
  items: readonly ListedItem[];
  selected: number;
  today: string;
  /** `isFocused`: the card took focus, so a screen reader has already read it. */
  onSelect?: (index: number, isFocused: boolean) => void;
  isLoading?: boolean;
  hub: ReactNode;
};

const STEP_OF_KEY: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ARROWS = [
  { label: "Previous content", steps: -1, side: "left-1", icon: ChevronLeft },
  { label: "Next content", steps: 1, side: "right-1", icon: ChevronRight },
];
// A held key turns no faster than this, because browsers limit how often a page may change its URL.
const KEY_REPEAT_MS = 130;

/** The Content Navigation dial: a radio group of the month's items, turned by click, arrow keys, or swipe. It wraps around. */
export function ContentDial(props: ContentDialProps) {
  const { items, selected, today, onSelect, isLoading = false, hub } = props;
  const group = useRef<HTMLDivElement>(null);
  const lastRepeat = useRef(0);
  const followsFocus = useRef(false);
  const { position, turnBy, turnTo } = useDialPosition({
    selected,
    count: items.length,
    onSelect: (index) => onSelect?.(index, followsFocus.current),
  });
  const drag = useDialDrag(turnBy);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card to focus exists only after the position has changed.
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
      className="dial relative h-87 w-[min(var(--spacing)*87,100vw)] select-none justify-self-center"
    >
      <DialFace turn={-position * DIAL_STEP_DEGREES} />
      {items.length > 0 && (
        <div ref={group} role="radiogroup" aria-label={`Sessions in ${formatMonth(year, month)}`}>
          <DialCards items={items} position={position} today={today} onTurn={turnBy} />
        </div>
      )}
      {isLoading && <DialSkeleton />}
      <div className="pointer-events-none absolute inset-0 m-auto grid size-34 place-content-center justify-items-center text-center">
        {hub}
      </div>
      {ARROWS.map(({ label, steps, side, icon: Icon }) => (
        <IconButton
          key={label}
          label={label}
          className={clsx("!absolute top-0 z-10", side)}
          disabled={items.length < 2}
          onClick={() => turnBy(steps)}
        >
          <Icon className="size-6" />
        </IconButton>
      ))}
    </section>
  );
}

function DialSkeleton() {
  return placesAround(0, 360 / DIAL_STEP_DEGREES).map(({ place, offset }) => (
    <div
      key={place}
      style={{ "--turn": `${offset * DIAL_STEP_DEGREES}deg` } as CSSProperties}
      className={clsx(
        "dial-card absolute top-1/2 left-1/2 animate-pulse rounded-2xl border border-line bg-panel",
        offset === 0 ? "h-20 w-18" : "h-18 w-16",
      )}
    />
  ));
}
