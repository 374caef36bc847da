import type { UpdateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { createAutosave, type SaveState } from "./autosave.ts";
import { type Conflict, conflictOf, presentIn, withVideoWhole } from "./content-conflict.ts";
import {
  type DraftMedia,
  type EditFields,
  FIELD_NAMES,
  type FieldErrors,
  type FieldName,
  fieldErrors,
  fieldsOf,
  MEDIUM_FIELDS,
  type MediumField,
  mediaOf,
} from "./content-fields.ts";
import { unsavedOf } from "./unsaved-content.ts";

export type DraftState = {
  /** What the form shows. Server responses must not overwrite what is being typed. */
  values: EditFields;
  errors: FieldErrors;
  media: DraftMedia;
  duration: number | null;
  /** The hosted video that the typed URL would replace. The URL isn't sent until that is confirmed. */
  videoAtStake: string | null;
  /** The hosted video that a URL has replaced; it can be restored. */
  replacedVideo: string | null;
  /** Another administrator's version of fields that are unsaved here. Nothing is sent until one is chosen. */
  conflict: Conflict | null;
  save: SaveState;
};

export type ContentDraft = ReturnType<typeof createDraft>;
export type Send = (item: LibraryItem, change: UpdateContentRequest) => Promise<LibraryItem>;

function picked<Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

export function createDraft(item: LibraryItem, send: Send, onChange: () => void) {
  const flow = crypto.randomUUID();
  const left = unsavedOf(item.id).read();
  let stored = left?.base ?? item;
  let values: EditFields = { ...fieldsOf(item), ...left?.values };
  let media: DraftMedia = { ...mediaOf(item), ...left?.media };
  let replacedVideo: string | null = null;
  let conflict: Conflict | null = null;
  let hasNews = false;
  const autosave = createAutosave<UpdateContentRequest>(save, publish);
  let state = read();
  if (left) autosave.edit({ ...toSend(Object.keys(left.values) as FieldName[]), ...left.media });

  async function save(change: UpdateContentRequest): Promise<void> {
    if (conflict) throw conflict.error;
    try {
      stored = await send(stored, { ...change, version: stored.version, flow });
    } catch (error) {
      const present = presentIn(error);
      if (!present) throw error;
      conflict = conflictOf({ stored, present, change, values, media, error });
      if (conflict) throw error;
      // No field is contested: adopt the other administrator's version and apply this change to it.
      adopt(present, change);
      stored = await send(stored, { ...change, version: stored.version, flow });
    }
    hasNews = true;
    takeStoredMedia(autosave.pending());
  }

  /** Fills every field with the current item, except those with unsaved text. */
  function adopt(present: LibraryItem, unsaved: UpdateContentRequest): void {
    const open = { ...unsaved, ...autosave.pending() };
    const kept = FIELD_NAMES.filter((name) => name in open || isOnHold(name));
    stored = present;
    values = { ...fieldsOf(present), ...picked(values, kept) };
    takeStoredMedia(open);
  }

  function read(): DraftState {
    const save = autosave.state();
    const errors = fieldErrors(values, save.error);
    const isAddress = values.youtubeUrl.trim() !== "" && errors.youtubeUrl === undefined;
    const videoAtStake = isAddress ? media.videoKey : null;
    return { values, errors, media, duration: stored.duration, videoAtStake, replacedVideo, conflict, save };
  }

  /** Whether a field can't be saved as it is: it is invalid, or it would replace the hosted video without confirmation. */
  function isOnHold(name: FieldName): boolean {
    if (name === "youtubeUrl" && media.videoKey !== null) return values.youtubeUrl.trim() !== "";
    return name in fieldErrors(values, null);
  }

  /** Undefined withdraws an earlier change of the field. With a hosted video, an empty URL means nothing and isn't sent. */
  function toSend(names: readonly FieldName[]): Partial<UpdateContentRequest> {
    const isSilent = (name: FieldName) => isOnHold(name) || (name === "youtubeUrl" && media.videoKey !== null);
    return Object.fromEntries(names.map((name) => [name, isSilent(name) ? undefined : values[name]]));
  }

  function takeStoredMedia(unsaved: UpdateContentRequest): void {
    const known = media.videoKey ?? replacedVideo;
    const kept = MEDIUM_FIELDS.filter((name) => name in unsaved);
    media = { ...mediaOf(stored), ...picked(media, kept) };
    replacedVideo = media.videoKey === null ? known : null;
  }

  function unsavedNames(): FieldName[] {
    const open = autosave.pending();
    return FIELD_NAMES.filter((name) => name in open || isOnHold(name));
  }

  function publish(): void {
    state = read();
    const open = autosave.pending();
    const [names, files] = [unsavedNames(), MEDIUM_FIELDS.filter((name) => name in open)];
    const unsaved = { base: stored, values: picked(values, names), media: picked(media, files) };
    unsavedOf(item.id).write(names.length + files.length > 0 ? unsaved : null);
    onChange();
  }

  function change(fields: UpdateContentRequest): void {
    autosave.edit(fields);
    publish();
    void autosave.flush();
  }

  return {
    contentId: item.id,
    date: () => stored.date,
    item: () => stored,
    state: () => state,
    edit(changed: Partial<EditFields>) {
      values = { ...values, ...changed };
      autosave.edit(toSend(FIELD_NAMES.filter((name) => name in changed)));
      publish();
    },
    flush: () => (conflict ? Promise.resolve(false) : autosave.flush()),
    isSaved: () => unsavedNames().length === 0 && Object.keys(autosave.pending()).length === 0,
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
    /** Adopts the current item. Unsaved text keeps its base version, so that the server detects the conflict. */
    reopen(current: LibraryItem) {
      // Skip our own version (the server's normalized text must not move the cursor) and older ones, read before the last save.
      if (current.version <= stored.version || Object.keys(autosave.pending()).length > 0) return;
      adopt(current, {});
      publish();
    },
    resolve(choice: "mine" | "theirs") {
      if (!conflict) return;
      const { present, fields } = conflict;
      conflict = null;
      if (choice === "theirs") {
        const names = withVideoWhole(fields.map(({ name }) => name));
        autosave.edit(Object.fromEntries(names.map((name) => [name, undefined])));
        const texts = FIELD_NAMES.filter((name) => names.includes(name));
        values = { ...values, ...picked(fieldsOf(present), texts) };
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
