import * as z from "zod";
import { UPLOAD_STATES } from "../rules/uploads.ts";
import { MEDIUM_KINDS } from "../rules/video-link.ts";

const KIND = "Choose audio, video, captions, or artwork";
const FILENAME = "File name must be 1 to 200 characters";
const bytes = z.coerce
  .number("Size must be a whole number of bytes")
  .int("Size must be a whole number of bytes")
  .min(0);

/** The headers and decoded metadata that start an upload (tus 1.0.0, "Creation"). */
export const createUploadRequest = z.object({
  kind: z.enum(MEDIUM_KINDS, KIND),
  filename: z.string(FILENAME).trim().min(1, FILENAME).max(200, FILENAME),
  sizeBytes: bytes,
});
export type CreateUploadRequest = z.infer<typeof createUploadRequest>;

const UPLOAD_ID = "Upload not found";
export const uploadRef = z.object({ id: z.uuid(UPLOAD_ID) });

/** Headers of an upload part (tus 1.0.0, "PATCH"). A length is required because R2 takes no part of unknown size. */
export const uploadPartHeaders = z.object({
  "upload-offset": bytes,
  "content-length": bytes.min(1, "Upload part must have a length"),
});

export const medium = z.object({
  key: z.string(),
  kind: z.enum(MEDIUM_KINDS),
  title: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  durationSeconds: z.number().nullable(),
});
export type Medium = z.infer<typeof medium>;

/** An upload's current state; `medium` is set once it's complete. */
export const uploadResponse = z.object({
  id: z.string(),
  state: z.enum(UPLOAD_STATES),
  offsetBytes: z.int(),
  sizeBytes: z.int(),
  medium: medium.nullable(),
});
export type UploadResponse = z.infer<typeof uploadResponse>;
