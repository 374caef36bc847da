import { useCallback, useState } from "react";
import { Link } from "react-router";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { contentPath } from "#domain/paths.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ContentEditor } from "./content-editor.tsx";
import { mailState, playsText, STATUS_TONES, UnseenBadge } from "./content-words.tsx";
import { CreateForm } from "./create-content.tsx";
import { DayActions } from "./day-actions.tsx";
import { DeletedDay } from "./deleted-day.tsx";
import { PreflightPanel } from "./preflight-panel.tsx";
import { EmailPreview } from "./preview-email-dialog.tsx";
import { RevisionsPanel } from "./revisions-panel.tsx";
import { useDay } from "./use-day.ts";

type ContentDrawerProps = { date: string; today: string; onOpen: (date: string) => void; onClose: () => void };

export function ContentDrawer({ date, today, onOpen, onClose }: ContentDrawerProps) {
  const { content, item, isDeleted } = useDay(date);
  return (
    <Dialog isOpen isDrawer onOpenChange={onClose} title={formatLongDate(date)}>
      {item ? (
        <div key={item.id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {isDeleted ? (
            <DeletedDay item={item} />
          ) : (
            <ItemTools item={item} today={today} onOpen={onOpen} onClose={onClose} />
          )}
          <ContentEditor item={item} />
        </div>
      ) : (
        <QueryPanel query={content} loading="Loading session..." failed="Couldn't load this day">
          {() => (
            <div className="grid gap-5">
              <p className="text-muted">No session yet. New sessions start as drafts.</p>
              <CreateForm place="drawer" date={date} onCreated={onOpen} />
            </div>
          )}
        </QueryPanel>
      )}
    </Dialog>
  );
}

const TOOLS = [
  { name: "mail", label: "Preview Email" },
  { name: "preflight", label: "Preflight" },
  { name: "revisions", label: "Earlier versions" },
  { name: "day", label: "More" },
] as const;
type Tool = (typeof TOOLS)[number]["name"];

type ItemToolsProps = { item: LibraryItem; today: string; onOpen: (date: string) => void; onClose: () => void };

function ItemTools({ item, today, onOpen, onClose }: ItemToolsProps) {
  const [tool, setTool] = useState<Tool | null>(null);
  const closeTool = useCallback(() => setTool(null), []);
  const mail = mailState(item, today);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={STATUS_TONES[item.status]}>{item.status}</Badge>
        <Badge tone={mail.tone}>Email: {mail.word}</Badge>
        <UnseenBadge item={item} />
        <span className="text-muted text-sm tabular-nums">{playsText(item)}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        {/* A client-side link, so that the password in memory isn't lost. */}
        <Link to={`${contentPath(item.date)}?from=admin`} className={buttonClass("secondary", "sm")}>
          View Content
        </Link>
        {TOOLS.map(({ name, label }) => (
          <Button
            key={name}
            variant="secondary"
            size="sm"
            className="aria-expanded:border-bolt aria-expanded:text-bolt"
            aria-expanded={tool === name}
            onClick={() => setTool(tool === name ? null : name)}
          >
            {label}
          </Button>
        ))}
      </div>
      {tool === "mail" && <EmailPreview item={item} onFailed={closeTool} />}
      {tool === "preflight" && <PreflightPanel item={item} />}
      {tool === "revisions" && <RevisionsPanel item={item} />}
      {tool === "day" && <DayActions item={item} onOpen={onOpen} onDeleted={onClose} />}
    </>
  );
}
