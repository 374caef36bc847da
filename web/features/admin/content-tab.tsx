import { useAtom } from "jotai";
import { useRef, useState } from "react";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { flushDrafts } from "./content-draft.ts";
import { ContentLibrary } from "./content-library.tsx";
import { CreateContent } from "./create-content.tsx";
import { EditContent } from "./edit-content.tsx";
import { keptAtom } from "./kept.atoms.ts";

/** The day chosen for editing; null for today in Chicago. */
const chosenDateAtom = keptAtom<string | null>(() => null);

export function ContentTab() {
  const editor = useRef<HTMLDivElement>(null);
  const [chosenDate, chooseDate] = useAtom(chosenDateAtom);
  const [today] = useState(() => dateIn(DEFAULT_ZONE, Date.now()));
  const [isSwitching, setIsSwitching] = useState(false);
  const date = chosenDate ?? today;

  /** Another day opens only once the present one is saved; if that fails, its editor stays and says so. */
  async function openDate(next: string): Promise<void> {
    setIsSwitching(true);
    const isSaved = await flushDrafts(date);
    setIsSwitching(false);
    if (isSaved) chooseDate(next);
  }

  function edit(next: string) {
    editor.current?.scrollIntoView({ block: "start" });
    void openDate(next);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ContentLibrary onEdit={edit} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div ref={editor} className="scroll-mt-6">
          <EditContent date={date} openDate={openDate} isSwitching={isSwitching} />
        </div>
        <CreateContent />
      </div>
    </div>
  );
}
