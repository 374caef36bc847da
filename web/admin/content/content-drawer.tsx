import { ChevronLeft, ChevronRight } from "lucide-react";
import { useCallback, useState } from "react";
import { createPortal } from "react-dom";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { EditorFields } from "./content-editor.tsx";
import { CreateForm } from "./create-content.tsx";
import { DayActions } from "./day-actions.tsx";
import { DayBar, type DayTool } from "./day-bar.tsx";
import { DeletedDay, useDay } from "./deleted-content.tsx";
import { PreflightPanel, ReleaseState } from "./preflight-panel.tsx";
import { EmailPreview } from "./preview-email-dialog.tsx";
import { RevisionsPanel } from "./revisions-panel.tsx";
import { useEditor } from "./use-editor.ts";

type ContentDrawerProps = {
  date: string;
  today: string;
  /** Leaves the page beside it usable. */
  isBeside?: boolean;
  onOpen: (date: string) => void;
  onClose: () => void;
};

export function ContentDrawer({ date, today, isBeside = false, onOpen, onClose }: ContentDrawerProps) {
  const { content, item, isDeleted } = useDay(date);
  /** In the drawer's head, which stays when another day opens. */
  const [bar, setBar] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      isOpen
      isDrawer
      isBeside={isBeside}
      className="day-drawer"
      onOpenChange={onClose}
      title={formatLongDate(date)}
      tools={
        <>
          <IconButton isSmall icon={ChevronLeft} label="Previous day" onClick={() => onOpen(addDays(date, -1))} />
          <IconButton isSmall icon={ChevronRight} label="Next day" onClick={() => onOpen(addDays(date, 1))} />
        </>
      }
      head={<div ref={setBar} />}
    >
      {item ? (
        <OpenDay
          key={item.id}
          item={item}
          isDeleted={isDeleted}
          today={today}
          bar={bar}
          onOpen={onOpen}
          onClose={onClose}
        />
      ) : (
        <QueryPanel query={content} loading="Loading session..." failed="Couldn't load this day">
          {() => (
            <div key={date} className="grid gap-5">
              <p className="text-muted">No content found for selected date.</p>
              <CreateForm date={date} onCreated={onOpen} />
            </div>
          )}
        </QueryPanel>
      )}
    </Dialog>
  );
}

type OpenDayProps = Pick<ContentDrawerProps, "today" | "onOpen" | "onClose"> & {
  item: LibraryItem;
  isDeleted: boolean;
  bar: HTMLElement | null;
};

function OpenDay({ item, isDeleted, today, bar, onOpen, onClose }: OpenDayProps) {
  const editor = useEditor(item);
  const [tool, setTool] = useState<DayTool | null>(null);
  const closeTool = useCallback(() => setTool(null), []);
  return (
    <div className="grid grid-cols-1 gap-5">
      {bar &&
        createPortal(
          <DayBar item={item} isDeleted={isDeleted} today={today} editor={editor} tool={tool} onTool={setTool} />,
          bar,
        )}
      {isDeleted && <DeletedDay item={item} />}
      <ReleaseState editor={editor} />
      {tool === "mail" && <EmailPreview item={item} onFailed={closeTool} />}
      {tool === "preflight" && <PreflightPanel item={item} />}
      {tool === "revisions" && <RevisionsPanel item={item} />}
      {tool === "day" && <DayActions item={item} onOpen={onOpen} onDeleted={onClose} />}
      <EditorFields editor={editor} />
    </div>
  );
}
