export type ByteRange = { offset: number; length: number };

/** No honest range is longer: two positions of a file that fits into R2 have 13 digits each. */
const LONGEST_HEADER = 64;

/**
 * A single byte range of a Range header for a representation of `size` bytes (RFC 9110 section 14). Null means the header is
 * to be ignored (absent, malformed, another unit, several ranges); "unsatisfiable" means 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  if (header === undefined || header.length > LONGEST_HEADER) return null;
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
