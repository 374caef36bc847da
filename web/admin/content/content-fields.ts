import * as z from "zod";
import { updateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import { type MediumKind, parseVideoLink, videoAddress } from "#domain/rules/video-link.ts";
import { refusedFields } from "../../lib/api-error.ts";

const key = z.string().nullable();
/** An item's fields, by their names in PUT. */
export const fields = z.object({
  title: z.string(),
  description: z.string(),
  youtubeUrl: z.string(),
  status: z.enum(CONTENT_STATUSES),
  hidden: z.boolean(),
  mayBeSentAgain: z.boolean(),
  transcript: z.string(),
  audioKey: key,
  videoKey: key,
  captionsKey: key,
  artworkKey: key,
});
export type Fields = z.infer<typeof fields>;
export type FieldName = keyof Fields;
export type FieldErrors = Partial<Record<FieldName, string>>;
export const FIELD_NAMES = fields.keyof().options;

export const MEDIUM_OF_KIND = {
  audio: "audioKey",
  video: "videoKey",
  captions: "captionsKey",
  artwork: "artworkKey",
} as const satisfies Record<MediumKind, FieldName>;

/** What choosing a file changes: a hosted video takes the place of an address. */
export function choiceOf(kind: MediumKind, key: string | null): Partial<Fields> {
  return { [MEDIUM_OF_KIND[kind]]: key, ...(kind === "video" && key !== null && { youtubeUrl: "" }) };
}

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

export function fieldsOf(item: LibraryItem): Fields {
  return {
    title: item.title,
    description: item.description,
    youtubeUrl: item.youtubeUrl ?? "",
    transcript: item.transcript ?? "",
    status: item.status,
    hidden: item.hidden,
    mayBeSentAgain: item.mayBeSentAgain,
    audioKey: item.audioFilename,
    videoKey: item.videoFilename,
    captionsKey: item.captionsKey,
    artworkKey: item.artworkKey,
  };
}

/** A value as the server stores it: text without outer spaces, a video's address in its one form. */
function asStored<Name extends FieldName>(name: Name, value: Fields[Name] | undefined) {
  const stored = updateContentRequest.safeParse({ [name]: value }).data?.[name] ?? value;
  const link = name === "youtubeUrl" ? parseVideoLink(String(stored)) : null;
  return link ? videoAddress(link) : stored;
}

export function isSame<Name extends FieldName>(name: Name, one: Partial<Fields>, other: Partial<Fields>): boolean {
  return one[name] === other[name] || asStored(name, one[name]) === asStored(name, other[name]);
}

/** Validation errors per field: the contract's first, else the server's after a refused save. */
export function fieldErrors(typed: Partial<Fields>, refusal: unknown): FieldErrors {
  // The editor asks about an address beside a hosted video.
  const { videoKey: _, ...checked } = typed;
  const issues = updateContentRequest.safeParse(checked).error?.issues ?? [];
  const refused = refusedFields(refusal);
  return Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const message = issues.find((issue) => issue.path[0] === name)?.message ?? refused[name];
      return message === undefined ? [] : [[name, message]];
    }),
  );
}
