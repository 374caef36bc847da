import { useAtom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { Alert } from "../../ui/alert.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { draftsAtom } from "./drafts.atoms.ts";
import { leftAtom } from "./left-days.atoms.ts";

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
