import { clsx } from "clsx";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { ArtworkBackdrop } from "../../brand/artwork-backdrop.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useDaysBeside } from "./use-days-beside.ts";

type ContentItemViewProps = {
  item: Omit<OpenedItem, "completed" | "progressPercent" | "isFavorite">;
  favorite?: ReactNode;
  audio: ReactNode;
  video: ReactNode;
  ways: ReactNode;
  badges?: ReactNode;
  notice?: ReactNode;
  children?: ReactNode;
};

/** Media and words side by side on wide screens and on phones in landscape, whose screens are low. */
const PLACES =
  "grid grid-cols-1 gap-4 sm:gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-14 short:min-[44rem]:grid-cols-2 short:gap-x-6 short:gap-y-3";

/** Shrinks long titles, so that on a phone Play stays within the first 400 px. */
function titleSize({ length }: string): string {
  if (length <= 30) return "text-[1.75rem] short:text-2xl";
  if (length <= 60) return "text-xl max-sm:leading-tight max-[22.5rem]:text-lg short:text-2xl";
  return length <= 90 ? "text-base max-sm:leading-tight" : "text-[0.9375rem]";
}

/** Audio comes first, then video. Words and `ways` sit next to the media where there is room. */
export function ContentItemView({
  item,
  audio,
  video,
  ways,
  favorite,
  badges,
  notice,
  children,
}: ContentItemViewProps) {
  useDocumentTitle(item.title);
  return (
    <article className={PLACES}>
      <ArtworkBackdrop date={item.date} own={item.artworkFilename} />
      <header className="grid grid-cols-1 gap-2 sm:gap-3 short:gap-1 short:min-[44rem]:col-span-2 lg:col-span-2">
        <div className="flex items-center justify-between gap-3">
          <p className="readout text-bolt">{formatLongDate(item.date)}</p>
          {favorite}
        </div>
        <h1 className={clsx("wrap-anywhere sm:text-5xl", titleSize(item.title))}>{item.title}</h1>
        <div className="flex flex-wrap gap-2 empty:hidden">{badges}</div>
      </header>
      <div className="grid grid-cols-1 content-start gap-6 sm:gap-8">
        {notice}
        {item.audioFilename && (
          <section
            aria-labelledby="audio-heading"
            className="flex gap-8 rounded-card border border-line bg-panel p-4 sm:p-8 short:p-4"
          >
            <Artwork
              date={item.date}
              own={item.artworkFilename}
              className="w-[13rem] rounded-xl max-lg:hidden short:hidden"
            />
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-3 sm:gap-5">
              <h2 id="audio-heading" className="text-lg sm:text-xl">
                Audio Power Session
              </h2>
              {audio}
            </div>
          </section>
        )}
        {item.video && (
          <section aria-labelledby="video-heading" className="grid grid-cols-1 gap-2 sm:gap-4">
            <h2 id="video-heading" className="text-base max-sm:leading-tight sm:text-xl short:text-base">
              Video Power Session
            </h2>
            {video}
          </section>
        )}
        {children}
      </div>
      <div className="grid grid-cols-1 content-start gap-6 sm:gap-8">
        {item.description && (
          <p className="max-w-prose whitespace-pre-line wrap-anywhere text-lg leading-relaxed">{item.description}</p>
        )}
        {item.transcript && (
          <details className="group rounded-card border border-line bg-panel">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between rounded-card px-5 font-bold semi-wide">
              Transcript
              <ChevronDown aria-hidden="true" className="size-5 text-muted transition group-open:rotate-180" />
            </summary>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere px-5 pb-6 leading-relaxed">{item.transcript}</p>
          </details>
        )}
        {ways}
      </div>
    </article>
  );
}

export function ContentItemSkeleton({ status }: { status: string }) {
  // Set here, not by the page: when the item is already there, the page's effect would run after the item's and override its title.
  useDocumentTitle("Session");
  const bar = "animate-pulse rounded-lg bg-raised";
  return (
    <div className={`min-h-dvh content-start ${PLACES}`}>
      <div className="grid grid-cols-1 gap-2 sm:gap-3 short:gap-1 short:min-[44rem]:col-span-2 lg:col-span-2">
        <p role="status" className="readout text-bolt">
          {status}
        </p>
        <h1 className="text-[1.75rem] sm:text-5xl short:text-2xl">Your session</h1>
      </div>
      <div
        aria-hidden="true"
        className="grid content-between gap-5 rounded-card border border-line bg-panel p-4 sm:p-8 short:p-4 lg:min-h-80"
      >
        <span className={`h-6 w-1/2 ${bar}`} />
        <span className={`h-18 w-1/2 justify-self-center !rounded-full ${bar}`} />
        <span className={`h-12 ${bar}`} />
      </div>
      <span aria-hidden="true" className={`h-28 max-w-prose lg:w-full ${bar}`} />
    </div>
  );
}

/** Previous Day and Next Day within the item's month, wrapping around. `isAdmin` is true in the administrator's preview. */
export function DayLinks({ date, isAdmin }: { date: string; isAdmin: boolean }) {
  const { previous, next } = useDaysBeside(date, isAdmin);
  return (
    <nav aria-label="Days" className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
      <DayLink href={previous}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous Day
      </DayLink>
      <DayLink href={next}>
        Next Day
        <ChevronRight aria-hidden="true" className="size-4" />
      </DayLink>
    </nav>
  );
}

function DayLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const look = buttonClass("secondary", "md", "!px-2 whitespace-nowrap max-[22.5rem]:[&>svg]:hidden");
  return href ? (
    <Link to={href} className={look}>
      {children}
    </Link>
  ) : (
    <button type="button" disabled className={look}>
      {children}
    </button>
  );
}
