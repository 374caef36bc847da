import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { VOICE } from "#domain/brand.ts";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useDaysBeside } from "./use-days-beside.ts";

type ContentItemViewProps = {
  item: Omit<OpenedItem, "completed" | "progressPercent" | "isFavorite">;
  stage: ReactNode;
  favorite?: ReactNode;
  ways: ReactNode;
  badges?: ReactNode;
  notice?: ReactNode;
  children?: ReactNode;
};

/**
 * Media beside all else on wide screens and on phones in landscape, whose screens are low. What changes while the session plays is last in
 * its column there, so that little moves.
 */
const PLACES =
  "grid grid-cols-1 content-start gap-4 [grid-template-areas:'head'_'stage'_'done'_'words'] sm:gap-6 lg:gap-x-14 lg:[grid-template:'head_head'_'stage_words'_'stage_done'_1fr/minmax(0,1fr)_20rem] short:gap-y-3";
/** On a phone, the media come before the title, so that Play stays within the first 400 px below any title. */
const STAGE_FIRST =
  "max-md:[grid-template-areas:'stage'_'head'_'done'_'words'] short:min-[40rem]:[grid-template:'stage_head'_'stage_words'_'stage_done'_1fr/minmax(0,1fr)_minmax(0,1fr)]";
const HEAD = "relative grid grid-cols-1 content-start gap-2 [grid-area:head] sm:gap-3 short:gap-1";
const REST = "grid grid-cols-1 content-start gap-6 sm:gap-8 empty:hidden";

/** Words and `ways` sit next to the media where there is room. */
export function ContentItemView({ item, stage, ways, favorite, badges, notice, children }: ContentItemViewProps) {
  useDocumentTitle(item.title);
  const hasMedia = item.audioFilename !== null || item.video !== null;
  return (
    <article className={clsx(PLACES, hasMedia && STAGE_FIRST)}>
      <header className={HEAD}>
        <div className="flex items-center justify-between gap-3">
          <p className="readout text-bolt">
            {/* Breaks after the weekday, if at all. */}
            {formatLongDate(item.date).replace(/ (?=\d)/g, "\u00a0")}
            {VOICE && ` · with ${VOICE.name}`}
          </p>
          {favorite}
        </div>
        <h1
          className={clsx(
            "wrap-anywhere sm:text-5xl short:text-2xl",
            item.title.length > 30 ? "text-xl" : "text-[1.75rem]",
          )}
        >
          {item.title}
        </h1>
        {/* On wide screens, in the date's row, beside the heart: media are below. */}
        <div className={clsx("flex flex-wrap gap-2 empty:hidden", favorite && "right-12 lg:absolute lg:top-0")}>
          {badges}
        </div>
      </header>
      <div className={clsx(REST, "[grid-area:stage]")}>
        {notice}
        {stage}
      </div>
      <div className={clsx(REST, "[grid-area:done]")}>{children}</div>
      <div className={clsx(REST, "[grid-area:words]")}>
        {item.description && (
          <p className="max-w-prose whitespace-pre-line wrap-anywhere text-lg leading-relaxed">{item.description}</p>
        )}
        {item.transcript && (
          <details className="group rounded-card border border-line bg-panel">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between rounded-card px-5 font-bold semi-wide">
              Transcript
              <ChevronDown className="size-5 text-muted transition group-open:rotate-180" />
            </summary>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere px-5 pb-6 leading-relaxed">{item.transcript}</p>
          </details>
        )}
        {ways}
      </div>
    </article>
  );
}

export function ContentItemSkeleton({ status = "Loading your power session..." }: { status?: string }) {
  // Set here, not by the page: when the item is already there, the page's effect would run after the item's and override its title.
  useDocumentTitle("Session");
  const bar = "animate-pulse rounded-lg bg-raised";
  return (
    <div className={clsx(PLACES, STAGE_FIRST)}>
      <div className={HEAD}>
        <p role="status" className="readout text-bolt">
          {status}
        </p>
        <h1 className="text-[1.75rem] sm:text-5xl short:text-2xl">Your session</h1>
      </div>
      <div aria-hidden="true" className="grid content-start gap-3 [grid-area:stage]">
        <span className="h-6" />
        <span className="aspect-video w-full rounded-card border border-line bg-panel max-lg:short:hidden max-[22.5rem]:aspect-2/1" />
        <span className={`-mt-13 h-18 max-lg:short:mt-4 w-1/2 justify-self-center !rounded-full ${bar}`} />
        <span className={`h-12 ${bar}`} />
      </div>
      <span aria-hidden="true" className={`h-28 max-w-prose [grid-area:words] lg:w-full ${bar}`} />
    </div>
  );
}

/** Previous Day and Next Day within the item's month, wrapping around, if it has another. `isAdmin`: in the administrator's preview. */
export function DayLinks({ date, isAdmin }: { date: string; isAdmin: boolean }) {
  const { previous, next } = useDaysBeside(date, isAdmin);
  if (!previous || !next) return null;
  return (
    <nav aria-label="Days" className="grid grid-cols-2 gap-3">
      <Link to={previous} className={DAY_LINK}>
        Previous Day
      </Link>
      <Link to={next} className={DAY_LINK}>
        Next Day
      </Link>
    </nav>
  );
}

const DAY_LINK = buttonClass("secondary", "md", "!px-2");
