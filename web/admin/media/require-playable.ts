import {
  AudioSampleSink,
  BlobSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  VideoSampleSink,
} from "mediabunny";
import { DAMAGED, inspectMedia } from "#domain/media-file.ts";
import { uploadContentType } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { ApiError } from "../../lib/api-error.ts";

/** A decoder that takes longer says nothing about the file. */
const PATIENCE_MS = 20_000;

async function isDecodedAt(track: InputAudioTrack | InputVideoTrack, second: number): Promise<boolean> {
  const sink = track.isAudioTrack() ? new AudioSampleSink(track) : new VideoSampleSink(track as InputVideoTrack);
  let isDecoded = false;
  try {
    for await (const sample of sink.samples(second, second + 1)) {
      sample.close();
      isDecoded = true;
    }
    return isDecoded;
  } catch {
    return false;
  }
}

/** The second at which this browser fails to decode the file: its first, middle, or last; null if it decodes them, or can't decode any such file. */
async function undecodedSecond(file: File): Promise<number | null> {
  const input = new Input({ formats: [MP3, MP4], source: new BlobSource(file) });
  try {
    for (const track of [await input.getPrimaryAudioTrack(), await input.getPrimaryVideoTrack()]) {
      if (track === null || !(await track.canDecode())) continue;
      const end = Math.max(0, (await track.computeDuration()) - 1);
      for (const second of [0, end / 2, end]) if (!(await isDecodedAt(track, second))) return second;
    }
    return null;
  } finally {
    input.dispose();
  }
}

const readOf = (file: File) => async (from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** Returns how many seconds play; null for a file without a length. @throws ApiError with status 400 for one that members couldn't play */
export async function requirePlayable(kind: MediumKind, file: File): Promise<number | null> {
  if (kind === "captions" || kind === "artwork") return null;
  const facts = await inspectMedia({ size: file.size, read: readOf(file) });
  if ("refusal" in facts) throw new ApiError(400, facts.refusal, null);
  if (facts.contentType !== uploadContentType(kind, file.name)) throw new ApiError(400, DAMAGED, null);
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const second = await Promise.race([undecodedSecond(file).catch(() => null), patience]);
  if (second === null) return facts.durationSeconds;
  const refusal = `This file is damaged: it doesn't play ${Math.round(second)} s after its beginning. Save it again, then upload it.`;
  throw new ApiError(400, refusal, null);
}
