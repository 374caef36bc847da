/**
 * The text of a top-level field of a JSON object, byte for byte as sent, or null. Parsing and serializing it could
 * change what the signature covers.
 */
export function rawValueOf(json: string, field: string): string | null {
  let depth = 0;
  let key: string | null = null;
  let start = -1;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at] ?? "";
    if (char === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && start < 0) key = json.slice(at + 1, end);
      at = end;
    } else if (char === ":" && depth === 1 && key === field && start < 0) start = at + 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (start >= 0 && at >= start && ((char === "," && depth === 1) || depth === 0))
      return json.slice(start, at).trim();
  }
  return null;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
