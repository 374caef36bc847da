import type { UpdateContentRequest } from "#domain/contract/content.ts";
import type { LibraryItem } from "#domain/contract/library.ts";
import { createAutosave, type SaveState } from "./autosave.ts";
import { type Conflict, conflictOf, presentIn, withoutOverlap } from "./content-conflict.ts";
import {
  type EditFields,
  FIELD_NAMES,
  type FieldErrors,
  type FieldName,
  fieldErrors,
  fieldsOf,
} from "./content-fields.ts";
import { forgetAllUnsaved, forgetUnsaved, keepUnsaved, readUnsaved, unsavedDates } from "./unsaved-content.ts";

export type MediumField = "audioKey" | "videoKey" | "captionsKey" | "artworkKey";
type DraftMedia = Record<MediumField, string | null>;

export type DraftState = {
  /** What the form shows. Answers of the server must not move what is being typed. */
  values: EditFields;
  errors: FieldErrors;
  media: DraftMedia;
  /** Seconds; that of the chosen file. */
  duration: number | null;
  /** The hosted video that the typed address would replace: nothing is sent of it before that is confirmed. */
  videoAtStake: string | null;
  /** The hosted video that an address has replaced, which can be put back. */
  replacedVideo: string | null;
  /** Another administrator's text of fields that are unsaved here; nothing is sent before somebody has chosen. */
  conflict: Conflict | null;
  save: SaveState;
};

export type ContentDraft = ReturnType<typeof createDraft>;
type Send = (item: LibraryItem, change: UpdateContentRequest) => Promise<LibraryItem>;

function mediaOf(item: LibraryItem): DraftMedia {
  const { audioFilename, videoFilename, captionsKey, artworkKey } = item;
  return { audioKey: audioFilename, videoKey: videoFilename, captionsKey, artworkKey };
}

function createDraft(item: LibraryItem, send: Send) {
  const flow = crypto.randomUUID();
  const left = readUnsaved(item);
  let stored = left?.base ?? item;
  let values: EditFields = { ...fieldsOf(item), ...left?.values };
  let media = mediaOf(item);
  let replacedVideo: string | null = null;
  let conflict: Conflict | null = null;
  let hasNews = false;
  const listeners = new Set<() => void>();
  const autosave = createAutosave<UpdateContentRequest>(save);
  let state = read();
  autosave.subscribe(publish);
  if (left) autosave.edit(toSend(Object.keys(left.values) as FieldName[]));

  async function save(change: UpdateContentRequest): Promise<void> {
    if (conflict) throw conflict.error;
    try {
      stored = await send(stored, { ...change, version: stored.version, flow });
    } catch (error) {
      const present = presentIn(error);
      if (!present) throw error;
      conflict = conflictOf({ stored, present, change, values, error });
      if (conflict) throw error;
      // What somebody else has changed is nothing of this: it is taken over, and the change made to it.
      adopt(present, change);
      stored = await send(stored, { ...change, version: stored.version, flow });
    }
    hasNews = true;
    takeStoredMedia(autosave.pending());
  }

  /** The item as it is now fills every field but those with text that is not saved yet. */
  function adopt(present: LibraryItem, unsaved: UpdateContentRequest): void {
    const open = { ...unsaved, ...autosave.pending() };
    const kept = FIELD_NAMES.filter((name) => name in open || isHeldBack(name));
    stored = present;
    values = { ...fieldsOf(present), ...Object.fromEntries(kept.map((name) => [name, values[name]])) };
    takeStoredMedia(open);
  }

  function read(): DraftState {
    const save = autosave.state();
    const errors = fieldErrors(values, save.error);
    const isAddress = values.youtubeUrl.trim() !== "" && errors.youtubeUrl === undefined;
    const videoAtStake = isAddress ? media.videoKey : null;
    return { values, errors, media, duration: stored.duration, videoAtStake, replacedVideo, conflict, save };
  }

  /** Whether a field holds something that no save may carry: it is wrong, or it would replace the hosted video unasked. */
  function isHeldBack(name: FieldName): boolean {
    if (name === "youtubeUrl" && media.videoKey !== null) return values.youtubeUrl.trim() !== "";
    return name in fieldErrors(values, null);
  }

  /** Undefined takes an earlier change of the field back. Beside a hosted video an empty address says nothing. */
  function toSend(names: readonly FieldName[]): Partial<UpdateContentRequest> {
    const isSilent = (name: FieldName) => isHeldBack(name) || (name === "youtubeUrl" && media.videoKey !== null);
    return Object.fromEntries(names.map((name) => [name, isSilent(name) ? undefined : values[name]]));
  }

  function takeStoredMedia(unsaved: UpdateContentRequest): void {
    const known = media.videoKey ?? replacedVideo;
    media = { ...mediaOf(stored), ...withoutOverlap(media, unsaved) };
    replacedVideo = media.videoKey === null ? known : null;
  }

  function unsavedNames(): FieldName[] {
    const open = autosave.pending();
    return FIELD_NAMES.filter((name) => name in open || isHeldBack(name));
  }

  function publish(): void {
    state = read();
    const { phase } = autosave.state();
    const unsaved = unsavedNames();
    if (unsaved.length > 0) keepUnsaved(stored, Object.fromEntries(unsaved.map((name) => [name, values[name]])));
    else forgetUnsaved(item.id);
    if ((phase !== "idle" && phase !== "saved") || unsaved.length > 0) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
    for (const listener of listeners) listener();
  }

  function change(fields: UpdateContentRequest): void {
    autosave.edit(fields);
    publish();
    void autosave.flush();
  }

  return {
    contentId: item.id,
    date: () => stored.date,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    edit(changed: Partial<EditFields>) {
      values = { ...values, ...changed };
      autosave.edit(toSend(FIELD_NAMES.filter((name) => name in changed)));
      publish();
    },
    /** @returns whether nothing is left unsaved */
    flush: () => (conflict ? Promise.resolve(false) : autosave.flush()),
    isSaved: () => unsavedNames().length === 0 && Object.keys(autosave.pending()).length === 0,
    /** Whether something was saved since this was last asked. */
    takeNews() {
      const had = hasNews;
      hasNews = false;
      return had;
    },
    discard() {
      values = fieldsOf(stored);
      conflict = null;
      takeStoredMedia({});
      autosave.discard();
      publish();
    },
    /** Takes over the item as it is now. Unsaved text stays on what it was typed over, so that the server sees a conflict. */
    reopen(current: LibraryItem) {
      // Of its own version nothing is news, and the server's form of a text must not move what is being typed.
      if (current.version === stored.version || Object.keys(autosave.pending()).length > 0) return;
      adopt(current, {});
      publish();
    },
    resolve(choice: "mine" | "theirs") {
      if (!conflict) return;
      const { present, fields } = conflict;
      conflict = null;
      if (choice === "theirs") {
        autosave.edit(Object.fromEntries(fields.map(({ name }) => [name, undefined])));
        values = { ...values, ...Object.fromEntries(fields.map(({ name }) => [name, fieldsOf(present)[name]])) };
      }
      adopt(present, {});
      publish();
      void autosave.flush();
    },
    chooseMedium(field: MediumField, key: string | null) {
      if (field === "videoKey") {
        replacedVideo = null;
        if (key !== null) values = { ...values, youtubeUrl: "" };
      }
      media = { ...media, [field]: key };
      change({ [field]: key });
    },
    replaceVideo() {
      replacedVideo = media.videoKey;
      media = { ...media, videoKey: null };
      change({ youtubeUrl: values.youtubeUrl, videoKey: null });
    },
    keepVideo() {
      values = { ...values, youtubeUrl: "" };
      publish();
    },
    restoreVideo() {
      media = { ...media, videoKey: replacedVideo };
      replacedVideo = null;
      values = { ...values, youtubeUrl: "" };
      change({ youtubeUrl: "", videoKey: media.videoKey });
    },
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** By item, in memory: a failed save, half an address and a video to put back survive leaving the tab and a new login. */
const drafts = new Map<string, ContentDraft>();

/** The item's draft: the one left behind by an earlier visit, else a new one. */
export function openDraft(item: LibraryItem, send: Send): ContentDraft {
  const known = drafts.get(item.id);
  if (known) {
    known.reopen(item);
    return known;
  }
  const draft = createDraft(item, send);
  drafts.set(item.id, draft);
  return draft;
}

/** Deleted with its item: nothing of it is sent any more. */
export function dropDraft(contentId: string): void {
  drafts.get(contentId)?.discard();
  drafts.delete(contentId);
}

/** @returns whether nothing of that date's draft, or of any, is left to save */
export async function flushDrafts(date?: string): Promise<boolean> {
  const chosen = [...drafts.values()].filter((draft) => date === undefined || draft.date() === date);
  const saved = await Promise.all(chosen.map((draft) => draft.flush()));
  return saved.every(Boolean);
}

/** The dates whose content has something that is not saved, in their order. */
export function datesToSave(): string[] {
  const open = [...drafts.values()].filter((draft) => !draft.isSaved()).map((draft) => draft.date());
  return [...new Set([...open, ...unsavedDates()])].sort();
}

/** With the administrator's logout: what no save has taken is given up. */
export function forgetDrafts(): void {
  for (const draft of drafts.values()) draft.discard();
  drafts.clear();
  forgetAllUnsaved();
}
