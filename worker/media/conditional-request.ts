type Validators = { etag: string; uploaded: Date };

/** Far longer than any browser's list of tags. A longer header matches nothing. */
const LONGEST_HEADER = 1024;

/** HTTP dates have whole seconds. */
const secondsOf = (uploaded: Date): number => Math.floor(uploaded.getTime() / 1000) * 1000;

/** Reports whether the caller already has the medium. A tag takes precedence over a date and may be weak. */
export function isUnchanged(headers: Headers, { etag, uploaded }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags === null) return secondsOf(uploaded) <= Date.parse(headers.get("if-modified-since") ?? "");
  const named = tags.length > LONGEST_HEADER ? [] : tags.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named.includes("*") || named.includes(etag);
}

/** Returns the Range header if it applies: ranges are for GET, and If-Range needs exactly this medium (an episode's may be replaced). */
export function rangeHeaderOf(request: Request, { etag, uploaded }: Validators): string | undefined {
  if (request.method !== "GET") return undefined;
  const condition = request.headers.get("if-range");
  const applies = condition === null || condition === etag || Date.parse(condition) === secondsOf(uploaded);
  return applies ? (request.headers.get("range") ?? undefined) : undefined;
}

const CONDITIONS = ["if-none-match", "if-modified-since", "if-range"];

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
