import { clsx } from "clsx";
import { AudioLines, CalendarDays, Circle, EyeOff, List, MailCheck, Video } from "lucide-react";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { PressButtons } from "../parts/controls.tsx";
import { type ContentAddress, useContentAddress } from "./content-address.ts";
import { ContentDrawer } from "./content-drawer.tsx";
import { ContentLibrary } from "./content-library.tsx";
import { CreateContent } from "./create-content.tsx";
import { EditContent } from "./day-editor.tsx";
import { DeletedContent } from "./deleted-content.tsx";
import { ManyDays } from "./many-days.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { RunwayPanel } from "./runway-panel.tsx";
import { useAddFile } from "./use-add-file.ts";
import "./content.css";
import { Card } from "../../ui/card.tsx";

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

export function ContentTab() {
  const address = useContentAddress();
  const { view, today, day, go } = address;
  return (
    <div ref={noteLeft} className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PressButtons label="View" options={VIEWS} value={view} onChange={(next) => go({ view: next })} />
        <ManyDays />
      </div>
      {view === "list" ? <ListView {...address} /> : <CalendarView {...address} />}
      <DeletedContent onOpen={(next) => go({ day: next, from: null })} />
      {day !== null && (
        <ContentDrawer
          isBeside={view === "calendar" && isDayBeside()}
          date={day}
          today={today}
          onOpen={(next) => go({ day: next, month: monthOf(next), from: day })}
          onClose={() => go({ day: null, from: day })}
        />
      )}
    </div>
  );
}

function CalendarView({ month, day, today, go }: ContentAddress) {
  const addFile = useAddFile((next) => go({ day: next, from: day }));
  return (
    // Full width on a phone: seven days side by side need all the space there is.
    <Card
      id="content-calendar"
      title="Calendar"
      hint="Select a day to edit it, or drop an audio, video, captions, or artwork file on it."
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
            go={go}
            onFiles={(date, files) => addFile.mutate({ date, files })}
          />
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

function ListView({ date, filter, today, go }: ContentAddress) {
  return (
    <div className="in-turn grid grid-cols-1 gap-6">
      <ContentLibrary today={today} filter={filter} go={go} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <EditContent date={date} go={go} />
        <CreateContent />
      </div>
    </div>
  );
}
