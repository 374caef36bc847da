import { expect, test } from "vitest";
import { uploadHindrance } from "./uploads.ts";

test("a video may have 2 GB to the byte, as is promised, and not one more", () => {
  const video = (sizeBytes: number) => uploadHindrance("video", { filename: "morning.mp4", sizeBytes });
  expect(video(2_147_483_648)).toBeNull();
  expect(video(2_147_483_649)).toBe("This file is too large. The limit is 2 GB.");
});
