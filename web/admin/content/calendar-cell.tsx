import { clsx } from "clsx";
import { AudioLines, Check, EyeOff, MailCheck, Plus, Video } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { CalendarDay } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { type ContentStatus, LAUNCH_DATE } from "#domain/rules/release.ts";
import { unseenReason } from "#domain/rules/runway.ts";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { hasFiles } from "../media/upload-field.tsx";

const GROUNDS: Record<ContentStatus, string> = {
  published: "border-good/45 bg-good/10",
  scheduled: "border-info/45 bg-info/10",
  draft: "border-control/70 bg-control/12",
};
const EMPTY_GROUND = "border-bad/50 bg-bad/10 text-bad";

/** The cell's accessible name, which spells out what its colors show. */
function labelOf(date: string, item: CalendarDay | undefined, isLoading: boolean): string {
  const day = formatLongDate(date);
  if (isLoading) return `${day}: loading`;
  if (!item) return `${day}: no session`;
  const media = [item.hasAudio && "audio", item.hasVideo && "video"].filter(Boolean).join(" and ") || "no media";
  const parts = [item.status, media, item.emailSent && "email sent", unseenReason(item) && "not visible to members"];
  return `${day}: ${item.title}, ${parts.filter(Boolean).join(", ")}`;
}

type CalendarCellProps = Pick<ComponentProps<"button">, "tabIndex" | "onKeyDown" | "onClick"> & {
  date: string;
  today: string;
  isOpen: boolean;
  item: CalendarDay | undefined;
  isLoading: boolean;
  takesFocus: boolean;
  /** Null if a press opens the day; else whether it's selected. */
  isSelected: boolean | null;
  onFiles: (files: readonly File[]) => void;
  /** Another day was dragged here. */
  onDay: (from: string) => void;
};

/** What a dragged day carries: its date. */
const DRAGGED_DAY = "application/x-day";

export function CalendarCell(props: CalendarCellProps) {
  const { date, today, isOpen, item, isLoading, takesFocus, isSelected, onFiles, onDay, ...button } = props;
  const [isOver, setIsOver] = useState(false);
  // A morning that has passed can't be filled anymore.
  const isLacking = !item && !isLoading && date >= today && date >= LAUNCH_DATE;
  return (
    <button
      // Focus follows the arrow keys: a new key remounts the cell, so that `focusOnArrival` runs.
      key={String(takesFocus)}
      ref={takesFocus ? focusOnArrival : null}
      type="button"
      aria-current={isOpen || (date === today ? "date" : undefined)}
      {...(isSelected !== null && item && { role: "checkbox", "aria-checked": isSelected })}
      {...button}
      draggable={item !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_DAY, date)}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer) && !event.dataTransfer.types.includes(DRAGGED_DAY)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const from = event.dataTransfer.getData(DRAGGED_DAY);
        if (from) onDay(from);
        else onFiles([...event.dataTransfer.files]);
      }}
      className={clsx(
        "grid min-h-14 w-full content-start gap-1 rounded-lg border p-1 text-left transition-colors hover:border-bolt sm:min-h-24 sm:p-2",
        isOver || isOpen
          ? "border-bolt bg-bolt/10"
          : item
            ? GROUNDS[item.status]
            : isLacking
              ? EMPTY_GROUND
              : "border-line text-muted",
        date === today && "ring-2 ring-bolt max-sm:ring-inset",
      )}
    >
      <span className="sr-only">{labelOf(date, item, isLoading)}</span>
      <span aria-hidden="true" className="flex flex-wrap items-center justify-between gap-1 text-sm">
        <span className="font-bold tabular-nums">{Number(date.slice(8))}</span>
        {date === today && <span className="font-bold text-bolt text-xs">Today</span>}
        {isSelected && <Check className="size-4 text-bolt" />}
      </span>
      {item ? (
        <>
          <span aria-hidden="true" className="wrap-anywhere line-clamp-2 text-xs leading-snug max-sm:hidden">
            {item.title}
          </span>
          <span className="flex flex-wrap gap-0.5 [&>svg]:size-3.5">
            {item.hasAudio && <AudioLines className="text-bolt" />}
            {item.hasVideo && <Video className="text-warn" />}
            {unseenReason(item) && <EyeOff className="text-muted" />}
            {item.emailSent && <MailCheck className="ml-auto text-muted max-sm:hidden" />}
          </span>
        </>
      ) : (
        !isLoading && <Plus className="size-4" />
      )}
    </button>
  );
}
