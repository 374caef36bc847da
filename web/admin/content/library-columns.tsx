import { Repeat } from "lucide-react";
import { Link } from "react-router";
import type { ListedLibraryItem } from "#domain/contract/content/library.ts";
import { adminPath, previewPath } from "#domain/paths.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { unseenReason } from "#domain/rules/runway.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { StackColumn } from "../../ui/stack-table.tsx";
import { LINK } from "../parts/controls.tsx";
import type { ContentAddress } from "./content-address.ts";
import { humanDate, MediaBadges, mailState, playsText, StatusBadge, UnseenBadge } from "./content-words.tsx";

/** On a card, cells need no label; only the email state does. */
const BARE = "max-lg:[&>span]:hidden";

type Columns = Pick<ContentAddress, "today" | "go"> & {
  onPreview: (item: ListedLibraryItem) => void;
  isSelected: (id: string) => boolean;
  onSelect: (item: ListedLibraryItem, isRange: boolean) => void;
};

export const LIBRARY_CARD =
  "max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:gap-y-2.5";

export function libraryColumns(of: Columns): StackColumn<ListedLibraryItem>[] {
  const { today, go, onPreview, isSelected, onSelect } = of;
  return [
    {
      label: "Select",
      className: BARE,
      cell: (item) => (
        <label className="-m-3 grid size-11 place-items-center">
          <input
            type="checkbox"
            className="size-5 accent-bolt"
            aria-label={`Select ${formatLongDate(item.date)}`}
            checked={isSelected(item.id)}
            onChange={({ nativeEvent }) => onSelect(item, (nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
      ),
    },
    {
      label: "Date",
      className: `${BARE} tabular-nums max-lg:mr-auto max-lg:whitespace-nowrap max-lg:text-muted max-lg:text-sm xl:whitespace-nowrap`,
      cell: ({ date }) => <time dateTime={date}>{humanDate(date)}</time>,
    },
    {
      label: "Title",
      className: `${BARE} max-lg:order-2 max-lg:basis-full max-lg:[&>div]:text-left lg:min-w-[8rem]`,
      cell: (item) => (
        <div className="grid min-w-0 gap-1">
          <span className="wrap-anywhere font-semibold">{item.title}</span>
          {item.starts + item.favorites > 0 && (
            <span className="text-muted text-sm tabular-nums">{playsText(item)}</span>
          )}
          <RowActions item={item} go={go} onPreview={onPreview} />
        </div>
      ),
    },
    {
      label: "Status",
      className: `${BARE} max-lg:order-1`,
      cell: (item) => (
        <div className="flex flex-wrap gap-1.5 max-lg:justify-end">
          <StatusBadge status={item.status} />
          <UnseenBadge item={item} />
          {item.mayBeSentAgain && <Repeat role="img" aria-label="May be sent again" className="size-5 text-muted" />}
        </div>
      ),
    },
    {
      label: "Media",
      className: `${BARE} max-lg:order-3`,
      cell: ({ audioFilename, video }) => <MediaBadges hasAudio={audioFilename !== null} hasVideo={video !== null} />,
    },
    {
      label: "Email Sent",
      className: "max-lg:order-3 max-lg:!gap-2",
      cell: (item) => <MailCell item={item} today={today} />,
    },
  ];
}

type RowActionsProps = Pick<Columns, "go" | "onPreview"> & { item: ListedLibraryItem };

/** Words in one row, so that a session takes two lines. */
function RowActions({ item, go, onPreview }: RowActionsProps) {
  const day = formatLongDate(item.date);
  return (
    <div className="flex flex-wrap items-center gap-x-3 lg:flex-nowrap">
      {/* A client-side link, so that the password in memory isn't lost. */}
      <Link
        to={previewPath(item.date)}
        className={buttonClass(LINK.variant, LINK.size, LINK.className)}
        aria-label={`View Content for ${day}`}
      >
        View Content
      </Link>
      <Button {...LINK} aria-label={`Preview Email for ${day}`} onClick={() => onPreview(item)}>
        Preview Email
      </Button>
      <Button {...LINK} aria-label={`Edit session for ${day}`} onClick={() => go({ day: item.date })}>
        Edit
      </Button>
    </div>
  );
}

/** What a pending email waits for, and where to read what happened to one that members didn't get. */
function MailCell({ item, today }: { item: ListedLibraryItem; today: string }) {
  const { date, status, hidden } = item;
  const { word, tone } = mailState(item, today);
  const waitsFor = status === "draft" ? "if published" : hidden && "if shown";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm max-lg:justify-end">
      <Badge tone={tone}>{word}</Badge>
      {word === "Pending" && waitsFor && <span>{waitsFor}</span>}
      {word === "Not sent" && status !== "draft" && unseenReason(item) === null && (
        <Link
          to={adminPath({ tab: "delivery", date })}
          className="underline underline-offset-4 hover:text-bolt"
          aria-label={`See Delivery on ${formatLongDate(date)}`}
        >
          See Delivery
        </Link>
      )}
    </div>
  );
}
