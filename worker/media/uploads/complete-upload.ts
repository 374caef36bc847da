import type { Medium } from "#domain/contract/media.ts";
import { uploadContentType } from "#domain/rules/uploads.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid } from "../../kernel/errors.ts";
import { inspectFile } from "./inspect-file.ts";
import { multipartOf, objectKeyOf, requireUpload, toMedium } from "./upload.ts";
import { deleteParts, endUpload, insertMediumOf, selectParts, type Upload } from "./uploads.queries.ts";

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
