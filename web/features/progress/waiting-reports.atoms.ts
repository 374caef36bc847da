import { atom } from "jotai";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";

const waitingAtom = atom<Readonly<Record<string, SaveProgressRequest>>>({});
/** Per item, the report that couldn't be saved and waits for its next try. */
export const waitingReportsAtom = atom(
  (get) => get(waitingAtom),
  (get, set, id: string, report: SaveProgressRequest | null) => {
    const { [id]: known, ...others } = get(waitingAtom);
    if (report !== null) set(waitingAtom, { ...others, [id]: report });
    else if (known !== undefined) set(waitingAtom, others);
  },
);
