import { atom } from "jotai";

/** How much of the screen's lower edge the dock takes (web/brand/dock.tsx), in px; what floats stands above it. */
export const dockHeightAtom = atom(0);

/** Where a toast's lower edge stands, as CSS. */
export const toastBottomAtom = atom((get) => `max(${get(dockHeightAtom)}px + 0.75rem, env(safe-area-inset-bottom))`);
