import { useState } from "react";
import { TitledCard } from "../parts/titled-card.tsx";
import { productToday, useContentAddress } from "./content-address.ts";
import { ContentDrawer } from "./content-drawer.tsx";
import { ContentLibrary } from "./content-library.tsx";
import { CreateContent } from "./create-content.tsx";
import { EditContent } from "./day-editor.tsx";
import { DeletedContent } from "./deleted-content.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { flushDrafts } from "./open-drafts.ts";
import { RunwayPanel } from "./runway-panel.tsx";

export function ContentTab() {
  const [today] = useState(productToday);
  const [isSwitching, setIsSwitching] = useState(false);
  const { month, day, date, filter, go } = useContentAddress(today);
  const openDay = (next: string) => go({ day: next });

  /** Opens another day in the card only after the current one is saved. If saving fails, its editor stays and shows the error. */
  async function openDate(next: string): Promise<void> {
    setIsSwitching(true);
    const isSaved = await flushDrafts(date);
    setIsSwitching(false);
    if (isSaved) go({ date: next });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {/* Full width on a phone: seven days side by side need all the space there is. */}
      <TitledCard
        id="content-calendar"
        title="Calendar"
        hint="Select a day to edit it, or an empty day to add a session."
        className="max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <MonthCalendar month={month} today={today} onMonth={(next) => go({ month: next })} onOpen={openDay} />
          <RunwayPanel onOpen={openDay} />
        </div>
      </TitledCard>
      <ContentLibrary today={today} filter={filter} onFilter={(next) => go({ filter: next })} onEdit={openDay} />
      <DeletedContent onOpen={(next) => go({ day: next, from: null })} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <EditContent date={date} openDate={openDate} isSwitching={isSwitching} />
        <CreateContent />
      </div>
      {day !== null && (
        <ContentDrawer
          key={day}
          date={day}
          today={today}
          onOpen={(next) => go({ day: next, from: day })}
          onClose={() => go({ day: null, from: day })}
        />
      )}
    </div>
  );
}
