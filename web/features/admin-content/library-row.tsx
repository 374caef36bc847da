import { AudioLines, Eye, Mail, Pencil, Video } from "lucide-react";
import { Link } from "react-router";
import type { ContentItem } from "#domain/contract/content.ts";
import { contentPath } from "#domain/paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { StackCell, StackRow } from "../../ui/stack-table.tsx";
import { STATUS_TONES } from "./content-status.ts";

type LibraryRowProps = { item: ContentItem; onEdit: () => void; onPreview: () => void };

const ACTION = buttonClass("secondary", "sm", "gap-1.5 whitespace-nowrap px-3 md:px-2.5 md:text-[0.8125rem]");

export function LibraryRow({ item, onEdit, onPreview }: LibraryRowProps) {
  return (
    <StackRow>
      <StackCell label="Date" className="whitespace-nowrap tabular-nums">
        {item.date}
      </StackCell>
      <StackCell label="Title" className="font-semibold">
        {item.title}
      </StackCell>
      <StackCell label="Status">
        <Badge tone={STATUS_TONES[item.status]}>{item.status}</Badge>
      </StackCell>
      <StackCell label="Media">
        <Media item={item} />
      </StackCell>
      <StackCell label="Email Sent">
        <Badge tone={item.emailSent ? "green" : "grey"}>{item.emailSent ? "Sent" : "Pending"}</Badge>
      </StackCell>
      <StackCell label="Actions" className="max-md:flex-col max-md:items-stretch max-md:gap-2 max-md:[&>span]:hidden">
        <div className="grid gap-2 sm:flex sm:flex-wrap lg:flex-nowrap">
          {/* Within the app, so that the password in memory comes along. */}
          <Link
            to={`${contentPath(item.date)}?from=admin`}
            className={ACTION}
            aria-label={`View Content of ${item.date}`}
          >
            <Eye aria-hidden="true" className="size-4" />
            View Content
          </Link>
          <button type="button" onClick={onPreview} className={ACTION} aria-label={`Preview Email of ${item.date}`}>
            <Mail aria-hidden="true" className="size-4" />
            Preview Email
          </button>
          <button type="button" onClick={onEdit} className={ACTION} aria-label={`Edit content of ${item.date}`}>
            <Pencil aria-hidden="true" className="size-4" />
            <span className="lg:sr-only">Edit</span>
          </button>
        </div>
      </StackCell>
    </StackRow>
  );
}

function Media({ item }: { item: ContentItem }) {
  if (!item.audioFilename && !item.video) return <span className="text-muted">None</span>;
  return (
    <div className="flex flex-wrap gap-1.5">
      {item.audioFilename && (
        <Badge tone="yellow">
          <AudioLines aria-hidden="true" /> Audio
        </Badge>
      )}
      {item.video && (
        <Badge tone="orange">
          <Video aria-hidden="true" /> Video
        </Badge>
      )}
    </div>
  );
}
