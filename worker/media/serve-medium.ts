import { notFound } from "../kernel/errors.ts";
import { isUnchanged, parseByteRange, plainOffset, rangeHeaderOf } from "./conditional-request.ts";

/** We generate file names: a slug and a random part. Anything else, especially with a slash, isn't worth a bucket lookup. */
const FILENAME = /^[a-z0-9][a-z0-9-]{0,120}\.[a-z0-9]{2,4}$/;

/** Who may open a medium. Each audience has its own part of the bucket and its own cache rule. */
const AUDIENCES = {
  // Members pay for these, so only their own browser may cache them.
  members: { prefix: "", cacheControl: "private, max-age=3600" },
  // A key's content never changes.
  anybody: { prefix: "public/", cacheControl: "public, max-age=31536000, immutable" },
} as const;

type Audience = keyof typeof AUDIENCES;

function headersOf(object: R2Object, cacheControl: string): Headers {
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set("etag", object.httpEtag);
  headers.set("last-modified", object.uploaded.toUTCString());
  headers.set("accept-ranges", "bytes");
  headers.set("cache-control", cacheControl);
  headers.set("x-content-type-options", "nosniff");
  return headers;
}

/** Serves the most common player requests with one read. Null if R2 must be asked first: bad offset, conditions, or no such medium. */
async function readAtOnce(bucket: R2Bucket, key: string, request: Request): Promise<R2ObjectBody | null> {
  const offset = plainOffset(request);
  if (offset === null) return null;
  try {
    return await bucket.get(key, offset === 0 ? {} : { range: { offset } });
  } catch (error) {
    // "The requested range is not satisfiable".
    if (/\(10039\)/.test(String(error))) return null;
    throw error;
  }
}

/** Parses Range itself, because R2 returns the whole object for a range it rejects. @throws AppError `not_found` */
export async function serveMedium(bucket: R2Bucket, audience: Audience, filename: string, request: Request) {
  const { prefix, cacheControl } = AUDIENCES[audience];
  if (!FILENAME.test(filename)) throw notFound("Media");
  const key = `${prefix}${filename}`;
  const read = await readAtOnce(bucket, key, request);
  const object = read ?? (await bucket.head(key));
  if (!object) throw notFound("Media");
  const headers = headersOf(object, cacheControl);
  const validators = { etag: object.httpEtag, uploaded: object.uploaded };
  if (isUnchanged(request.headers, validators)) return new Response(null, { status: 304, headers });

  const range = parseByteRange(rangeHeaderOf(request, validators), object.size);
  if (range === "unsatisfiable") {
    // A response without any of the medium has no content type and must not be cached in its place.
    headers.delete("content-type");
    headers.set("cache-control", "no-store");
    headers.set("content-range", `bytes */${object.size}`);
    return new Response(null, { status: 416, headers });
  }
  const length = range?.length ?? object.size;
  headers.set("content-length", String(length));
  if (range) headers.set("content-range", `bytes ${range.offset}-${range.offset + range.length - 1}/${object.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const body = read ?? (await bucket.get(key, range ? { range } : {}));
  if (!body) throw notFound("Media");
  return new Response(body.body, { status, headers });
}
