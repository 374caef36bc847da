import { useAtom, useAtomValue } from "jotai";
import { useState } from "react";
import { isCalendarDate } from "#domain/rules/calendar-days.ts";
import { draftAtom, editedDateAtom } from "./edit.atoms.ts";

/** The day being edited. Another one opens only once the present one is saved; if that fails, its editor stays and says so. */
export function useEditedDate() {
  const [date, setDate] = useAtom(editedDateAtom);
  const draft = useAtomValue(draftAtom);
  const [isSwitching, setIsSwitching] = useState(false);

  async function openDate(next: string): Promise<boolean> {
    // The picker is empty or half a year long while someone types into it.
    if (!isCalendarDate(next) || next < "2000") return false;
    setIsSwitching(true);
    const isSaved = draft === null || (await draft.autosave.flush());
    setIsSwitching(false);
    if (isSaved) setDate(next);
    return isSaved;
  }

  return { date, openDate, isSwitching };
}
