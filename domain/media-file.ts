import { Input, MP3, MP4, type Source } from "mediabunny";

/** The file's actual type, whatever its name suggests. `durationSeconds` is null if it has none or doesn't state it. */
export type FileFacts = { contentType: string; durationSeconds: number | null };

const PLAYABLE_CODECS = new Set<string | null>(["avc", "aac", "mp3"]);

/** Inspects MP3 and MP4 with codecs every browser plays: AAC, MP3, H.264. Null for others; throws if the file or its source is broken. */
export async function inspectMedia(source: Source): Promise<FileFacts | null> {
  const input = new Input({ formats: [MP3, MP4], source });
  try {
    if (!(await input.canRead())) return null;
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const codecs = [await video?.getCodec(), await audio?.getCodec()];
    if (!codecs.every((codec) => codec === undefined || PLAYABLE_CODECS.has(codec))) return null;
    const durationSeconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    if ((await input.getFormat()) === MP3) return { contentType: "audio/mpeg", durationSeconds };
    if (video) return { contentType: "video/mp4", durationSeconds };
    return audio ? { contentType: "audio/mp4", durationSeconds } : null;
  } finally {
    input.dispose();
  }
}
