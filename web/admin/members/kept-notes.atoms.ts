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
    // Other words are another note: one of them may have been saved before its answer was lost.
    write: (text: string) => setNotes((all) => ({ ...all, [memberId]: { requestId: crypto.randomUUID(), text } })),
    /** Of what was sent: other words that were typed meanwhile stay. */
    clear: (requestId: string) =>
      setNotes((all) => {
        const { [memberId]: typed, ...others } = all;
        return typed?.requestId === requestId ? others : all;
      }),
  };
}
