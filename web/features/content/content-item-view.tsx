import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate, monthOf } from "#domain/rules/calendar-days.ts";
import type { PlaybackListener } from "../../lib/playback-listener.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { AudioPlayer } from "./audio-player.tsx";
import { contentListQuery } from "./content.query.ts";
import { contentHref, neighboursOf, parseMonth } from "./dashboard-address.ts";
import { VideoPlayer } from "./video-player.tsx";

type ContentItemViewProps = {
  item: ContentItem;
  /** Set in the admin's preview, which saves no progress. */
  isAdmin: boolean;
  renewPass?: () => Promise<void>;
  listeners?: { audio: PlaybackListener; video: PlaybackListener };
  resumeAtPercent?: number | null;
  badges?: ReactNode;
  notice?: ReactNode;
  children?: ReactNode;
};

const nothingToRenew = async () => undefined;

/** Title, video, description, audio and the way to the days beside it. */
export function ContentItemView({
  item,
  isAdmin,
  renewPass = nothingToRenew,
  listeners,
  resumeAtPercent = null,
  badges,
  notice,
  children,
}: ContentItemViewProps) {
  useDocumentTitle(item.title);
  return (
    <article className="mx-auto grid max-w-3xl grid-cols-1 gap-8 pt-3">
      <header className="grid grid-cols-1 gap-3">
        <p className="readout text-bolt">{formatLongDate(item.date)}</p>
        <h1 className="text-[2rem] wrap-anywhere sm:text-5xl">{item.title}</h1>
        <div className="flex flex-wrap gap-2 empty:hidden">{badges}</div>
      </header>
      {notice}
      {item.video && (
        <section aria-labelledby="video-heading" className="grid gap-4">
          <h2 id="video-heading" className="text-xl">
            Video Power Session
          </h2>
          <VideoPlayer
            video={item.video}
            title={item.title}
            listener={listeners?.video ?? null}
            renewPass={renewPass}
          />
        </section>
      )}
      {item.description && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere text-lg leading-relaxed">{item.description}</p>
      )}
      {item.audioFilename && (
        <section
          aria-labelledby="audio-heading"
          className="grid gap-5 rounded-card border border-line bg-panel p-5 sm:p-8"
        >
          <h2 id="audio-heading" className="text-xl">
            Audio Power Session
          </h2>
          <AudioPlayer
            filename={item.audioFilename}
            title={item.title}
            date={item.date}
            resumeAtPercent={resumeAtPercent}
            listener={listeners?.audio ?? null}
            renewPass={renewPass}
          />
        </section>
      )}
      {children}
      <DayLinks date={item.date} isAdmin={isAdmin} />
    </article>
  );
}

/** Previous Day and Next Day inside the item's month, wrapping around. */
function DayLinks({ date, isAdmin }: { date: string; isAdmin: boolean }) {
  const month = parseMonth(monthOf(date));
  const list = useQuery(contentListQuery(month, isAdmin));
  const neighbours = list.data ? neighboursOf(list.data, date) : null;
  const suffix = isAdmin ? "&from=admin" : "";
  const sides = [
    {
      label: "Previous Day",
      target: neighbours?.previous,
      before: <ChevronLeft aria-hidden="true" className="size-5" />,
    },
    { label: "Next Day", target: neighbours?.next, after: <ChevronRight aria-hidden="true" className="size-5" /> },
  ];
  const look = buttonClass("secondary", "md", "!px-2 whitespace-nowrap max-[22.5rem]:[&>svg]:hidden");
  return (
    <nav aria-label="Days" className="grid grid-cols-2 gap-3">
      {sides.map(({ label, target, before, after }) => {
        const text = (
          <>
            {before}
            {label}
            {after}
          </>
        );
        return target ? (
          <Link
            key={label}
            to={contentHref(target.date, { ...month, rolodex: target.rolodex }) + suffix}
            className={look}
          >
            {text}
          </Link>
        ) : (
          <button key={label} type="button" disabled className={look}>
            {text}
          </button>
        );
      })}
    </nav>
  );
}
