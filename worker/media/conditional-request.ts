/** What of a stored medium conditions are about. */
type Validators = { etag: string; uploaded: Date };

/** What no list of tags that a browser keeps comes near; a longer header matches nothing. */
const LONGEST_HEADER = 1024;

function names(header: string, isNamed: (tag: string) => boolean): boolean {
  if (header.length > LONGEST_HEADER) return false;
  return header.split(",").some((part) => part.trim() === "*" || isNamed(part.trim()));
}

/** HTTP dates have whole seconds. */
function secondsOf(uploaded: Date): number {
  return Math.floor(uploaded.getTime() / 1000) * 1000;
}

/** An HTTP date in epoch ms, or null for a header that is absent or no date, which is then to be ignored. */
function dateOf(header: string | null): number | null {
  const instant = header === null || header.length > LONGEST_HEADER ? Number.NaN : Date.parse(header);
  return Number.isNaN(instant) ? null : instant;
}

/** Whether the medium has changed since the caller saw it: If-Match compares strongly, so a weak tag never matches. */
function hasFailed(headers: Headers, { etag, uploaded }: Validators): boolean {
  const tags = headers.get("if-match");
  if (tags !== null) return !names(tags, (tag) => tag === etag);
  const since = dateOf(headers.get("if-unmodified-since"));
  return since !== null && secondsOf(uploaded) > since;
}

/** Whether the caller has the medium already. A tag says so before a date does, and may be weak. */
function isUnchanged(headers: Headers, { etag, uploaded }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return names(tags, (tag) => tag.replace(/^W\//, "") === etag);
  const since = dateOf(headers.get("if-modified-since"));
  return since !== null && secondsOf(uploaded) <= since;
}

/** 412, 304 or null for go on: the order of RFC 9110 section 13.2.2, for GET and HEAD. */
export function failedPrecondition(headers: Headers, validators: Validators): 412 | 304 | null {
  if (hasFailed(headers, validators)) return 412;
  return isUnchanged(headers, validators) ? 304 : null;
}

/** The Range header, if it applies: ranges are for GET (section 14.2), and If-Range wants an exact strong match (13.1.5). */
export function rangeHeaderOf(request: Request, { etag, uploaded }: Validators): string | undefined {
  if (request.method !== "GET") return undefined;
  const condition = request.headers.get("if-range");
  const applies = condition === null || condition === etag || condition === uploaded.toUTCString();
  return applies ? (request.headers.get("range") ?? undefined) : undefined;
}

export type ByteRange = { offset: number; length: number };

/** No honest range is longer: two positions of a file that fits into R2 have 13 digits each. */
const LONGEST_RANGE = 64;

/**
 * A single byte range of a Range header for a representation of `size` bytes (RFC 9110 section 14). Null means the header is
 * to be ignored (absent, malformed, another unit, several ranges); "unsatisfiable" means 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  if (header === undefined || header.length > LONGEST_RANGE) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? "unsatisfiable" : { offset: size - suffix, length: suffix };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { offset: start, length: end - start + 1 };
}
