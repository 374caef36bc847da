import { Input, MP3, MP4, type Source } from "mediabunny";

/** What a file is, whatever its name says; `durationSeconds` is null where it has none or the file does not tell. */
export type FileFacts = { contentType: string; durationSeconds: number | null };

const PLAYABLE_CODECS = new Set<string | null>(["avc", "aac", "mp3"]);

/**
 * Looks into MP3 and MP4 with the codecs that every browser plays: AAC or MP3 sound, H.264 pictures. Null for anything else.
 * @throws for a broken file, or what its source throws
 */
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
