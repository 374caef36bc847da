import { Eye, Mail, Pencil } from "lucide-react";
import { Link } from "react-router";
import type { ListedLibraryItem } from "#domain/contract/content/library.ts";
import { contentPath } from "#domain/paths.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import type { StackColumn } from "../../ui/stack-table.tsx";
import { humanDate, MediaBadges, mailState, playsText, STATUS_TONES, UnseenBadge } from "./content-words.tsx";

const ACTION = buttonClass(
  "secondary",
  "sm",
  "min-h-11 gap-1.5 px-2 py-1.5 text-[0.8125rem] max-sm:flex-col max-sm:gap-1 max-sm:text-xs sm:whitespace-nowrap sm:px-3 lg:px-2.5",
);
/** The smallest phones have no room for three labels side by side: hide them visually, keep them for screen readers. */
const WORDS = "max-[22.4rem]:sr-only";
/** On a card, cells need no label; only the email state does. */
const BARE = "max-lg:[&>span]:hidden";

type RowActions = { today: string; onEdit: (date: string) => void; onPreview: (item: ListedLibraryItem) => void };

export const LIBRARY_CARD =
  "max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:gap-y-2.5";

export function libraryColumns({ today, onEdit, onPreview }: RowActions): StackColumn<ListedLibraryItem>[] {
  return [
    {
      label: "Date",
      className: `${BARE} tabular-nums max-lg:whitespace-nowrap max-lg:text-muted max-lg:text-sm xl:whitespace-nowrap`,
      cell: ({ date }) => <time dateTime={date}>{humanDate(date)}</time>,
    },
    {
      label: "Title",
      className: `${BARE} max-lg:order-1 max-lg:basis-full max-lg:[&>div]:text-left lg:min-w-[8rem]`,
      cell: (item) => (
        <div className="grid min-w-0 gap-1">
          <span className="wrap-anywhere font-semibold">{item.title}</span>
          {item.starts + item.favorites > 0 && (
            <span className="text-muted text-sm tabular-nums">{playsText(item)}</span>
          )}
        </div>
      ),
    },
    {
      label: "Status",
      className: BARE,
      cell: (item) => (
        <div className="flex flex-wrap gap-1.5 max-lg:justify-end">
          <Badge tone={STATUS_TONES[item.status]}>{item.status}</Badge>
          <UnseenBadge item={item} />
        </div>
      ),
    },
    {
      label: "Media",
      className: `${BARE} max-lg:order-2`,
      cell: ({ audioFilename, video }) => <MediaBadges hasAudio={audioFilename !== null} hasVideo={video !== null} />,
    },
    {
      label: "Email Sent",
      className: "max-lg:order-2 max-lg:!gap-2",
      cell: (item) => <Badge tone={mailState(item, today).tone}>{mailState(item, today).word}</Badge>,
    },
    {
      label: "Actions",
      className: `${BARE} max-lg:order-3 max-lg:basis-full max-lg:[&>div]:flex-1`,
      cell: (item) => (
        <div className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap lg:min-w-[16rem] xl:flex-nowrap">
          {/* A client-side link, so that the password in memory isn't lost. */}
          <Link
            to={`${contentPath(item.date)}?from=admin`}
            className={ACTION}
            aria-label={`View Content for ${formatLongDate(item.date)}`}
          >
            <Eye aria-hidden="true" className="size-4" />
            <span className={WORDS}>View Content</span>
          </Link>
          <button
            type="button"
            onClick={() => onPreview(item)}
            className={ACTION}
            aria-label={`Preview Email for ${formatLongDate(item.date)}`}
          >
            <Mail aria-hidden="true" className="size-4" />
            <span className={WORDS}>Preview Email</span>
          </button>
          <button
            type="button"
            onClick={() => onEdit(item.date)}
            className={ACTION}
            aria-label={`Edit session for ${formatLongDate(item.date)}`}
          >
            <Pencil aria-hidden="true" className="size-4" />
            <span className={`${WORDS} xl:sr-only`}>Edit</span>
          </button>
        </div>
      ),
    },
  ];
}
