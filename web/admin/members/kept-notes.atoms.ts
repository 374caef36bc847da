import { useAtom } from "jotai";
import * as z from "zod";
import { keptFormAtom } from "../parts/kept.atoms.ts";

const keptNotes = z.record(z.string(), z.object({ requestId: z.string(), text: z.string() }));
type KeptNotes = z.infer<typeof keptNotes>;

const keptNotesAtom = keptFormAtom<KeptNotes>("Notes", keptNotes, () => ({}));

export function useKeptNote(memberId: string) {
  const [notes, setNotes] = useAtom(keptNotesAtom);
  const empty = { requestId: "", text: "" };
  const note = notes[memberId] ?? empty;
  return {
    note,
    // Changed text needs a new request id: the old text may have been saved even if its response was lost.
    write: (text: string) => setNotes((all) => ({ ...all, [memberId]: { requestId: crypto.randomUUID(), text } })),
    /** Clears the note only if it is the one that was sent, so that text typed since stays. */
    clear: (requestId: string) =>
      setNotes((all) => {
        const { [memberId]: typed, ...others } = all;
        return typed?.requestId === requestId ? others : all;
      }),
  };
}
