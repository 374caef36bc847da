import { expect, test, vi } from "vitest";
import { prepareFile } from "./prepare-file.ts";

const SUBRIP = "1\n00:00:01,000 --> 00:00:02,000\nGuten Tag, schön.\n";
const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGuten Tag, schön.\n";

test.for([
  ["UTF-8", new TextEncoder().encode(SUBRIP)],
  ["Windows' code page", Uint8Array.from(SUBRIP, (letter) => letter.charCodeAt(0))],
])("a SubRip file in %s is converted to WebVTT, keeping its base name", async ([, bytes]) => {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], "Dawn.SRT", { lastModified: 7 });
  const ready = await prepareFile("captions", file);
  expect([ready.name, ready.lastModified, await ready.text()]).toEqual(["Dawn.vtt", 7, VTT]);
});

test("WebVTT in UTF-16, or with a comma in its times, is sent as browsers read it", async () => {
  const text = `\uFEFF${VTT.replace("01.000", "01,000")}`;
  const bytes = new Uint8Array([...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]));
  const ready = await prepareFile("captions", new File([bytes], "Dawn.vtt"));
  expect([ready.name, await ready.text()]).toEqual(["Dawn.vtt", VTT]);
});

test("captions that can't be read are refused by line", async () => {
  await expect(prepareFile("captions", new File([`${SUBRIP}\n2\nlater --> on\nHi`], "a.srt"))).rejects.toMatchObject({
    serverText: "1 of 2 captions couldn't be read, line 6. Correct their times, then choose the file again.",
  });
});

test("a SubRip file without captions is refused, and so is another kind of file named .srt", async () => {
  await expect(prepareFile("captions", new File(["words"], "a.srt"))).rejects.toMatchObject({
    serverText: "We found no captions in this file. Save it again as WebVTT.",
  });
  await expect(prepareFile("audio", new File([SUBRIP], "a.srt"))).rejects.toMatchObject({
    serverText: "Audio must be a .mp3 or .m4a file.",
  });
});

test("artwork that would be upscaled is refused with its size; large enough or unreadable artwork passes", async () => {
  const file = new File(["png"], "sun.png");
  const read = vi.fn(async () => ({ width: 300, height: 300 }));
  vi.stubGlobal("createImageBitmap", read);
  await expect(prepareFile("artwork", file)).rejects.toMatchObject({
    serverText: "This picture is too small: 300 × 300. Use at least 600 × 315; 1200 × 630 is best.",
  });
  read.mockResolvedValueOnce({ width: 600, height: 315 });
  expect(await prepareFile("artwork", file)).toBe(file);
  read.mockRejectedValueOnce(new Error("No picture"));
  expect(await prepareFile("artwork", file)).toBe(file);
});
