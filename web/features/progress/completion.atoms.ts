import { atom } from "jotai";
import type { EngagementResponse, SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";

export type Moment = ProgressOwner & { engagement: EngagementResponse };

const shownAtom = atom<Moment | null>(null);
const openItemAtom = atom<string | null>(null);
/** The completion shown on another page; null once seen. Setting it returns whether it is shown: an item's own page shows its own. */
export const momentAtom = atom(
  (get) => get(shownAtom),
  (get, set, moment: Moment | null) => {
    if (moment !== null && get(openItemAtom) === moment.id) return false;
    set(shownAtom, moment);
    return moment !== null;
  },
);

/** Registers the open item's page, and removes a moment of the same item shown on another page. @returns a function that unregisters it */
export const enterItemAtom = atom(null, (get, set, id: string) => {
  set(openItemAtom, id);
  if (get(shownAtom)?.id === id) set(shownAtom, null);
  return () => {
    if (get(openItemAtom) === id) set(openItemAtom, null);
  };
});

/** Per item, the report that couldn't be saved and waits for its next try. */
export const waitingReportsAtom = atom<Record<string, SaveProgressRequest | null>>({});
