import { CustomSource, EncodedPacketSink, Input, type InputTrack, MP4 } from "mediabunny";
import { type Bytes, endOfTags, readMp3 } from "./mp3-file.ts";

/** The file's actual type, whatever its name suggests, and how long what is in it plays. */
export type FileFacts = { contentType: string; durationSeconds: number };
/** Why members couldn't play a file, as a sentence for the person who chose it. */
export type Refusal = { refusal: string };

export const DAMAGED =
  "This file is damaged, or its contents don't match its extension. Save it again, then upload it.";
const UNPLAYABLE =
  "This file can't be played in every browser. Save audio as MP3 or M4A (AAC) and video as MP4 (H.264), and try again.";

/** Other sound and video by its first bytes: MPEG's layers I and II and ADTS among them. */
const OTHER_MEDIA =
  /^(?:RIFF|OggS|fLaC|FORM|caff|FLV|#!AMR|\vw|.E\xdf\xa3|0&\xb2u|.{3}[\xb3\xba]|\xff[\xe0-\xff]|G.{187}G|.{4}ftyp)/s;
const MP4_BOX = /^.{4}(?:ftyp|moov|mdat|free|skip|wide)/s;

/** H.264 in 4:2:0 with 8 bits, and AAC-LC, HE-AAC, or MP3. Other profiles play in some browsers only. */
const PLAYABLE_CODEC = /^(?:avc[13]\.(?:42|4d|64).*|mp4a\.(?:40\.(?:2|02|5|05|29|34)|67|69|6b)|mp3)$/i;

/** Encoders round, and some count a frame more than they write. */
const isCut = (there: number, promised: number) => there < promised - Math.max(1, promised / 200);

function cutOff(there: number, promised: number, what: "sound" | "video"): Refusal {
  const [has, should] = [there, promised].map((seconds) => `${Math.round(seconds)} s`);
  return { refusal: `This file seems cut off: ${has} of ${what}, not ${should}. Save it again, then upload it.` };
}

/** Seconds of a track whose packets are in the file. A packet's place in a cut file is known, but its bytes aren't there. */
async function secondsThere(track: InputTrack, promised: number): Promise<number> {
  const sink = new EncodedPacketSink(track);
  if (await sink.getPacket(promised)) return track.computeDuration();
  let [there, missing] = [0, promised];
  while (missing - there > 0.5) {
    const middle = (there + missing) / 2;
    if (await sink.getPacket(middle)) there = middle;
    else missing = middle;
  }
  return there;
}

async function readMp4(input: Input): Promise<FileFacts | Refusal> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const tracks = [video, audio].filter((track) => track !== null);
  const codecs = await Promise.all(tracks.map((track) => track.getCodecParameterString()));
  if (!codecs.every((codec) => PLAYABLE_CODEC.test(codec ?? ""))) return { refusal: UNPLAYABLE };
  let durationSeconds = 0;
  for (const track of tracks) {
    const promised = Math.max(await track.computeDuration(), (await track.getDurationFromMetadata()) ?? 0);
    const there = await secondsThere(track, promised);
    if (there === 0 || isCut(there, promised)) return cutOff(there, promised, video ? "video" : "sound");
    durationSeconds = Math.max(durationSeconds, there);
  }
  if (tracks.length === 0) return { refusal: DAMAGED };
  return { contentType: video ? "video/mp4" : "audio/mp4", durationSeconds };
}

async function inspect({ size, read }: Bytes): Promise<FileFacts | Refusal> {
  const begin = await endOfTags({ size, read });
  // An empty file, or one whose tags claim to be longer than it.
  if (begin >= size) return { refusal: DAMAGED };
  const start = String.fromCharCode(...(await read(begin, Math.min(begin + 200, size))));
  const unknown = { refusal: OTHER_MEDIA.test(start) ? UNPLAYABLE : DAMAGED };
  if (!MP4_BOX.test(start)) {
    const mp3 = await readMp3({ size, read }, begin);
    if (mp3 === null) return unknown;
    const { seconds: durationSeconds, promisedSeconds } = mp3;
    if (promisedSeconds !== null && isCut(durationSeconds, promisedSeconds)) {
      return cutOff(durationSeconds, promisedSeconds, "sound");
    }
    return { contentType: "audio/mpeg", durationSeconds };
  }
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: "network" });
  const input = new Input({ formats: [MP4], source });
  try {
    return (await input.canRead()) ? await readMp4(input) : unknown;
  } finally {
    input.dispose();
  }
}

/** Compares the bytes and packets that a file's header promises with those that are there. @throws what `read` throws */
export async function inspectMedia({ size, read }: Bytes): Promise<FileFacts | Refusal> {
  let failedRead: { error: unknown } | undefined;
  const readOrNote: Bytes["read"] = (from, to) =>
    read(from, to).catch((error) => {
      failedRead = { error };
      throw error;
    });
  try {
    return await inspect({ size, read: readOrNote });
  } catch {
    // A source that doesn't answer says nothing about the file.
    if (failedRead) throw failedRead.error;
    return { refusal: DAMAGED };
  }
}
