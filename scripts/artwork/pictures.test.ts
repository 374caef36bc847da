import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ARTWORK_COUNT, artworkOf, SHARED_PAGES, sharePictureOf } from "../../domain/rules/artwork.ts";
import { addDays } from "../../domain/rules/calendar-days.ts";
import { PICTURES } from "./pictures.ts";
import { drawScene, SCENES } from "./scenes.ts";

const STATIC = new URL("../../web/static/", import.meta.url);
const bytesOf = (file: string) => readFileSync(new URL(file, STATIC));
const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 16);

/** Width and height as the file itself says: PNG in its first chunk, JPEG in its frame header. */
function sizeOf(bytes: Buffer): [width: number, height: number] {
  if (bytes.readUInt32BE(0) === 0x89504e47) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  expect(bytes.readUInt16BE(0)).toBe(0xffd8);
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
}

test.each(PICTURES)("$file has its dimensions and keeps to its bytes", ({ file, width, height, maxBytes }) => {
  const bytes = bytesOf(file);
  expect(sizeOf(bytes)).toEqual([width, height]);
  expect(bytes.length).toBeLessThanOrEqual(maxBytes);
});

test("the folders hold these pictures and nothing else", () => {
  const files = ["artwork", "icons"].flatMap((folder) =>
    readdirSync(new URL(folder, STATIC), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(new URL(STATIC).pathname.length)),
  );
  expect(files.sort()).toEqual(PICTURES.map(({ file }) => file).sort());
});

test("what is committed was drawn from these sources (node scripts/draw-artwork.ts)", () => {
  const now = PICTURES.map(({ file, source }) => [file, { source: hash(source), bytes: hash(bytesOf(file)) }]);
  const drawn = JSON.parse(readFileSync(new URL("./drawn.json", import.meta.url), "utf8"));
  expect(drawn).toEqual(Object.fromEntries(now));
});

test("32 days show 32 different pictures of at most 40 kB, and every shared page shows one that is there", () => {
  const days = Array.from({ length: ARTWORK_COUNT }, (_, index) => artworkOf(addDays("2025-08-12", index)));
  const pictures = new Set(days.map((path) => hash(bytesOf(path.slice(1)))));
  expect(pictures.size).toBe(32);
  for (const path of days) expect(bytesOf(path.slice(1)).length).toBeLessThanOrEqual(40_000);
  for (const page of SHARED_PAGES) expect(PICTURES.map(({ file }) => `/${file}`)).toContain(sharePictureOf(page));
});

test("a scene is the same at every drawing, and says nothing in words", () => {
  for (const [name] of SCENES) {
    expect(drawScene(name)).toBe(drawScene(name));
    expect(drawScene(name)).not.toMatch(/<text|NaN|undefined/);
  }
});
