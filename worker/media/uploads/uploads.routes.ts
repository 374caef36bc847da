import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { createUploadRequest, type UploadResponse, uploadPartHeaders, uploadRef } from "#domain/contract/media.ts";
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from "#domain/rules/uploads.ts";
import { call } from "../../http/call.ts";
import { callerNetwork } from "../../http/caller-network.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import { completeUpload } from "./complete-upload.ts";
import { abortUpload, createUpload, readUpload, requireUpload, writePart } from "./upload.ts";

const VERSION = "1.0.0";
const PART_TYPE = "application/offset+octet-stream";
const MAX_BYTES = Math.max(...Object.values(MAX_UPLOAD_BYTES));

/** What tus 1.0.0 requires of every call. It has no header for part sizes, so this uses its successor's (`Upload-Limit`). */
const tusGuard = createMiddleware<HttpEnv>(async (c, next) => {
  c.header("tus-resumable", VERSION);
  if (c.req.method === "OPTIONS") {
    c.header("tus-version", VERSION);
    c.header("tus-extension", "creation,termination");
    c.header("tus-max-size", String(MAX_BYTES));
    const parts = `min-append-size=${UPLOAD_PART_BYTES}, max-append-size=${UPLOAD_PART_BYTES}`;
    c.header("upload-limit", `max-size=${MAX_BYTES}, ${parts}`);
    return c.body(null, 204);
  }
  const version = c.req.header("tus-resumable");
  if (version !== undefined && version !== VERSION) {
    c.header("tus-version", VERSION);
    throw new AppError("wrong_version", `Uploads use tus ${VERSION}`);
  }
  if (c.req.method === "PATCH" && c.req.header("content-type") !== PART_TYPE)
    throw new AppError("wrong_type", `Parts must be ${PART_TYPE}`);
  return next();
});

/** Decodes a base64 metadata value. @throws AppError `validation` */
function decoded(value: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)));
  } catch {
    throw invalid("Upload-Metadata isn't valid");
  }
}

/** Parses "filename d29ybGQ=,kind YXVkaW8=" to an object of strings (tus 1.0.0, "Upload-Metadata"). */
function metadataOf(header = ""): Record<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(" "));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, decoded(value)]));
}

/** The reverse of `metadataOf`. */
function metadataText(metadata: Record<string, string>): string {
  const encoded = (value: string) => btoa(String.fromCharCode(...new TextEncoder().encode(value)));
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${encoded(value)}`)
    .join(",");
}

/** /api/admin/uploads: resumable uploads by tus 1.0.0 with creation and termination, plus completing them as media. */
export const uploadRoutes = new Hono<HttpEnv>()
  .use(tusGuard)
  .post("/", async (c) => {
    const sizeBytes = c.req.header("upload-length");
    const parsed = createUploadRequest.safeParse({ ...metadataOf(c.req.header("upload-metadata")), sizeBytes });
    if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? "The upload isn't valid");
    const { id } = await createUpload(c.var.ctx, { ...parsed.data, network: callerNetwork(c) });
    c.header("upload-offset", "0");
    c.header("location", `/api/admin/uploads/${id}`);
    return c.body(null, 201);
  })
  // Hono answers HEAD through GET. Clients use HEAD to find where to resume.
  .get("/:id", validate("param", uploadRef), async (c) => {
    const { filename, kind, ...upload } = await readUpload(c.var.ctx, c.req.valid("param").id);
    c.header("upload-offset", String(upload.offsetBytes));
    c.header("upload-length", String(upload.sizeBytes));
    c.header("upload-metadata", metadataText({ filename, kind }));
    return c.json(upload satisfies UploadResponse);
  })
  .patch("/:id", validate("param", uploadRef), validate("header", uploadPartHeaders), async (c) => {
    const headers = c.req.valid("header");
    const { body } = c.req.raw;
    if (!body) throw invalid("A part needs a body");
    const part = { offset: headers["upload-offset"], length: headers["content-length"], body };
    c.header("upload-offset", String(await writePart(c.var.ctx, c.req.valid("param").id, part)));
    return c.body(null, 204);
  })
  .delete("/:id", validate("param", uploadRef), async (c) => {
    const { upload } = await requireUpload(c.var.ctx, c.req.valid("param").id);
    await abortUpload(c.var.ctx, upload);
    return c.body(null, 204);
  })
  .post("/:id/complete", call({ param: uploadRef }, completeUpload));
