import { atom } from "jotai";
import type { UpdateContentRequest } from "#domain/contract/content.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Autosave } from "./autosave.ts";

const chosenDateAtom = atom<string | null>(null);

/** The day whose content is being edited: today in Chicago until another is chosen. Outlives a change of tab. */
export const editedDateAtom = atom(
  (get) => get(chosenDateAtom) ?? dateIn(DEFAULT_ZONE, Date.now()),
  (_get, set, date: string) => set(chosenDateAtom, date),
);

export type Draft = { contentId: string; autosave: Autosave<UpdateContentRequest> };

/** The item being edited with what is not saved yet; kept here so that a failed save survives leaving the tab. */
export const draftAtom = atom<Draft | null>(null);
