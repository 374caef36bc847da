import { getDefaultStore, useAtom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Alert } from "../../ui/alert.tsx";
import type { useToast } from "../../ui/use-toast.ts";
import { SmallButton } from "../parts/controls.tsx";
import { resettableAtom } from "../parts/stored.atoms.ts";
import { isContentOpen } from "./content-address.ts";
import type { Draft } from "./content-draft.ts";
import { draftsAtom } from "./drafts.atoms.ts";

/** `draft` is the item with unsaved changes: once they're saved, nothing is wrong. */
type LeftDay = { title: string; text: string; draft?: string };

/** What went wrong on days after they were closed, by date. */
const leftAtom = resettableAtom<Readonly<Record<string, LeftDay>>>(() => ({}));

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

/** Each stays until its day is opened. */
export function LeftDays({ day, onOpen }: { day: string | null; onOpen: (date: string) => void }) {
  const [left, setLeft] = useAtom(leftAtom);
  const drafts = useAtomValue(draftsAtom);
  useEffect(() => {
    if (day !== null) setLeft(({ [day]: _, ...others }) => others);
  }, [day, setLeft]);
  return Object.entries(left).map(
    ([date, { title, text, draft }]) =>
      date !== day &&
      (draft === undefined || drafts[draft]) && (
        <Alert key={date}>
          <p className="font-semibold">{title}</p>
          <p>{text}</p>
          <SmallButton className="mt-2" onClick={() => onOpen(date)}>
            Open day
          </SmallButton>
        </Alert>
      ),
  );
}
