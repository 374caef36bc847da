import { notFound } from "../errors.ts";
import { failedPrecondition, parseByteRange, rangeHeaderOf } from "./conditional-request.ts";

/** Keys are ours: a slug and a random part. Anything else is not worth a look into the bucket. */
const KEY = /^[a-z0-9][a-z0-9-]{0,120}\.[a-z0-9]{2,4}$/;

/** Members pay for it, so only their own browser keeps it; it may keep it, since a key never changes its content. */
const CACHE_CONTROL = "private, max-age=3600";

function headersOf(object: R2Object): Headers {
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set("etag", object.httpEtag);
  headers.set("last-modified", object.uploaded.toUTCString());
  headers.set("accept-ranges", "bytes");
  headers.set("cache-control", CACHE_CONTROL);
  headers.set("x-content-type-options", "nosniff");
  return headers;
}

/**
 * A medium from R2, whole or one byte range: 200, 206, 304, 412 or 416. The Range header is parsed here, since R2 answers the
 * whole object to one it does not like.
 * @throws AppError `not_found`
 */
export async function serveMedium(bucket: R2Bucket, key: string, request: Request): Promise<Response> {
  const object = KEY.test(key) ? await bucket.head(key) : null;
  if (!object) throw notFound("Media");
  const headers = headersOf(object);
  const validators = { etag: object.httpEtag, uploaded: object.uploaded };
  const failed = failedPrecondition(request.headers, validators);
  if (failed === 412) headers.delete("content-type");
  if (failed !== null) return new Response(null, { status: failed, headers });

  const range = parseByteRange(rangeHeaderOf(request, validators), object.size);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${object.size}`);
    headers.delete("content-type");
    return new Response(null, { status: 416, headers });
  }
  const length = range?.length ?? object.size;
  headers.set("content-length", String(length));
  if (range) headers.set("content-range", `bytes ${range.offset}-${range.offset + range.length - 1}/${object.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const body = await bucket.get(key, range ? { range } : {});
  if (!body) throw notFound("Media");
  return new Response(body.body, { status, headers });
}
