import { clsx } from "clsx";
import { Headphones, Play } from "lucide-react";
import type { CSSProperties } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { DIAL_STEP_DEGREES } from "./dial-geometry.ts";

type DialCardProps = {
  item: ContentItem;
  /** Steps from the top of the dial, where the selected card stands. */
  offset: number;
  /** Its place among the month's items, of which the dial draws a part. */
  nth: number;
  count: number;
  isToday: boolean;
  onSelect: () => void;
};

function dayOf(date: string): number {
  return Number(date.slice(8));
}

/** "Fri 15: Light the Fuse, audio, video" */
function nameOf(item: ContentItem, isToday: boolean): string {
  const media = [
    item.audioFilename && "audio",
    item.video && "video",
    item.comingSoon && "coming soon",
    isToday && "today",
  ];
  return [`${formatShortWeekday(item.date)} ${dayOf(item.date)}: ${item.title}`, ...media.filter(Boolean)].join(", ");
}

export function DialCard({ item, offset, nth, count, isToday, onSelect }: DialCardProps) {
  const isSelected = offset === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the dial draws eight radios of up to 31; native ones know no others.
    <button
      type="button"
      role="radio"
      aria-label={nameOf(item, isToday)}
      aria-checked={isSelected}
      aria-posinset={nth}
      aria-setsize={count}
      // One stop of the Tab key for the whole dial: inside it the arrow keys lead on.
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      style={{ "--turn": `${offset * DIAL_STEP_DEGREES}deg` } as CSSProperties}
      className={clsx(
        "dial-card absolute top-1/2 left-1/2 grid content-center justify-items-center gap-0.5 rounded-2xl border",
        isSelected
          ? "bolt-fill z-10 h-20 w-18 border-bolt text-night shadow-[0_8px_40px_-8px_rgb(255_150_20/0.8)]"
          : "h-18 w-16 border-line bg-panel text-ink hover:border-bolt",
        Math.abs(offset) >= 3 && "border-line/70 text-muted",
        !isSelected && isToday && "border-ember",
      )}
    >
      <span className={clsx("text-[0.6875rem] font-semibold semi-wide leading-3", !isSelected && "text-muted")}>
        {formatShortWeekday(item.date)}
      </span>{" "}
      <span className="text-2xl font-extrabold wide leading-7 tabular-nums">{dayOf(item.date)}</span>
      <span className="flex h-3 items-center gap-1.5">
        {item.audioFilename && <Headphones aria-hidden="true" strokeWidth={2.5} className="size-3" />}
        {item.video && <Play aria-hidden="true" strokeWidth={2.5} className="size-3" />}
      </span>
    </button>
  );
}
