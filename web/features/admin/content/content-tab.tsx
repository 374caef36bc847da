import { useAtom } from "jotai";
import { useState } from "react";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { keptAtom } from "../kept.atoms.ts";
import { productToday, useContentAddress } from "./content-address.ts";
import { flushDrafts } from "./content-draft.ts";
import { ContentDrawer } from "./content-drawer.tsx";
import { ContentLibrary } from "./content-library.tsx";
import { CreateContent } from "./create-content.tsx";
import { DeletedContent } from "./deleted-content.tsx";
import { EditContent } from "./edit-content.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { RunwayPanel } from "./runway-panel.tsx";

/** The day chosen in the card; null for today in Chicago. */
const chosenDateAtom = keptAtom<string | null>(() => null);

export function ContentTab() {
  const [chosenDate, chooseDate] = useAtom(chosenDateAtom);
  const [today] = useState(productToday);
  const [isSwitching, setIsSwitching] = useState(false);
  const { month, day, filter, go } = useContentAddress(today);
  const date = chosenDate ?? today;
  const openDay = (next: string) => go({ day: next });

  /** Another day opens in the card only once the present one is saved; if that fails, its editor stays and says so. */
  async function openDate(next: string): Promise<void> {
    setIsSwitching(true);
    const isSaved = await flushDrafts(date);
    setIsSwitching(false);
    if (isSaved) chooseDate(next);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {/* From edge to edge on a phone, where seven days side by side need all there is. */}
      <Card aria-labelledby="content-calendar" className="max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0">
        <CardHeading id="content-calendar" hint="A day opens its editor; an empty one creates.">
          Calendar
        </CardHeading>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <MonthCalendar month={month} today={today} onMonth={(next) => go({ month: next })} onOpen={openDay} />
          <RunwayPanel onOpen={openDay} />
        </div>
      </Card>
      <ContentLibrary today={today} filter={filter} onFilter={(next) => go({ filter: next })} onEdit={openDay} />
      <DeletedContent onOpen={openDay} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <EditContent date={date} openDate={openDate} isSwitching={isSwitching} />
        <CreateContent />
      </div>
      {day !== null && (
        <ContentDrawer key={day} date={day} today={today} onOpen={openDay} onClose={() => go({ day: null })} />
      )}
    </div>
  );
}
