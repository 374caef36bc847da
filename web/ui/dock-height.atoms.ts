import { atom } from "jotai";

/** Height in px of the dock at the bottom of the screen (web/brand/dock.tsx); floating elements stay above it. */
export const dockHeightAtom = atom(0);
