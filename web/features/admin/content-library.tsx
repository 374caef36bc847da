import { useQuery } from "@tanstack/react-query";
import { AudioLines, Eye, Mail, Pencil, Video } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { ContentItem } from "#domain/contract/content.ts";
import { contentPath } from "#domain/paths.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StackCell, StackRow, StackTable } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { libraryQuery } from "./content.query.ts";
import { PreviewEmailDialog } from "./preview-email-dialog.tsx";

const COLUMNS = ["Date", "Title", "Status", "Media", "Email Sent", "Actions"];
const STATUS_TONES: Record<ContentStatus, BadgeTone> = { draft: "grey", published: "green", scheduled: "blue" };
const ACTION = buttonClass("secondary", "sm", "gap-1.5 whitespace-nowrap px-3 lg:px-2.5 lg:text-[0.8125rem]");

export function ContentLibrary({ onEdit }: { onEdit: (date: string) => void }) {
  const library = useQuery(libraryQuery);
  const [previewed, setPreviewed] = useState<ContentItem | null>(null);
  return (
    <Card aria-labelledby="content-library">
      <CardHeading id="content-library">Content Library</CardHeading>
      {library.data ? (
        <Items items={library.data} onEdit={onEdit} onPreview={setPreviewed} />
      ) : library.isPending ? (
        <StatePanel kind="loading" title="Loading the library..." />
      ) : (
        <StatePanel
          kind="error"
          title="Failed to fetch all content"
          detail={errorDetail(library.error)}
          retry={library}
        />
      )}
      {previewed && <PreviewEmailDialog item={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  );
}

type ItemsProps = { items: ContentItem[]; onEdit: (date: string) => void; onPreview: (item: ContentItem) => void };

function Items({ items, onEdit, onPreview }: ItemsProps) {
  if (items.length === 0) return <StatePanel kind="empty" title="No content yet. Create the first item below." />;
  return (
    <StackTable labelledBy="content-library" columns={COLUMNS} className="max-h-[34rem] overflow-y-auto">
      {items.map((item) => (
        <Item key={item.id} item={item} onEdit={() => onEdit(item.date)} onPreview={() => onPreview(item)} />
      ))}
    </StackTable>
  );
}

type ItemProps = { item: ContentItem; onEdit: () => void; onPreview: () => void };

function Item({ item, onEdit, onPreview }: ItemProps) {
  return (
    <StackRow>
      <StackCell label="Date" className="whitespace-nowrap tabular-nums">
        {item.date}
      </StackCell>
      <StackCell label="Title" className="font-semibold lg:min-w-32">
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
      <StackCell label="Actions" className="max-lg:flex-col max-lg:items-stretch max-lg:gap-2 max-lg:[&>span]:hidden">
        <div className="grid gap-2 sm:flex sm:flex-wrap lg:min-w-72 xl:flex-nowrap">
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
            <span className="xl:sr-only">Edit</span>
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
