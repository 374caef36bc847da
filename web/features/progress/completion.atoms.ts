import { atom } from "jotai";
import type { EngagementResponse } from "#domain/contract/progress.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";

export type Moment = ProgressOwner & { engagement: EngagementResponse };

const shownAtom = atom<Moment | null>(null);
const openItemAtom = atom<string | null>(null);
/** The completion shown beside another page; null once seen. Setting it answers whether it is: an item's own page shows its own. */
export const momentAtom = atom(
  (get) => get(shownAtom),
  (get, set, moment: Moment | null) => {
    if (moment !== null && get(openItemAtom) === moment.id) return false;
    set(shownAtom, moment);
    return moment !== null;
  },
);

/** Says which item's page is open: it takes the place of a moment that is shown beside another page. */
export const enterItemAtom = atom(null, (get, set, id: string) => {
  set(openItemAtom, id);
  if (get(shownAtom)?.id === id) set(shownAtom, null);
  return () => {
    if (get(openItemAtom) === id) set(openItemAtom, null);
  };
});
