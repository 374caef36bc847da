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
