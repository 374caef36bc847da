import type { LibraryItem } from "#domain/contract/content/library.ts";
import { ApiError } from "../../lib/api-error.ts";
import { type ContentDraft, createDraft, type Send } from "./content-draft.ts";
import { forgetAllUnsaved, unsavedItems } from "./unsaved-content.ts";

/** Drafts by item ID. A failed save, a half-typed URL, and a replaced video survive leaving the tab and a new login. */
const drafts = new Map<string, ContentDraft>();

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const listeners = new Set<() => void>();

/** One handler for all drafts: a save of one says nothing about the others. */
function guardPage(): void {
  if ([...drafts.values()].every((draft) => draft.isSaved())) removeEventListener("beforeunload", askFirst);
  else addEventListener("beforeunload", askFirst);
  for (const listener of listeners) listener();
}

export function openDraft(item: LibraryItem, send: Send): ContentDraft {
  const known = drafts.get(item.id);
  if (known) {
    known.reopen(item);
    return known;
  }
  const draft = createDraft(item, send, guardPage);
  drafts.set(item.id, draft);
  guardPage();
  return draft;
}

export function dropDraft(contentId: string): void {
  drafts.get(contentId)?.discard();
  drafts.delete(contentId);
  guardPage();
}

const draftsOf = (date?: string) => [...drafts.values()].filter((draft) => date === undefined || draft.date() === date);

/** @returns whether every draft, or every draft of that date, is saved */
export async function flushDrafts(date?: string): Promise<boolean> {
  const saved = await Promise.all(draftsOf(date).map((draft) => draft.flush()));
  return saved.every(Boolean);
}

const NOT_SAVED = "Fix or save your changes first.";

/** Saves a date's drafts before an action that uses the stored item. @throws ApiError if something can't be saved */
export async function requireSaved(date: string): Promise<void> {
  const isSent = await flushDrafts(date);
  if (!isSent || !draftsOf(date).every((draft) => draft.isSaved())) throw new ApiError(409, NOT_SAVED, null);
}

export function datesToSave(): string[] {
  const open = [...drafts.values()].filter((draft) => !draft.isSaved()).map((draft) => draft.date());
  return [...new Set([...open, ...unsavedItems().map(({ date }) => date)])].sort();
}

/** The last known item of a date with unsaved changes; it may have been deleted since. */
export function unsavedItemOf(date: string): LibraryItem | null {
  const open = [...drafts.values()].find((draft) => draft.date() === date && !draft.isSaved());
  return open?.item() ?? unsavedItems().find((item) => item.date === date) ?? null;
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function forgetDrafts(): void {
  for (const draft of drafts.values()) draft.discard();
  drafts.clear();
  guardPage();
  forgetAllUnsaved();
}
