import { AudioSampleSink, InputAudioTrack } from "mediabunny";
import { afterEach, expect, test, vi } from "vitest";
import { requirePlayable } from "./require-playable.ts";

afterEach(() => vi.restoreAllMocks());

/** MPEG-1 layer III, 128 kbit/s: 417 bytes and 26.12 ms a frame. */
function mp3(frames: number): File {
  const bytes = new Uint8Array(frames * 417);
  for (let at = 0; at < bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0], at);
  return new File([bytes], "dawn.mp3");
}

function decodeUntil(second: number) {
  const asked: number[] = [];
  vi.spyOn(InputAudioTrack.prototype, "canDecode").mockResolvedValue(true);
  vi.spyOn(AudioSampleSink.prototype, "samples").mockImplementation(async function* (from = 0) {
    asked.push(Math.round(from));
    if (from > second) throw new Error("EncodingError");
    yield { close: () => undefined } as never;
  });
  return asked;
}

test("a browser without decoders leaves a whole file to the server", async () => {
  await expect(requirePlayable("audio", mp3(2297))).resolves.toBeCloseTo(60, 0);
});

test("a second at a file's beginning, middle, and end is decoded, and one that isn't is named", async () => {
  const asked = decodeUntil(60);
  await requirePlayable("audio", mp3(2297));
  expect(asked).toEqual([0, 30, 59]);
  decodeUntil(20);
  await expect(requirePlayable("audio", mp3(2297))).rejects.toMatchObject({
    serverText: "This file is damaged: it doesn't play 30 s after its beginning. Save it again, then upload it.",
  });
});

test("a file that the server would refuse is refused before it's sent", async () => {
  const refused = (kind: "audio" | "video", file: File) => expect(requirePlayable(kind, file)).rejects;
  await refused("video", mp3(100)).toMatchObject({ status: 400, serverText: expect.stringContaining("damaged") });
  await refused("audio", new File(["RIFF1234WAVE"], "a.mp3")).toMatchObject({
    serverText: expect.stringContaining("can't be played in every browser"),
  });
  await expect(requirePlayable("captions", new File(["words"], "a.vtt"))).resolves.toBeNull();
});
