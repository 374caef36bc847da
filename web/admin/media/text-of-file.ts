const [LINE_FEED, RETURN] = [10, 13];

/** The order of UTF-16's bytes by its mark, or, without one, by where text in Latin letters has zeros. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth) ? "utf-16be" : null;
}

/** A file's text, in whatever encoding programs save: UTF-8, UTF-16, Mac Roman, or Windows-1252. Any other bytes are read as the last. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Only programs for the old Mac end lines with a carriage return alone.
    const isMac = bytes.includes(RETURN) && !bytes.includes(LINE_FEED);
    return new TextDecoder(isMac ? "macintosh" : "windows-1252").decode(bytes);
  }
}
