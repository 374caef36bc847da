type Validators = { etag: string; uploaded: Date };

/** Far longer than any browser's list of tags. A longer header matches nothing. */
const LONGEST_HEADER = 1024;

function names(header: string, isNamed: (tag: string) => boolean): boolean {
  if (header.length > LONGEST_HEADER) return false;
  return header.split(",").some((part) => part.trim() === "*" || isNamed(part.trim()));
}

/** HTTP dates have whole seconds. */
const secondsOf = (uploaded: Date): number => Math.floor(uploaded.getTime() / 1000) * 1000;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** The three formats of RFC 9110 section 5.6.7: the current one, RFC 850's with two-digit years, and C's asctime. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** Expands a two-digit year to the one within fifty years of `near`. */
function fullYear(digits: number, near: number): number {
  return near + ((((digits - near) % 100) + 150) % 100) - 50;
}

function partsOf(header: string, near: Date): (string | number | undefined)[] | null {
  const today = IMF_FIXDATE.exec(header);
  if (today) return today.slice(1);
  const [, day850, month850, digits, ...time850] = RFC_850.exec(header) ?? [];
  if (digits !== undefined) return [day850, month850, fullYear(Number(digits), near.getUTCFullYear()), ...time850];
  const [, month, day, hour, minute, second, year] = ASCTIME.exec(header) ?? [];
  return year === undefined ? null : [day, month, year, hour, minute, second];
}

/** Parses an HTTP date to epoch ms. Null means the header must be ignored: absent or not a valid date. */
function dateOf(header: string | null, near: Date): number | null {
  const parts = header === null || header.length > LONGEST_HEADER ? null : partsOf(header, near);
  if (!parts) return null;
  const [day = 0, hour = 0, minute = 0, second = 0] = [parts[0], ...parts.slice(3)].map(Number);
  const month = MONTHS.indexOf(String(parts[1]));
  const instant = Date.UTC(Number(parts[2]), month, day, hour, minute, second);
  // Date.UTC would turn February 31 into another day.
  const isReal = month >= 0 && new Date(instant).getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? instant : null;
}

/** Reports whether the medium changed since the caller saw it. If-Match compares strongly, so a weak tag never matches. */
function hasFailed(headers: Headers, { etag, uploaded }: Validators): boolean {
  const tags = headers.get("if-match");
  if (tags !== null) return !names(tags, (tag) => tag === etag);
  const since = dateOf(headers.get("if-unmodified-since"), uploaded);
  return since !== null && secondsOf(uploaded) > since;
}

/** Reports whether the caller already has the medium. A tag takes precedence over a date and may be weak. */
function isUnchanged(headers: Headers, { etag, uploaded }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return names(tags, (tag) => tag.replace(/^W\//, "") === etag);
  const since = dateOf(headers.get("if-modified-since"), uploaded);
  return since !== null && secondsOf(uploaded) <= since;
}

/** Returns 412, 304, or null to continue, in the order of RFC 9110 section 13.2.2, for GET and HEAD. */
export function failedPrecondition(headers: Headers, validators: Validators): 412 | 304 | null {
  if (hasFailed(headers, validators)) return 412;
  return isUnchanged(headers, validators) ? 304 : null;
}

/** Returns the Range header if it applies: ranges are for GET (section 14.2), and If-Range needs an exact strong match (13.1.5). */
export function rangeHeaderOf(request: Request, { etag, uploaded }: Validators): string | undefined {
  if (request.method !== "GET") return undefined;
  const condition = request.headers.get("if-range");
  const applies = condition === null || condition === etag || dateOf(condition, uploaded) === secondsOf(uploaded);
  return applies ? (request.headers.get("range") ?? undefined) : undefined;
}

const CONDITIONS = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range"];

export const isConditional = (headers: Headers): boolean => CONDITIONS.some((name) => headers.has(name));

/** Returns the start byte of an unconditional request that runs to the end of the file; null if the object must be looked up first. */
export function plainOffset({ method, headers }: Request): number | null {
  if (method !== "GET" || isConditional(headers)) return null;
  const [, offset] = /^bytes=(\d{1,13})-$/i.exec((headers.get("range") ?? "bytes=0-").trim()) ?? [];
  return offset === undefined ? null : Number(offset);
}

export type ByteRange = { offset: number; length: number };

/** No valid range is longer: two positions in a file that fits into R2 have 13 digits each. */
const LONGEST_RANGE = 64;

/** Parses one byte range (RFC 9110 section 14). Null means to ignore the header (also for several ranges); "unsatisfiable" means 416. */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  if (header === undefined || header.length > LONGEST_RANGE) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const suffix = Math.min(Number(last), size);
    if (Number(last) === 0) return "unsatisfiable";
    // Any suffix of an empty medium is all of it, which Content-Range can't express.
    return size === 0 ? null : { offset: size - suffix, length: suffix };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { offset: start, length: end - start + 1 };
}
