import type { CreateUploadRequest, Medium, UploadResponse } from "#domain/contract/media.ts";
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

/** Where a medium's file lies: pictures are public, since mails show them. */
export function objectKeyOf({ kind, key }: { kind: MediumKind; key: string }): string {
  return kind === "artwork" ? `public/${key}` : key;
}

/** A slug of the file's name and 16 random characters: the media pass opens every medium, so nobody may guess one. */
function newKey(filename: string): string {
  const words = filename.slice(0, filename.lastIndexOf(".")).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = words
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  const random = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return `${slug || "file"}-${random}.${endingOf(filename)}`;
}

/** Begun within a quarter of an hour; a year of sessions can be dropped on the page at once. */
const MOST_UPLOADS = 500;

/** Begins an upload. @throws AppError `validation` or `too_large` for a file that the kind does not take, `rate_limited` */
export async function createUpload(
  ctx: Ctx,
  { network, ...input }: CreateUploadRequest & { network: string },
): Promise<Upload> {
  const { kind, filename, sizeBytes } = input;
  const hindrance = uploadHindrance(kind, input);
  const contentType = uploadContentType(kind, filename);
  if (hindrance !== null || contentType === null) {
    const isTooLarge = contentType !== null && sizeBytes > 0;
    throw new AppError(isTooLarge ? "too_large" : "validation", hindrance ?? "This file cannot be uploaded.");
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

/** @throws AppError `not_found`, or `gone` for one that was aborted or refused, which a client begins anew */
async function requireOpenUpload(ctx: Ctx, id: string): Promise<Upload> {
  const { upload } = await requireUpload(ctx, id);
  if (upload.state !== "open") throw gone("This upload has ended. Please choose the file again.");
  return upload;
}

export function multipartOf({ bucket }: Ctx, upload: Upload): R2MultipartUpload {
  return bucket.resumeMultipartUpload(objectKeyOf(upload), upload.multipartId ?? "");
}

export function toMedium({ key, kind, title, contentType, sizeBytes, durationSeconds }: MediumRow): Medium {
  return { key, kind, title, contentType, sizeBytes, durationSeconds };
}

/** @throws AppError `not_found`, `gone` */
export async function readUpload(ctx: Ctx, id: string): Promise<UploadResponse> {
  const { upload, medium } = await requireUpload(ctx, id);
  const { state, offsetBytes, sizeBytes } = upload;
  if (state === "aborted" || state === "refused") throw gone("This upload has ended. Please choose the file again.");
  return { id, state, offsetBytes, sizeBytes, medium: medium && toMedium(medium) };
}

/** Hands a part to the bucket, which takes none that is not as long as its body says: a `TypeError`, and the client's own mistake. */
async function putPart(ctx: Ctx, upload: Upload, partNumber: number, body: ReadableStream): Promise<R2UploadedPart> {
  try {
    return await multipartOf(ctx, upload).uploadPart(partNumber, body);
  } catch (error) {
    throw error instanceof TypeError ? invalid("The part is not as long as it says.") : error;
  }
}

type Part = { offset: number; length: number; body: ReadableStream };

/**
 * Stores one part and answers the bytes that now stand. A part that is cut on its way stores nothing, and one that comes twice
 * is stored once.
 * @throws AppError `conflict` for a part that does not continue what stands, `validation` for one of a wrong length
 */
export async function writePart(ctx: Ctx, id: string, { offset, length, body }: Part): Promise<number> {
  const upload = await requireOpenUpload(ctx, id);
  if (offset !== upload.offsetBytes) throw conflict(`The upload stands at ${upload.offsetBytes} bytes.`);
  const expected = Math.min(UPLOAD_PART_BYTES, upload.sizeBytes - offset);
  if (expected === 0 || length !== expected) {
    const rule = `Every part has ${UPLOAD_PART_BYTES} bytes, and the last one what is left.`;
    throw invalid(`${rule} The next one has ${expected}.`);
  }
  const partNumber = offset / UPLOAD_PART_BYTES + 1;
  const { etag } = await putPart(ctx, upload, partNumber, body);
  const to = offset + length;
  const [, advanced] = await ctx.db.batch([
    upsertPart(ctx.db, { uploadId: id, partNumber, etag, sizeBytes: length }),
    advanceUpload(ctx.db, id, { from: offset, to, now: ctx.now }),
  ]);
  if (advanced.length === 0) throw conflict("Another request has sent this part.");
  return to;
}

/** Ends an upload and gives back what it holds; one that has ended stays as it is. */
export async function abortUpload(ctx: Ctx, upload: Upload): Promise<void> {
  const [ended] = await ctx.db.batch([
    endUpload(ctx.db, upload.id, "aborted", ctx.now),
    deleteParts(ctx.db, upload.id),
  ]);
  if (ended.length === 0) return;
  // R2 forgets what is left of it after a week.
  await multipartOf(ctx, upload)
    .abort()
    .catch(() => undefined);
  // A call that was completing it may have put the parts together already.
  await ctx.bucket.delete(objectKeyOf(upload));
}
