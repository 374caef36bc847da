import type { Medium } from "#domain/contract/media.ts";
import { DAMAGED, inspectMedia } from "#domain/media-file.ts";
import { uploadContentType } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
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

type StoredFile = { contentType: string; durationSeconds: number | null };

async function bySignature(bucket: R2Bucket, key: string, size: number): Promise<StoredFile | { refusal: string }> {
  const bytes = await readRange(bucket, key, 0, Math.min(size, 32));
  const text = String.fromCharCode(...bytes);
  const found = SIGNATURES.find(([, pattern]) => pattern.test(text));
  return found ? { contentType: found[0], durationSeconds: null } : { refusal: DAMAGED };
}

/** Inspects a file in the bucket. @throws if the bucket doesn't answer */
async function inspectFile(bucket: R2Bucket, key: string, kind: MediumKind): Promise<StoredFile | { refusal: string }> {
  const size = (await bucket.head(key))?.size ?? 0;
  if (size === 0) return { refusal: DAMAGED };
  if (kind === "captions" || kind === "artwork") return bySignature(bucket, key, size);
  return inspectMedia({ size, read: (from, to) => readRange(bucket, key, from, to - from) });
}

/** Joins the parts, unless an earlier call did that and then failed. */
async function assemble(ctx: Ctx, upload: Upload, parts: R2UploadedPart[]): Promise<void> {
  if (await ctx.bucket.head(objectKeyOf(upload))) return;
  await multipartOf(ctx, upload).complete(parts);
}

async function refuse(ctx: Ctx, upload: Upload, refusal: string): Promise<never> {
  await ctx.bucket.delete(objectKeyOf(upload));
  await ctx.db.batch([endUpload(ctx.db, upload.id, "refused", ctx.now), deleteParts(ctx.db, upload.id)]);
  throw invalid(refusal);
}

/** @throws AppError `not_found`, `conflict` while bytes are missing, `gone` if it has ended, `validation` if members couldn't play it */
export async function completeUpload(ctx: Ctx, { id }: { id: string }): Promise<Medium> {
  const [{ upload, medium }, parts] = await Promise.all([requireUpload(ctx, id), selectParts(ctx.db, id)]);
  if (medium) return toMedium(medium);
  if (upload.state !== "open") throw gone("This upload is no longer open. Choose the file again.");
  if (upload.offsetBytes < upload.sizeBytes) throw conflict(`So far, ${upload.offsetBytes} bytes have been uploaded.`);
  await assemble(ctx, upload, parts);
  const { kind, key, filename, sizeBytes } = upload;
  const facts = await inspectFile(ctx.bucket, objectKeyOf(upload), kind);
  if ("refusal" in facts) return refuse(ctx, upload, facts.refusal);
  if (facts.contentType !== uploadContentType(kind, filename)) return refuse(ctx, upload, DAMAGED);
  const row = {
    key,
    kind,
    sizeBytes,
    contentType: facts.contentType,
    title: filename.slice(0, filename.lastIndexOf(".")),
    durationSeconds: facts.durationSeconds,
    createdAt: ctx.now,
    unreferencedSince: ctx.now,
  };
  const details = { kind, filename, sizeBytes };
  const { ended } = await batchOf(ctx.db, {
    medium: insertMediumOf(ctx.db, id, row),
    audited: auditChange(ctx, { actor: "admin", action: "medium.upload", subject: key, details }),
    ended: endUpload(ctx.db, id, "complete", ctx.now),
    parts: deleteParts(ctx.db, id),
  });
  if (ended.length > 0) return toMedium(row);
  // Another call ended it meanwhile, by completing or cancelling it.
  const now = await requireUpload(ctx, id);
  if (now.medium) return toMedium(now.medium);
  await ctx.bucket.delete(objectKeyOf(upload));
  throw gone("This upload is no longer open. Choose the file again.");
}
