import { clsx } from "clsx";
import { Check, Clock, Headphones, Play } from "lucide-react";
import type { CSSProperties } from "react";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { formatDayOfYear, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { DIAL_STEP_DEGREES, placesAround } from "./dial-geometry.ts";

export type DialItem = Pick<
  ListedItem,
  "date" | "title" | "hasAudio" | "hasVideo" | "comingSoon" | "completed" | "progressPercent"
>;

/** "Tuesday, August 12, today, started, 40%: Light the Fuse, audio, video" */
export function spokenName(item: DialItem, today: string): string {
  const started = item.progressPercent > 0 && `started, ${item.progressPercent}%`;
  const day = [
    formatDayOfYear(item.date),
    item.date === today && "today",
    item.completed ? "done" : started,
    item.comingSoon && "coming soon",
    item.date > today && !item.comingSoon && "early access",
  ];
  const words = [item.title, item.hasAudio && "audio", item.hasVideo && "video"];
  return `${day.filter(Boolean).join(", ")}: ${words.filter(Boolean).join(", ")}`;
}

type DialCardsProps = {
  items: readonly DialItem[];
  /** The selected item's place. It keeps counting past the end of the month. */
  position: number;
  today: string;
  onTurn?: (steps: number) => void;
};

export function DialCards({ items, position, today, onTurn }: DialCardsProps) {
  return placesAround(position, items.length).map(({ place, index, ...at }) => {
    const item = items[index];
    return (
      item && (
        <DialCard
          key={place}
          item={item}
          {...at}
          nth={index + 1}
          count={items.length}
          today={today}
          onSelect={() => onTurn?.(at.offset)}
        />
      )
    );
  });
}

type DialCardProps = {
  item: DialItem;
  offset: number;
  isWrapped: boolean;
  /** Its 1-based place among the month's items, because the dial draws only some of them. */
  nth: number;
  count: number;
  today: string;
  onSelect: () => void;
};

/** From here on, cards are on the dial's far side. */
const FAR = 3;

function lookOf({ comingSoon, completed }: DialItem): string {
  if (comingSoon) return "border-dashed border-control bg-night";
  return `border-line ${completed ? "bg-raised" : "bg-panel"}`;
}

function DialCard({ item, offset, isWrapped, nth, count, today, onSelect }: DialCardProps) {
  const isSelected = offset === 0;
  const isFar = Math.abs(offset) >= FAR;
  const isQuiet = isWrapped || isFar || item.comingSoon;
  const isToday = item.date === today;
  // The selected one's badge says how far.
  const isStarted = !isSelected && !item.completed && item.progressPercent > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the dial draws eight radios of up to 31; native radios can't report the others.
    <button
      type="button"
      role="radio"
      aria-label={spokenName(item, today)}
      aria-checked={isSelected}
      aria-posinset={nth}
      aria-setsize={count}
      // The dial is one Tab stop; arrow keys move within it.
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      style={{ "--turn": `${offset * DIAL_STEP_DEGREES}deg` } as CSSProperties}
      className={clsx(
        "dial-card absolute top-1/2 left-1/2 grid content-center justify-items-center gap-0.5 rounded-2xl border",
        isSelected
          ? "bolt-fill z-10 h-20 w-18 border-bolt text-night shadow-[0_8px_40px_-8px_rgb(255_150_20/0.8)] forced-colors:border-4 forced-colors:border-[Highlight]"
          : [
              "h-18 w-16 hover:border-bolt",
              isFar ? "border-transparent bg-night" : lookOf(item),
              isQuiet ? "text-muted" : "text-ink",
            ],
        !isSelected && isToday && "!border-2 !border-ember",
        isStarted && "pb-2",
      )}
    >
      <span
        className={clsx(
          "text-[calc(var(--spacing)*2.75)] font-semibold semi-wide leading-3",
          !isSelected && "text-muted",
        )}
      >
        {isWrapped ? formatMonthDay(item.date).slice(0, 3) : formatShortWeekday(item.date)}
      </span>{" "}
      <span className="text-2xl font-extrabold wide leading-7 tabular-nums">{Number(item.date.slice(8))}</span>
      <span className="flex h-3 items-center gap-1.5">
        {item.comingSoon && <Clock strokeWidth={2.5} className="size-3" />}
        {item.hasAudio && <Headphones strokeWidth={2.5} className="size-3" />}
        {item.hasVideo && <Play strokeWidth={2.5} className="size-3" />}
      </span>
      {item.completed && (
        <span
          data-mark="done"
          className={clsx(
            "absolute grid size-5 place-items-center rounded-full",
            isFar
              ? "top-1 -right-0.5 text-muted"
              : `-top-1.5 -right-1.5 border-2 border-night ${isSelected ? "bg-night text-bolt" : "bg-bolt text-night"}`,
          )}
        >
          <Check strokeWidth={4} className="size-3" />
        </span>
      )}
      {isStarted && (
        <span
          data-mark="started"
          className="absolute inset-x-2.5 bottom-1 flex overflow-hidden rounded-full bg-control/50"
        >
          <span style={{ width: `${item.progressPercent}%` }} className="border-bolt border-t-3" />
        </span>
      )}
    </button>
  );
}
