import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { expect, test } from "vitest";
import { DAMAGED, inspectMedia } from "./media-file.ts";

const MIB = 1024 * 1024;
const UNPLAYABLE = expect.stringContaining("can't be played in every browser");
const text = (words: string) => new TextEncoder().encode(words);

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function inspectBytes(bytes: Uint8Array) {
  return inspectMedia({ size: bytes.length, read: async (from, to) => Uint8Array.from(bytes.subarray(from, to)) });
}

/** MPEG-1, 44.1 kHz, stereo: 417 bytes at 128 kbit/s, 1044 at 320. A second has 38.28 frames. */
function frame(third: number, length: number, second = 0xfb): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([0xff, second, third, 0]);
  return bytes;
}
const frames = (count: number) => joined(...Array.from({ length: count }, () => frame(0x90, 417)));

function headerFrame(promised: { frames: number } | { bytes: number }): Uint8Array {
  const header = frame(0x90, 417);
  header.set(text("Xing"), 36);
  const view = new DataView(header.buffer);
  view.setUint32(40, "frames" in promised ? 1 : 2);
  view.setUint32(44, "frames" in promised ? promised.frames : promised.bytes);
  return header;
}

const ID3_WITH_50_BYTES = joined(text("ID3"), Uint8Array.of(4, 0, 0, 0, 0, 0, 50), new Uint8Array(50).fill(0xff));

type Codecs = { audio?: [codec: "aac" | "ac3", config: AudioDecoderConfig]; video?: VideoDecoderConfig };

/** An MP4 of ten seconds, its index before its data: 50 packets of sound, 250 of video. */
async function mp4({ audio, video }: Codecs): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const sound = audio && new EncodedAudioPacketSource(audio[0]);
  const picture = video && new EncodedVideoPacketSource(video.codec.startsWith("hvc1") ? "hevc" : "avc");
  if (sound) output.addAudioTrack(sound);
  if (picture) output.addVideoTrack(picture);
  await output.start();
  for (let index = 0; index < 50; index += 1) {
    if (audio) await sound?.add(new EncodedPacket(AC3_FRAME, "key", index / 5, 1 / 5), { decoderConfig: audio[1] });
    for (let at = index * 5; video && at < index * 5 + 5; at += 1) {
      const packet = new EncodedPacket(new Uint8Array(400), at === 0 ? "key" : "delta", at / 25, 1 / 25);
      await picture?.add(packet, { decoderConfig: video });
    }
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

const AC3_FRAME = Uint8Array.of(0x0b, 0x77, 0, 0, 0x00, 0x40, 0x40, ...new Array(300).fill(0));
const STEREO = { numberOfChannels: 2, sampleRate: 44_100 };
const aac = (...description: number[]): Codecs["audio"] => [
  "aac",
  { ...STEREO, codec: "mp4a.40.2", description: Uint8Array.from(description) },
];
const AAC_LC = aac(0x12, 0x10);
const avc = (profile: number): VideoDecoderConfig => ({
  codec: `avc1.${profile.toString(16).padStart(2, "0")}001e`,
  codedWidth: 64,
  codedHeight: 64,
  description: Uint8Array.of(1, profile, 0, 30, 0xff, 0xe1, 0, 4, 0x67, profile, 0, 30, 1, 0, 2, 0x68, 0xce),
});
const HEVC: VideoDecoderConfig = {
  codec: "hvc1.1.6.L93.B0",
  codedWidth: 64,
  codedHeight: 64,
  description: Uint8Array.of(
    1,
    1,
    0x60,
    0,
    0,
    0,
    0x90,
    0,
    0,
    0,
    0,
    0,
    93,
    0xf0,
    0,
    0xfc,
    0xfd,
    0xf8,
    0xf8,
    0,
    0,
    0x0f,
    0,
  ),
};

test("an MP3 has the length of the frames that are there, whatever tags surround them", async () => {
  const seconds = (1000 * 1152) / 44_100;
  const bare = { contentType: "audio/mpeg", durationSeconds: seconds };
  expect(await inspectBytes(frames(1000))).toEqual(bare);
  const tagged = joined(
    ID3_WITH_50_BYTES,
    headerFrame({ frames: 1000 }),
    frames(1000),
    text("TAG"),
    new Uint8Array(125),
  );
  expect(await inspectBytes(tagged)).toEqual(bare);
  expect(await inspectBytes(joined(frames(500), new Uint8Array(5000).fill(0xff), frames(500)))).toEqual(bare);
});

test("an MP3 whose frames differ in size and that doesn't say its length is measured frame by frame", async () => {
  const loud = joined(...Array.from({ length: 500 }, () => frame(0xe0, 1044)));
  const answer = await inspectBytes(joined(frames(1000), loud));
  expect(answer).toMatchObject({ durationSeconds: (1500 * 1152) / 44_100 });
});

test.for([
  ["frames", { frames: 766 }],
  ["bytes", { bytes: 330_000 }],
] as const)(
  "an MP3 with fewer %s than its header promises is refused with the seconds that are there",
  async ([, promised]) => {
    const whole = joined(headerFrame(promised), frames(766));
    expect(await inspectBytes(whole)).toMatchObject({ contentType: "audio/mpeg" });
    expect(await inspectBytes(whole.subarray(0, 20_000))).toEqual({
      refusal: "This file seems cut off: 1 s of sound, not 20 s. Save it again, then upload it.",
    });
  },
);

test("a video or M4A has the length of its packets, and one whose data ends early is refused", async () => {
  const sound = await mp4({ audio: AAC_LC });
  expect(await inspectBytes(sound)).toEqual({ contentType: "audio/mp4", durationSeconds: 10 });
  expect(await inspectBytes(sound.subarray(0, sound.length * 0.3))).toEqual({
    refusal: expect.stringMatching(/^This file seems cut off: [23] s of sound, not 10 s\./),
  });
  const both = await mp4({ audio: AAC_LC, video: avc(0x64) });
  expect(await inspectBytes(both)).toEqual({ contentType: "video/mp4", durationSeconds: 10 });
  expect(await inspectBytes(both.subarray(0, both.length * 0.6))).toEqual({
    refusal: expect.stringMatching(/^This file seems cut off: [567] s of video, not 10 s\./),
  });
  expect(await inspectBytes(both.subarray(0, 300))).toEqual({ refusal: DAMAGED });
});

test.for<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ["MPEG layer II", () => joined(ID3_WITH_50_BYTES, frame(0x80, 417, 0xfd), frame(0x80, 417, 0xfd))],
  ["a WAV", () => text("RIFF1234WAVEfmt ")],
  ["Ogg", () => text("OggS")],
  ["AAC without a container", () => Uint8Array.of(0xff, 0xf1, 0x50, 0x80)],
  ["a QuickTime movie", () => text("\0\0\0\x14ftypqt  \0\0\0\0qt  ")],
  ["HEVC", () => mp4({ video: HEVC })],
  ["AC-3", () => mp4({ audio: ["ac3", { ...STEREO, codec: "ac-3" }], video: avc(0x64) })],
  ["H.264 with ten bits", () => mp4({ audio: AAC_LC, video: avc(0x6e) })],
  ["H.264 in 4:2:2", () => mp4({ video: avc(0x7a) })],
  ["AAC-ELD", () => mp4({ audio: aac(0xf8, 0xe8, 0x50, 0) })],
])("%s isn't called damaged, but can't be played in every browser", async ([, make]) => {
  expect(await inspectBytes(await make())).toEqual({ refusal: UNPLAYABLE });
});

test.for(["", "These are words and no music at all.", "<!doctype html>", "\0\0\0\x18ftypmp42"])(
  "a file that is no sound or video is refused: %j",
  async (words) => {
    expect(await inspectBytes(text(words))).toEqual({ refusal: DAMAGED });
  },
);

test("a large MP3 is read a few MiB at a time, and a source that fails isn't a damaged file", async () => {
  const size = 100 * MIB;
  const reads: number[] = [];
  const read = async (from: number, to: number) => {
    reads.push(to - from);
    const bytes = new Uint8Array(to - from);
    for (let at = Math.ceil(from / 417) * 417; at + 4 <= to; at += 417) bytes.set([0xff, 0xfb, 0x90, 0], at - from);
    return bytes;
  };
  expect(await inspectMedia({ size, read })).toMatchObject({
    durationSeconds: (Math.floor(size / 417) * 1152) / 44_100,
  });
  expect(Math.max(...reads)).toBeLessThanOrEqual(4 * MIB);
  expect(reads.length).toBeLessThan(30);
  const failing = async () => Promise.reject(new Error("The bucket is away."));
  await expect(inspectMedia({ size, read: failing })).rejects.toThrow("The bucket is away.");
});
