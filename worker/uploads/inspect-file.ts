import { CustomSource, Input, MP3, MP4 } from "mediabunny";
import type { MediumKind } from "#domain/rules/video-link.ts";

/** What a file is, whatever its name says; `durationSeconds` is null where it has none or the file does not tell. */
export type FileFacts = { contentType: string; durationSeconds: number | null };

const PLAYABLE_CODECS = new Set<string | null>(["avc", "aac", "mp3"]);

async function readRange(bucket: R2Bucket, key: string, offset: number, length: number): Promise<Uint8Array> {
  const object = await bucket.get(key, { range: { offset, length } });
  if (!object) throw new Error("The file is not in the bucket.");
  return object.bytes();
}

const SIGNATURES: [contentType: string, pattern: RegExp][] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/webp", /^RIFF....WEBP/s],
  // Its first line is these six letters, alone or followed by a space (WebVTT, section 4.1).
  ["text/vtt", /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/],
];

async function bySignature(bucket: R2Bucket, key: string, size: number): Promise<FileFacts | null> {
  const bytes = await readRange(bucket, key, 0, Math.min(size, 32));
  const text = String.fromCharCode(...bytes);
  const found = SIGNATURES.find(([, pattern]) => pattern.test(text));
  return found ? { contentType: found[0], durationSeconds: null } : null;
}

/** MP3 and MP4 with the codecs that every browser plays: AAC or MP3 sound, H.264 pictures. */
async function factsOf(input: Input): Promise<FileFacts | null> {
  if (!(await input.canRead())) return null;
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const codecs = [await video?.getCodec(), await audio?.getCodec()];
  if (!codecs.every((codec) => codec === undefined || PLAYABLE_CODECS.has(codec))) return null;
  const durationSeconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  if ((await input.getFormat()) === MP3) return { contentType: "audio/mpeg", durationSeconds };
  if (video) return { contentType: "video/mp4", durationSeconds };
  return audio ? { contentType: "audio/mp4", durationSeconds } : null;
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
    // A reader of frames asks for a few bytes at a time.
    prefetchProfile: "network",
    maxCacheSize: 8 * 1024 * 1024,
  });
  const input = new Input({ formats: [MP3, MP4], source });
  try {
    return await factsOf(input);
  } catch {
    // A bucket that does not answer says nothing about the file.
    if (failedRead) throw failedRead;
    return null;
  } finally {
    input.dispose();
  }
}

/** Looks into a file of the bucket; null for one that is nothing we take or is broken. @throws when the bucket does not answer */
export async function inspectFile(bucket: R2Bucket, key: string, kind: MediumKind): Promise<FileFacts | null> {
  const size = (await bucket.head(key))?.size ?? 0;
  if (size === 0) return null;
  return kind === "captions" || kind === "artwork" ? bySignature(bucket, key, size) : asMedia(bucket, key, size);
}
