import { CustomSource } from "mediabunny";
import { type FileFacts, inspectMedia } from "#domain/media-file.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";

async function readRange(bucket: R2Bucket, key: string, offset: number, length: number): Promise<Uint8Array> {
  const object = await bucket.get(key, { range: { offset, length } });
  if (!object) throw new Error("The file is not in the bucket.");
  return object.bytes();
}

const SIGNATURES: [contentType: string, pattern: RegExp][] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF....WEBP/s],
  // The first line is these six letters, alone or followed by a space (WebVTT, section 4.1).
  ["text/vtt", /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/],
];

async function bySignature(bucket: R2Bucket, key: string, size: number): Promise<FileFacts | null> {
  const bytes = await readRange(bucket, key, 0, Math.min(size, 32));
  const text = String.fromCharCode(...bytes);
  const found = SIGNATURES.find(([, pattern]) => pattern.test(text));
  return found ? { contentType: found[0], durationSeconds: null } : null;
}

async function asMedia(bucket: R2Bucket, key: string, size: number): Promise<FileFacts | null> {
  let failedRead: Error | undefined;
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) =>
      readRange(bucket, key, start, end - start).catch((error) => {
        failedRead = error;
        throw error;
      }),
    // Reading frames asks for only a few bytes at a time.
    prefetchProfile: "network",
  });
  try {
    return await inspectMedia(source);
  } catch {
    // If the bucket doesn't answer, that says nothing about the file.
    if (failedRead) throw failedRead;
    return null;
  }
}

/** Inspects a file in the bucket. Null if it's broken or not a type that we accept. @throws if the bucket doesn't answer */
export async function inspectFile(bucket: R2Bucket, key: string, kind: MediumKind): Promise<FileFacts | null> {
  const size = (await bucket.head(key))?.size ?? 0;
  if (size === 0) return null;
  return kind === "captions" || kind === "artwork" ? bySignature(bucket, key, size) : asMedia(bucket, key, size);
}
