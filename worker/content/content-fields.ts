import * as z from "zod";
import type { UpdateContentRequest } from "#domain/contract/content/content.ts";
import { UNKNOWN_MEDIA } from "#domain/contract/content/content.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import { EMBED_PROVIDERS, type MediumKind } from "#domain/rules/video-link.ts";
import { invalid } from "../kernel/errors.ts";
import { embedColumns, type LibraryRow } from "./content-item.ts";

/** The columns that revisions keep. Parses a stored revision, because a different release may have written it. */
export const contentFields = z.object({
  date: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(CONTENT_STATUSES),
  hidden: z.boolean(),
  /** Unknown in revisions from before there was such a field. */
  mayBeSentAgain: z.boolean().optional(),
  transcript: z.string().nullable(),
  audioKey: z.string().nullable(),
  embedProvider: z.enum(EMBED_PROVIDERS).nullable(),
  embedRef: z.string().nullable(),
  videoKey: z.string().nullable(),
  captionsKey: z.string().nullable(),
  artworkKey: z.string().nullable(),
  durationSeconds: z.number().nullable(),
}) satisfies z.ZodType<Partial<LibraryRow>>;
export type ContentFields = z.infer<typeof contentFields>;
export type FieldChange = Partial<ContentFields>;
type Media = readonly { key: string; kind: MediumKind; durationSeconds: number | null }[];

const KINDS = { audioKey: "audio", videoKey: "video", captionsKey: "captions", artworkKey: "artwork" } as const;
type MediumField = keyof typeof KINDS;
const MEDIUM_FIELDS = Object.keys(KINDS) as MediumField[];

export function mediumKeysOf(change: UpdateContentRequest): string[] {
  return MEDIUM_FIELDS.flatMap((field) => change[field] ?? []);
}

/** @throws AppError `validation` for an unknown key or a medium of the wrong kind */
export function requireMedia(change: UpdateContentRequest, media: Media): void {
  for (const field of MEDIUM_FIELDS) {
    const key = change[field];
    if (!key || media.some((medium) => medium.key === key && medium.kind === KINDS[field])) continue;
    throw invalid(UNKNOWN_MEDIA[field], { [field]: UNKNOWN_MEDIA[field] });
  }
}

/** An item has one video: a typed URL replaces a hosted one and vice versa. An empty URL leaves a hosted video alone. */
function videoColumns({ youtubeUrl, videoKey }: UpdateContentRequest): FieldChange {
  if (videoKey) return { ...embedColumns(""), videoKey };
  const embed = youtubeUrl === undefined ? {} : embedColumns(youtubeUrl);
  return { ...embed, ...(youtubeUrl || videoKey === null ? { videoKey: null } : {}) };
}

/** The duration follows the new file: audio first, then hosted video. Removing that file clears it. */
function lengthOf(change: UpdateContentRequest, before: ContentFields, media: Media): FieldChange {
  if (change.durationSeconds !== undefined) return { durationSeconds: change.durationSeconds };
  const audioKey = change.audioKey === undefined ? before.audioKey : change.audioKey;
  const key = change.audioKey ?? (audioKey === null ? change.videoKey : null);
  const seconds = media.find((medium) => medium.key === key)?.durationSeconds;
  if (seconds) return { durationSeconds: Math.max(1, Math.round(seconds)) };
  const losesAudio = change.audioKey === null && before.audioKey !== null;
  const losesVideo = audioKey === null && before.videoKey !== null && (change.videoKey === null || change.youtubeUrl);
  return key || losesAudio || losesVideo ? { durationSeconds: null } : {};
}

/** Returns only columns whose value changes. @throws AppError `validation` */
export function changedColumns(change: UpdateContentRequest, before: ContentFields, media: Media): FieldChange {
  const { version, flow, youtubeUrl, videoKey, durationSeconds, transcript, ...columns } = change;
  return differenceOf(before, {
    ...columns,
    ...(transcript === undefined ? {} : { transcript: transcript || null }),
    ...videoColumns(change),
    ...lengthOf(change, before, media),
  });
}

/** A field that `before` doesn't know isn't taken as changed. */
export function differenceOf(before: ContentFields, fields: FieldChange): FieldChange {
  const isNew = ([name, value]: [string, unknown]) => {
    const old = before[name as keyof ContentFields];
    return value !== undefined && old !== undefined && value !== old;
  };
  return Object.fromEntries(Object.entries(fields).filter(isNew));
}

export function fieldNames(change: FieldChange): string[] {
  const names = Object.keys(change).map((name) => (name.startsWith("embed") ? "youtubeUrl" : name));
  return [...new Set(names)];
}
