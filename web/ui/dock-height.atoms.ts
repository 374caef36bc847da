import { atom } from "jotai";

/** How much of the screen's lower edge the dock takes (web/brand/dock.tsx), in px; what floats stands above it. */
export const dockHeightAtom = atom(0);
