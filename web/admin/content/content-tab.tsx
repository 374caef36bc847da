import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import { AudioLines, CalendarDays, Circle, EyeOff, List, MailCheck, Upload, Video } from "lucide-react";
import { Suspense, useRef } from "react";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { MEDIUM_KINDS } from "#domain/rules/video-link.ts";
import { lazyChunk } from "../../lib/load-chunk.ts";
import { Card } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { chosenEndings } from "../media/prepare-file.ts";
import { hasFiles } from "../media/upload-field.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { PressButtons, SmallButton } from "../parts/controls.tsx";
import { type ContentAddress, useContentAddress } from "./content-address.ts";
import { ContentDrawer } from "./content-drawer.tsx";
import { ContentLibrary } from "./content-library.tsx";
import { DeletedContent } from "./deleted-content.tsx";
import { EditContent } from "./edit-content.tsx";
import { LeftDays } from "./left-days.tsx";
import { ManyDays } from "./many-days.tsx";
import { createdAtom } from "./month/created.atoms.ts";
import { tableAtom } from "./month/month.atoms.ts";
import { takeFiles as take } from "./month/month-rows.ts";
import { MonthCalendar } from "./month-calendar.tsx";
import { RunwayPanel } from "./runway-panel.tsx";
import { useAddFile } from "./use-add-file.ts";
import "./content.css";

const VIEWS = [
  { value: "calendar", label: "Calendar", icon: CalendarDays },
  { value: "list", label: "List", icon: List },
] as const;

/** Where the page's content begins, which the calendar needs to stop short of the drawer. */
function noteLeft(tab: HTMLElement | null): void {
  tab?.style.setProperty("--left", `${tab.getBoundingClientRect().left}px`);
}

/** Whether there is room for the calendar beside an open day. */
function isDayBeside(): boolean {
  return window.matchMedia("(min-width: 80rem)").matches;
}

const Month = lazyChunk(() => import("./month/month.tsx").then((module) => module.Month));

export function ContentTab() {
  const address = useContentAddress();
  const { view, today, day, go } = address;
  const queryClient = useQueryClient();
  const takeFiles = (files: readonly File[], start = addDays(today, 1)) => take(files, { start, today }, queryClient);
  const [isTable, isCreated] = [useAtomValue(tableAtom) !== null, useAtomValue(createdAtom) !== null];
  const isBeside = day !== null && view === "calendar" && !isTable && isDayBeside();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by the button.
    <div
      ref={noteLeft}
      className="grid grid-cols-1 gap-6"
      onDragOver={(event) => hasFiles(event.dataTransfer) && event.preventDefault()}
      onDrop={(event) => {
        // Not what a field or a day has taken, and nothing dropped on the drawer, which is elsewhere in the document.
        const isHere = event.currentTarget.contains(event.target as Node);
        if (!isHere || event.isDefaultPrevented() || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        takeFiles([...event.dataTransfer.files]);
      }}
    >
      <LeftDays day={day} onOpen={(date) => go({ day: date, month: monthOf(date) })} />
      {(isTable || isCreated) && (
        <Suspense fallback={<StatePanel kind="loading" title="Loading..." />}>
          <Month today={today} go={go} />
        </Suspense>
      )}
      {!isTable && (
        <>
          <div className={clsx("flex flex-wrap items-center justify-between gap-3", isBeside && "beside-day")}>
            <PressButtons label="View" options={VIEWS} value={view} onChange={(next) => go({ view: next })} />
            <div className="flex flex-wrap gap-2">
              <FilesButton onFiles={takeFiles} />
              <ManyDays />
            </div>
          </div>
          {view === "list" ? <ListView {...address} /> : <CalendarView {...address} takeFiles={takeFiles} />}
          <DeletedContent onOpen={(next) => go({ day: next, from: null })} />
        </>
      )}
      {day !== null && (
        <ContentDrawer
          isBeside={isBeside}
          date={day}
          today={today}
          onOpen={(next) => go({ day: next, month: monthOf(next), from: day })}
          onClose={() => go({ day: null, from: day })}
        />
      )}
    </div>
  );
}

/** For many files at once; on a phone, the only way to choose them. */
function FilesButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <SmallButton icon={Upload} onClick={() => input.current?.click()}>
        Add files…
      </SmallButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files for new sessions"
        accept={MEDIUM_KINDS.map(chosenEndings).join(",")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}

type CalendarViewProps = ContentAddress & { takeFiles: (files: readonly File[], start: string) => void };

function CalendarView({ month, day, today, go, takeFiles }: CalendarViewProps) {
  const addFile = useAddFile((next) => go({ day: next, from: day }));
  return (
    // Full width on a phone: seven days side by side need all the space there is.
    <Card
      id="content-calendar"
      title="Calendar"
      hint="Press a day to edit it, or drop an audio, video, captions, or artwork file on it. Drop many files anywhere."
      className={clsx(
        "max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0",
        day !== null && isDayBeside() && "beside-day",
      )}
    >
      <div className="content-columns grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-4">
          <MonthCalendar
            month={month}
            today={today}
            day={day}
            go={go}
            onFiles={(date, files) => (files.length > 1 ? takeFiles(files, date) : addFile.mutate({ date, files }))}
          />
          <ActionError of={addFile} title="File not added" />
          <CalendarLegend />
        </div>
        <RunwayPanel onOpen={(next) => go({ day: next })} />
      </div>
    </Card>
  );
}

const SIGNS = [
  { label: "Published", icon: Circle, color: "text-good" },
  { label: "Scheduled", icon: Circle, color: "text-info" },
  { label: "Draft", icon: Circle, color: "text-muted" },
  { label: "No session", icon: Circle, color: "text-bad" },
  { label: "Audio", icon: AudioLines, color: "text-bolt" },
  { label: "Video", icon: Video, color: "text-warn" },
  { label: "Email sent", icon: MailCheck, color: "text-muted" },
  { label: "Not visible", icon: EyeOff, color: "text-muted" },
] as const;

/** Each day also says this in its name, so that it doesn't depend on colors. */
function CalendarLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-2 text-muted text-xs">
      {SIGNS.map(({ label, icon: Icon, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Icon fill={Icon === Circle ? "currentColor" : "none"} className={`size-3.5 ${color}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function ListView({ filter, today, go }: ContentAddress) {
  return (
    <div className="in-turn grid grid-cols-1 gap-6">
      <EditContent today={today} go={go} />
      <ContentLibrary today={today} filter={filter} go={go} />
    </div>
  );
}
