import { atom } from "jotai";

/** True while a page shows stored answers because the network failed. */
export const offlineAtom = atom(false);
