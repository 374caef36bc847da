import { type PrimitiveAtom, useAtom } from "jotai";
import { keptAtom } from "../kept.atoms.ts";

type Note = { requestId: string; text: string };
type KeptNotes = Record<string, Note>;

/** What was typed about each member and is not saved yet. */
export const keptNotesAtom = keptAtom<KeptNotes>(() => ({}));

export function useKeptNote(atom: PrimitiveAtom<KeptNotes>, memberId: string) {
  const [notes, setNotes] = useAtom(atom);
  const empty = { requestId: "", text: "" };
  const note = notes[memberId] ?? empty;
  return {
    note,
    // Other words are another note: one of them may have been saved before its answer was lost.
    write: (text: string) => setNotes((all) => ({ ...all, [memberId]: { requestId: crypto.randomUUID(), text } })),
    clear: () => setNotes(({ [memberId]: _, ...others }) => others),
  };
}
