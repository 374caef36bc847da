import { CustomSource } from "mediabunny";
import type { Medium } from "#domain/contract/media.ts";
import { type FileFacts, inspectMedia } from "#domain/media-file.ts";
import { uploadContentType } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid } from "../../kernel/errors.ts";
import { multipartOf, objectKeyOf, requireUpload, toMedium } from "./upload.ts";
import { deleteParts, endUpload, insertMediumOf, selectParts, type Upload } from "./uploads.queries.ts";

async function readRange(bucket: R2Bucket, key: string, offset: number, length: number): Promise<Uint8Array> {
  const object = await bucket.get(key, { range: { offset, length } });
  if (!object) throw new Error("The file isn't in the bucket.");
  return object.bytes();
}

const SIGNATURES: [contentType: string, pattern: RegExp][] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF....WEBP/s],
  // The first line is these six letters, alone or followed by a space (WebVTT, section 4.1).
  ["text/vtt", /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/],
];

async function bySignature(bucket: R2Bucket, key: string, size: number): Promise<FileFacts | null> {
  const bytes = await readRange(bucket, key, 0, Math.min(size, 32));
  const text = String.fromCharCode(...bytes);
  const found = SIGNATURES.find(([, pattern]) => pattern.test(text));
  return found ? { contentType: found[0], durationSeconds: null } : null;
}

async function asMedia(bucket: R2Bucket, key: string, size: number): Promise<FileFacts | null> {
  let failedRead: Error | undefined;
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) =>
      readRange(bucket, key, start, end - start).catch((error) => {
        failedRead = error;
        throw error;
      }),
    // Reading frames asks for only a few bytes at a time.
    prefetchProfile: "network",
  });
  try {
    return await inspectMedia(source);
  } catch {
    // If the bucket doesn't answer, that says nothing about the file.
    if (failedRead) throw failedRead;
    return null;
  }
}

/** Inspects a file in the bucket. Null if it's broken or not a type that we accept. @throws if the bucket doesn't answer */
async function inspectFile(bucket: R2Bucket, key: string, kind: MediumKind): Promise<FileFacts | null> {
  const size = (await bucket.head(key))?.size ?? 0;
  if (size === 0) return null;
  return kind === "captions" || kind === "artwork" ? bySignature(bucket, key, size) : asMedia(bucket, key, size);
}

/** Joins the parts, unless an earlier call did that and then failed. */
async function assemble(ctx: Ctx, upload: Upload, parts: R2UploadedPart[]): Promise<void> {
  if (await ctx.bucket.head(objectKeyOf(upload))) return;
  await multipartOf(ctx, upload).complete(parts);
}

async function refuse(ctx: Ctx, upload: Upload): Promise<never> {
  await ctx.bucket.delete(objectKeyOf(upload));
  await ctx.db.batch([endUpload(ctx.db, upload.id, "refused", ctx.now), deleteParts(ctx.db, upload.id)]);
  throw invalid("This file is damaged, or its contents don't match its extension. Save it again, then upload it.");
}

type Completion = { id: string; durationSeconds?: number | null | undefined };

/** @throws AppError `not_found`, `conflict` while bytes are missing, `gone` if it has ended, `validation` if name and content differ */
export async function completeUpload(ctx: Ctx, { id, durationSeconds }: Completion): Promise<Medium> {
  const [{ upload, medium }, parts] = await Promise.all([requireUpload(ctx, id), selectParts(ctx.db, id)]);
  if (medium) return toMedium(medium);
  if (upload.state !== "open") throw gone("This upload is no longer open. Choose the file again.");
  if (upload.offsetBytes < upload.sizeBytes) throw conflict(`So far, ${upload.offsetBytes} bytes have been uploaded.`);
  await assemble(ctx, upload, parts);
  const { kind, key, filename, sizeBytes } = upload;
  const facts = await inspectFile(ctx.bucket, objectKeyOf(upload), kind);
  if (facts === null || facts.contentType !== uploadContentType(kind, filename)) return refuse(ctx, upload);
  const row = {
    ...{ key, kind, sizeBytes, contentType: facts.contentType },
    title: filename.slice(0, filename.lastIndexOf(".")),
    durationSeconds: facts.durationSeconds ?? durationSeconds ?? null,
    createdAt: ctx.now,
    unreferencedSince: ctx.now,
  };
  const [, , ended] = await ctx.db.batch([
    insertMediumOf(ctx.db, id, row),
    auditChange(ctx, { actor: "admin", action: "medium.upload", subject: key, details: { kind, filename, sizeBytes } }),
    endUpload(ctx.db, id, "complete", ctx.now),
    deleteParts(ctx.db, id),
  ]);
  if (ended.length > 0) return toMedium(row);
  // Another call ended it meanwhile, by completing or cancelling it.
  const now = await requireUpload(ctx, id);
  if (now.medium) return toMedium(now.medium);
  await ctx.bucket.delete(objectKeyOf(upload));
  throw gone("This upload is no longer open. Choose the file again.");
}
