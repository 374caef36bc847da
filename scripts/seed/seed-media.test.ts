import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as z from "zod";
import { BRAND } from "#domain/brand.ts";

const LIBRARY = new URL("../../r2-seed/", import.meta.url);
const readMedia = (key: string) => readFile(new URL(key, LIBRARY));

const file = z.strictObject({
  key: z.string(),
  title: z.string().min(1),
  sizeBytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const { media, public: publicFiles } = z
  .strictObject({
    media: z.array(
      file.extend({
        kind: z.enum(["audio", "video"]),
        contentType: z.enum(["audio/mpeg", "video/mp4"]),
        durationSeconds: z.number().positive(),
        integratedLufs: z.number(),
        truePeakDb: z.number(),
      }),
    ),
    public: z.array(file.extend({ contentType: z.enum(["video/mp4", "image/webp", "audio/mpeg"]) })),
  })
  .parse(JSON.parse(await readFile(new URL("manifest.json", LIBRARY), "utf8")));

/** Keys of the files in the library's folder or a subfolder. */
async function keysIn(folder = ""): Promise<string[]> {
  const entries = await readdir(new URL(folder, LIBRARY), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`);
}

test("the manifest lists exactly the library's files, sorted by key", async () => {
  const files = (await keysIn()).filter((name) => name !== "manifest.json" && name !== "README.md");
  expect(media.map(({ key }) => key)).toEqual(files.sort());
  expect(publicFiles.map(({ key }) => key)).toEqual((await keysIn("public/")).sort());
});

test("every file has the size and hash that the manifest records", async () => {
  for (const { key, sizeBytes, sha256 } of [...media, ...publicFiles]) {
    const bytes = await readMedia(key);
    expect(bytes.length, key).toBe(sizeBytes);
    expect(createHash("sha256").update(bytes).digest("hex"), key).toBe(sha256);
  }
});

test("every file starts with the signature of its content type", async () => {
  for (const { key, kind, contentType } of media) {
    const bytes = await readMedia(key);
    const signature = kind === "audio" ? bytes.toString("latin1", 0, 3) : bytes.toString("latin1", 4, 8);
    expect([contentType, signature], key).toEqual(kind === "audio" ? ["audio/mpeg", "ID3"] : ["video/mp4", "ftyp"]);
  }
});

test("the landing page's preview, poster, and sample are public, small, and of their stated types", async () => {
  const { preview } = BRAND;
  expect(publicFiles.map(({ key }) => key)).toEqual(
    [preview.clip, preview.poster, preview.sample].map((filename) => `public/${filename}`),
  );
  const [clip, poster, sample] = await Promise.all(publicFiles.map(({ key }) => readMedia(key)));
  expect([clip?.toString("latin1", 4, 8), poster?.toString("latin1", 8, 12)]).toEqual(["ftyp", "WEBP"]);
  // A frame of MPEG-1 Layer III, 48 kb/s, and 20 s of them.
  expect(sample?.readUInt16BE(0)).toBe(0xfffb);
  expect(Math.abs((sample?.length ?? 0) / 6_000 - 20)).toBeLessThan(0.2);
  expect(clip?.length).toBeLessThanOrEqual(1_500_000);
  expect(poster?.length).toBeLessThanOrEqual(40_000);
});

test("a video can start before it's fully downloaded", async () => {
  for (const { key } of [...media, ...publicFiles].filter(({ contentType }) => contentType === "video/mp4")) {
    const bytes = await readMedia(key);
    expect(bytes.indexOf("moov"), key).toBeLessThan(bytes.indexOf("mdat"));
  }
});

test("the library has at least six audio pieces of one to two minutes and one short video", () => {
  const audio = media.filter(({ kind }) => kind === "audio");
  const video = media.filter(({ kind }) => kind === "video");
  expect(audio.length).toBeGreaterThanOrEqual(6);
  expect(audio.filter(({ durationSeconds }) => durationSeconds < 60 || durationSeconds > 120)).toEqual([]);
  expect(video).toHaveLength(1);
  expect(video.filter(({ durationSeconds }) => durationSeconds < 12 || durationSeconds > 20)).toEqual([]);
});

test("recorded durations match the file sizes at a constant 80 kb/s", () => {
  for (const { key, sizeBytes, durationSeconds } of media.filter(({ kind }) => kind === "audio")) {
    expect(Math.abs(sizeBytes / 10_000 - durationSeconds), key).toBeLessThan(0.5);
  }
});

test("all pieces are about equally loud and leave headroom", () => {
  for (const { key, integratedLufs, truePeakDb } of media) {
    expect(integratedLufs, key).toBeGreaterThanOrEqual(-18);
    expect(integratedLufs, key).toBeLessThanOrEqual(-14);
    expect(truePeakDb, key).toBeLessThanOrEqual(-1);
  }
});

test("the library stays small enough to be committed", () => {
  expect([...media, ...publicFiles].reduce((total, { sizeBytes }) => total + sizeBytes, 0)).toBeLessThanOrEqual(
    8_000_000,
  );
  expect(media.filter(({ kind, sizeBytes }) => kind === "video" && sizeBytes > 1_200_000)).toEqual([]);
});

test("no key can be guessed, and no two files are identical", () => {
  for (const { key, kind } of media)
    expect(key).toMatch(kind === "audio" ? /^[a-z-]+-[a-z2-7]{12,}\.mp3$/ : /^[a-z-]+-[a-z2-7]{12,}\.mp4$/);
  const randomParts = media.map(({ key }) => key.replace(/^.*-|\.\w+$/g, ""));
  expect(new Set(randomParts).size).toBe(media.length);
  expect(new Set(media.map(({ sha256 }) => sha256)).size).toBe(media.length);
});
