import { createMiddleware } from "hono/factory";
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from "#domain/rules/uploads.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { AppError } from "../../kernel/errors.ts";

const VERSION = "1.0.0";
const PART_TYPE = "application/offset+octet-stream";
const MAX_BYTES = Math.max(...Object.values(MAX_UPLOAD_BYTES));

/**
 * What tus 1.0.0 wants of every call and answer. What a client may ask beforehand is answered here; the size of parts, for which tus has
 * no word, by the one that its successor has (`Upload-Limit`).
 */
export const tusGuard = createMiddleware<HttpEnv>(async (c, next) => {
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
    throw new AppError("wrong_version", `Uploads speak tus ${VERSION}`);
  }
  if (c.req.method === "PATCH" && c.req.header("content-type") !== PART_TYPE)
    throw new AppError("wrong_type", `A part is ${PART_TYPE}`);
  return next();
});
