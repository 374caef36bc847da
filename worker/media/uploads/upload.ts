import type { CreateUploadRequest, Medium, UploadResponse } from "#domain/contract/media.ts";
import { foldText } from "#domain/rules/text.ts";
import { endingOf, UPLOAD_PART_BYTES, uploadContentType, uploadHindrance } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import type { Ctx } from "../../kernel/context.ts";
import { AppError, conflict, gone, invalid, notFound } from "../../kernel/errors.ts";
import { attemptLimit, networkLimits, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import {
  advanceUpload,
  deleteParts,
  endUpload,
  insertUpload,
  type MediumRow,
  selectUpload,
  type Upload,
  upsertPart,
} from "./uploads.queries.ts";

/** R2 key of a medium. Artwork is public, because emails show it. */
export function objectKeyOf({ kind, key }: { kind: MediumKind; key: string }): string {
  return kind === "artwork" ? `public/${key}` : key;
}

/** Combines a slug of the file's name with 16 random characters: a media pass opens every medium, so keys must be unguessable. */
function newKey(filename: string): string {
  const slug = foldText(filename.slice(0, filename.lastIndexOf(".")))
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  const random = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return `${slug || "file"}-${random}.${endingOf(filename)}`;
}

/** Per 15 minutes. A year of sessions can be dropped on the page together. */
const MOST_UPLOADS = 500;

/** @throws AppError `validation` or `too_large` if the kind doesn't accept the file, `rate_limited` */
export async function createUpload(
  ctx: Ctx,
  { network, ...input }: CreateUploadRequest & { network: string },
): Promise<Upload> {
  const { kind, filename, sizeBytes } = input;
  const hindrance = uploadHindrance(kind, input);
  const contentType = uploadContentType(kind, filename);
  if (hindrance !== null || contentType === null) {
    const isTooLarge = contentType !== null && sizeBytes > 0;
    throw new AppError(isTooLarge ? "too_large" : "validation", hindrance ?? "This file can't be uploaded.");
  }
  await requireAttempt(ctx, [
    attemptLimit(ctx, { kind: "upload-account", value: "admin", max: 2 * MOST_UPLOADS }),
    ...networkLimits(ctx, { kind: "upload-network", value: network, max: MOST_UPLOADS }),
  ]);
  const key = newKey(filename);
  const { uploadId } = await ctx.bucket.createMultipartUpload(objectKeyOf({ kind, key }), {
    httpMetadata: { contentType },
  });
  const upload = {
    id: crypto.randomUUID(),
    kind,
    filename,
    sizeBytes,
    offsetBytes: 0,
    key,
    multipartId: uploadId,
    state: "open",
    createdAt: ctx.now,
    touchedAt: ctx.now,
  } as const;
  await insertUpload(ctx.db, upload);
  return upload;
}

/** @throws AppError `not_found` */
export async function requireUpload(ctx: Ctx, id: string): Promise<{ upload: Upload; medium: MediumRow | null }> {
  const found = await selectUpload(ctx.db, id).get();
  if (!found) throw notFound("Upload");
  return found;
}

/** @throws AppError `not_found`, or `gone` if it has ended; clients then start over */
async function requireOpenUpload(ctx: Ctx, id: string): Promise<Upload> {
  const { upload } = await requireUpload(ctx, id);
  if (upload.state !== "open") throw gone("This upload is no longer open. Choose the file again.");
  return upload;
}

export function multipartOf({ bucket }: Ctx, upload: Upload): R2MultipartUpload {
  return bucket.resumeMultipartUpload(objectKeyOf(upload), upload.multipartId ?? "");
}

export function toMedium({ key, kind, title, contentType, sizeBytes, durationSeconds }: MediumRow): Medium {
  return { key, kind, title, contentType, sizeBytes, durationSeconds };
}

/** @throws AppError `not_found`, or `gone` if it was given up */
export async function readUpload(ctx: Ctx, id: string): Promise<UploadResponse & Pick<Upload, "filename" | "kind">> {
  const { upload, medium } = await requireUpload(ctx, id);
  const { state, offsetBytes, sizeBytes, filename, kind } = upload;
  if (state === "aborted" || state === "refused") throw gone("This upload is no longer open. Choose the file again.");
  return { id, state, offsetBytes, sizeBytes, filename, kind, medium: medium && toMedium(medium) };
}

/** R2 throws a `TypeError` for a body shorter or longer than declared. That's the client's mistake. */
async function putPart(ctx: Ctx, upload: Upload, partNumber: number, body: ReadableStream): Promise<R2UploadedPart> {
  try {
    return await multipartOf(ctx, upload).uploadPart(partNumber, body);
  } catch (error) {
    throw error instanceof TypeError ? invalid("The part's length doesn't match its header.") : error;
  }
}

type Part = { offset: number; length: number; body: ReadableStream };

/** Returns the total bytes stored. @throws AppError `conflict` if the part doesn't continue the upload, `validation` for a wrong length */
export async function writePart(ctx: Ctx, id: string, { offset, length, body }: Part): Promise<number> {
  const upload = await requireOpenUpload(ctx, id);
  if (offset !== upload.offsetBytes) throw conflict(`So far, ${upload.offsetBytes} bytes have been uploaded.`);
  const expected = Math.min(UPLOAD_PART_BYTES, upload.sizeBytes - offset);
  if (expected === 0 || length !== expected) {
    const rule = `Each part must be ${UPLOAD_PART_BYTES} bytes, except the last.`;
    throw invalid(`${rule} The next part must be ${expected} bytes.`);
  }
  const partNumber = offset / UPLOAD_PART_BYTES + 1;
  const { etag } = await putPart(ctx, upload, partNumber, body);
  const to = offset + length;
  const [, advanced] = await ctx.db.batch([
    upsertPart(ctx.db, { uploadId: id, partNumber, etag, sizeBytes: length }),
    advanceUpload(ctx.db, id, { from: offset, to, now: ctx.now }),
  ]);
  if (advanced.length === 0) throw conflict("Another request already sent this part.");
  return to;
}

/** Ends an upload and frees its storage. Does nothing if it has ended already. */
export async function abortUpload(ctx: Ctx, upload: Upload): Promise<void> {
  const [ended] = await ctx.db.batch([
    endUpload(ctx.db, upload.id, "aborted", ctx.now),
    deleteParts(ctx.db, upload.id),
  ]);
  if (ended.length === 0) return;
  // If this fails, R2 discards the remains after a week.
  await multipartOf(ctx, upload)
    .abort()
    .catch(() => undefined);
  // A call that was completing it may have joined the parts already.
  await ctx.bucket.delete(objectKeyOf(upload));
}
