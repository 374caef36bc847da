import * as z from "zod";
import { updateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { ApiError } from "../../lib/api-error.ts";

export const editFields = z.object({
  title: z.string(),
  description: z.string(),
  youtubeUrl: z.string(),
  status: z.enum(CONTENT_STATUSES),
  hidden: z.boolean(),
  mayBeSentAgain: z.boolean(),
  transcript: z.string(),
});
export type EditFields = z.infer<typeof editFields>;
export type FieldName = keyof EditFields;
export type FieldErrors = Partial<Record<FieldName, string>>;
export const FIELD_NAMES = editFields.keyof().options;

const key = z.string().nullable();
export const draftMedia = z.object({ audioKey: key, videoKey: key, captionsKey: key, artworkKey: key });
export type DraftMedia = z.infer<typeof draftMedia>;
export type MediumField = keyof DraftMedia;
export const MEDIUM_FIELDS = draftMedia.keyof().options;

export const MEDIUM_OF_KIND: Record<MediumKind, MediumField> = {
  audio: "audioKey",
  video: "videoKey",
  captions: "captionsKey",
  artwork: "artworkKey",
};

export const FIELD_LABELS: Record<string, string> = {
  title: "Title",
  description: "Description",
  youtubeUrl: "Video URL",
  status: "Status",
  hidden: "Hidden",
  mayBeSentAgain: "May be sent again",
  transcript: "Transcript",
  date: "Date",
  audioKey: "Audio",
  videoKey: "Hosted video",
  captionsKey: "Captions",
  artworkKey: "Artwork",
  durationSeconds: "Length",
};

export function fieldsOf({ youtubeUrl, transcript, ...item }: LibraryItem): EditFields {
  const { title, description, status, hidden, mayBeSentAgain } = item;
  const texts = { title, description, youtubeUrl: youtubeUrl ?? "", transcript: transcript ?? "" };
  return { ...texts, status, hidden, mayBeSentAgain };
}

export function mediaOf({ audioFilename, videoFilename, captionsKey, artworkKey }: LibraryItem): DraftMedia {
  return { audioKey: audioFilename, videoKey: videoFilename, captionsKey, artworkKey };
}

/** Validation errors per field: the contract's first, else the server's after a refused save. */
export function fieldErrors(values: EditFields, refusal: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const issues = updateContentRequest.safeParse(values).error?.issues ?? [];
  const said = refusal instanceof ApiError ? refusal.fields : {};
  for (const name of FIELD_NAMES) {
    const message = issues.find((issue) => issue.path[0] === name)?.message ?? said[name];
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}
