import { expect, test } from "vitest";
import { kindOfFile, uploadHindrance } from "./uploads.ts";

test("a video may be exactly 2 GB, as promised, and not a byte more", () => {
  const video = (sizeBytes: number) => uploadHindrance("video", { filename: "morning.mp4", sizeBytes });
  expect(video(2_147_483_648)).toBeNull();
  expect(video(2_147_483_649)).toBe("This file is too large. The limit is 2 GB.");
});

test("a file name's extension decides its kind: audio, video, captions, or artwork", () => {
  const kinds = ["a.MP3", "a.b.m4a", "a.mp4", "a.vtt", "a.srt", "a.webp", "a.txt", "mp3"].map(kindOfFile);
  expect(kinds).toEqual(["audio", "audio", "video", "captions", "captions", "artwork", null, null]);
});
