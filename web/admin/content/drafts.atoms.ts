import { getDefaultStore } from "jotai";
import * as z from "zod";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { storedFormAtom } from "../parts/stored.atoms.ts";
import { type Draft, keptDraft } from "./content-draft.ts";

type Drafts = Readonly<Record<string, Draft>>;

function labelsOf(drafts: Drafts): string[] {
  const dates = Object.values(drafts).map(({ item }) => item.date);
  return dates.sort().map((date) => `Session for ${formatLongDate(date)}`);
}

/** Unsaved sessions by ID: they outlive their editor, a new login, and a reload of this tab. */
export const draftsAtom = storedFormAtom<Drafts>("Sessions", z.record(z.string(), keptDraft), {}, labelsOf);

const store = getDefaultStore();

export const readDraft = (id: string) => store.get(draftsAtom)[id];

/** Changes the draft of an item; null ends it. */
export function changeDraft(id: string, change: (draft: Draft | undefined) => Draft | null | undefined): void {
  const { [id]: before, ...others } = store.get(draftsAtom);
  const next = change(before) ?? undefined;
  if (next !== before) store.set(draftsAtom, next ? { ...others, [id]: next } : others);
}
