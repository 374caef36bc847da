import { type ContentItem, type UpdateContentRequest, updateContentRequest } from "#domain/contract/content.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { ApiError } from "../../lib/api-error.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { createAutosave, type SaveState } from "./autosave.ts";

export type EditFields = { title: string; description: string; youtubeUrl: string; status: ContentStatus };
type FieldName = keyof EditFields;
type FieldErrors = Partial<Record<FieldName, string>>;

const NAMES = ["title", "description", "youtubeUrl", "status"] as const satisfies readonly FieldName[];

export type DraftState = {
  /** What the form shows. Answers of the server must not move what is being typed. */
  values: EditFields;
  errors: FieldErrors;
  /** Key of the hosted video that the item has, or null. */
  hostedVideo: string | null;
  /** The hosted video that the typed address would replace: nothing is sent of it before that is confirmed. */
  videoAtStake: string | null;
  /** The hosted video that an address has replaced, which can be put back. */
  replacedVideo: string | null;
  save: SaveState;
};

export type ContentDraft = ReturnType<typeof createDraft>;

function fieldsOf({ title, description, youtubeUrl, status }: ContentItem): EditFields {
  return { title, description, youtubeUrl: youtubeUrl ?? "", status };
}

/** What is wrong with each field: by the contract, else in the server's words after a refused save. */
function fieldErrors(values: EditFields, refusal: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const issues = updateContentRequest.safeParse(values).error?.issues ?? [];
  const said = refusal instanceof ApiError ? refusal.fields : {};
  for (const name of NAMES) {
    const message = issues.find((issue) => issue.path[0] === name)?.message ?? said[name];
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}

function createDraft(
  item: ContentItem,
  send: (item: ContentItem, change: UpdateContentRequest) => Promise<ContentItem>,
) {
  let stored = item;
  let values = fieldsOf(item);
  let hostedVideo = item.videoFilename;
  let replacedVideo: string | null = null;
  const listeners = new Set<() => void>();
  const autosave = createAutosave<UpdateContentRequest>(async (change) => {
    stored = await send(stored, change);
  });
  let state = read();
  autosave.subscribe(publish);

  function read(): DraftState {
    const save = autosave.state();
    const errors = fieldErrors(values, save.error);
    const isAddress = values.youtubeUrl.trim() !== "" && errors.youtubeUrl === undefined;
    return { values, errors, hostedVideo, videoAtStake: isAddress ? hostedVideo : null, replacedVideo, save };
  }

  /** Whether a field holds something that no save may carry: it is wrong, or it would replace the hosted video unasked. */
  function isHeldBack(name: FieldName): boolean {
    if (name === "youtubeUrl" && hostedVideo !== null) return values.youtubeUrl.trim() !== "";
    return name in fieldErrors(values, null);
  }

  /** Undefined takes an earlier change of the field back. Beside a hosted video an empty address says nothing. */
  function toSave(name: FieldName): string | undefined {
    const isSilent = isHeldBack(name) || (name === "youtubeUrl" && hostedVideo !== null);
    return isSilent ? undefined : values[name];
  }

  function takeStoredVideo(): void {
    const known = hostedVideo ?? replacedVideo;
    hostedVideo = stored.videoFilename;
    replacedVideo = hostedVideo === null ? known : null;
  }

  function isUnsaved(): boolean {
    const { phase } = autosave.state();
    return (phase !== "idle" && phase !== "saved") || NAMES.some(isHeldBack);
  }

  function publish(): void {
    state = read();
    if (isUnsaved()) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
    for (const listener of listeners) listener();
  }

  return {
    contentId: item.id,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    edit(change: Partial<EditFields>) {
      values = { ...values, ...change };
      const names = NAMES.filter((name) => name in change);
      autosave.edit(Object.fromEntries(names.map((name) => [name, toSave(name)])));
      publish();
    },
    flush: autosave.flush,
    discard() {
      values = fieldsOf(stored);
      takeStoredVideo();
      autosave.discard();
      publish();
    },
    /** The item as it is now fills every field but those with text that is not saved yet. */
    reopen(current: ContentItem) {
      const unsaved = autosave.pending();
      const kept = NAMES.filter((name) => name in unsaved || isHeldBack(name));
      stored = current;
      values = { ...fieldsOf(current), ...Object.fromEntries(kept.map((name) => [name, values[name]])) };
      if (!("videoKey" in unsaved)) takeStoredVideo();
      publish();
    },
    replaceVideo() {
      replacedVideo = hostedVideo;
      hostedVideo = null;
      autosave.edit({ youtubeUrl: values.youtubeUrl, videoKey: null });
      publish();
      void autosave.flush();
    },
    keepVideo() {
      values = { ...values, youtubeUrl: "" };
      publish();
    },
    restoreVideo() {
      hostedVideo = replacedVideo;
      replacedVideo = null;
      values = { ...values, youtubeUrl: "" };
      autosave.edit({ youtubeUrl: "", videoKey: hostedVideo });
      publish();
      void autosave.flush();
    },
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** By date, in memory: a failed save, half an address and a video to put back survive leaving the tab and a new login. */
const drafts = new Map<string, ContentDraft>();

onSignOut(() => {
  for (const draft of drafts.values()) draft.discard();
  drafts.clear();
});

/** The item's draft: the one left behind by an earlier visit, else a new one. */
export function openDraft(item: ContentItem, send: Parameters<typeof createDraft>[1]): ContentDraft {
  const known = drafts.get(item.date);
  if (known?.contentId === item.id) {
    known.reopen(item);
    return known;
  }
  const draft = createDraft(item, send);
  drafts.set(item.date, draft);
  return draft;
}

/** @returns whether nothing of that date's draft, or of any, is left to save */
export async function flushDrafts(date?: string): Promise<boolean> {
  const chosen = date === undefined ? [...drafts.values()] : [drafts.get(date)];
  const saved = await Promise.all(chosen.map((draft) => draft?.flush() ?? true));
  return saved.every(Boolean);
}
