import { getDefaultStore } from "jotai";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import type { useToast } from "../../ui/use-toast.ts";
import { resettableAtom } from "../parts/stored.atoms.ts";
import { isContentOpen } from "./content-address.ts";
import type { Draft } from "./content-draft.ts";

/** `draft` is the item with unsaved changes: once they're saved, nothing is wrong. */
type LeftDay = { title: string; text: string; draft?: string };

/** What went wrong on days after they were closed, by date. */
export const leftAtom = resettableAtom<Readonly<Record<string, LeftDay>>>(() => ({}));

/** Says in Content what went wrong on a day that is closed by now. Elsewhere, a toast says so, too. */
export function reportLeft(date: string, left: LeftDay, toast: ReturnType<typeof useToast>): void {
  getDefaultStore().set(leftAtom, (all) => ({ ...all, [date]: left }));
  if (!isContentOpen())
    toast({ title: left.title, description: `${left.text} Open that day in Content.`, tone: "error" });
}

export function reportUnsaved({ item: { id, date } }: Draft, toast: ReturnType<typeof useToast>): void {
  const text = `We kept your changes for ${formatLongDate(date)}.`;
  reportLeft(date, { title: "Some changes aren't saved", text, draft: id }, toast);
}
