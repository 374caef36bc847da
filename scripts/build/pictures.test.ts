import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { GIFT_ICON, PUBLIC_PAGES, type PublicPageName } from "../../domain/paths.ts";
import {
  ARTWORK_COUNT,
  ARTWORK_SIZE,
  artworkOf,
  SQUARE_SIZE,
  sharePictureOf,
  squareArtworkOf,
} from "../../domain/rules/artwork.ts";
import { addDays } from "../../domain/rules/calendar-days.ts";
import { siteFiles } from "./site-files.ts";

const STATIC = new URL("../../web/static/", import.meta.url);
const bytesOf = (path: string) => readFileSync(new URL(path.slice(1), STATIC));

const dates = Array.from({ length: ARTWORK_COUNT }, (_, index) => addDays("1970-01-01", index));
const square = (size: number) => ({ width: size, height: size });
const kind = (paths: string[], size: { width: number; height: number }, maxBytes: number) =>
  paths.map((path) => ({ path, ...size, maxBytes }));

const PICTURES = [
  ...kind(
    dates.map((date) => artworkOf(date)),
    ARTWORK_SIZE,
    40_000,
  ),
  ...kind(dates.map(squareArtworkOf), square(SQUARE_SIZE), 25_000),
  ...kind([...new Set((Object.keys(PUBLIC_PAGES) as PublicPageName[]).map(sharePictureOf))], ARTWORK_SIZE, 70_000),
  ...kind([GIFT_ICON], square(96), 3000),
  ...kind(["/artwork/cover.jpg"], square(3000), 500_000),
  ...kind(["/icons/icon-192.png"], square(192), 35_000),
  ...kind(["/icons/icon-512.png", "/icons/maskable-512.png"], square(512), 35_000),
  ...kind(["/icons/apple-touch-icon.png"], square(180), 35_000),
];

/** Width and height from the file itself: PNG's first chunk, JPEG's frame header. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  expect(bytes.readUInt16BE(0)).toBe(0xffd8);
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
}

test.each(PICTURES)(
  "$path has the expected dimensions and stays within its byte limit",
  ({ path, width, height, maxBytes }) => {
    const bytes = bytesOf(path);
    expect(sizeOf(bytes)).toEqual({ width, height });
    expect(bytes.length).toBeLessThanOrEqual(maxBytes);
  },
);

/** A PNG's colors by pixel as red, green, blue, and opacity, if it has a palette and unfiltered rows. */
function pixelsOf(png: Buffer, width: number): number[][] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [colors, opacities] = [chunks.get("PLTE"), chunks.get("tRNS")];
  const rows = inflateSync(chunks.get("IDAT") ?? "");
  return [...rows].flatMap((index, at) =>
    at % (width + 1) === 0 ? [] : [[...(colors?.subarray(3 * index, 3 * index + 3) ?? []), opacities?.[index] ?? 255]],
  );
}

test("a gift's picture has a light ground around each dark line, so it is seen where the paper turns dark", () => {
  const width = 96;
  const pixels = pixelsOf(bytesOf(GIFT_ICON), width);
  const isDark = ([red = 0, green = 0, , opacity = 0]: number[]) => opacity > 128 && red + green < 200;
  const isGround = ([red = 0, green = 0, , opacity = 0]: number[]) => opacity === 255 && red + green > 400;
  const lines = pixels.flatMap((pixel, at) => (isDark(pixel) ? [at] : []));
  expect(lines.length).toBeGreaterThan(300);
  for (const at of lines) {
    for (const step of [1, -1, width, -width]) {
      let to = at;
      while (pixels[to]?.[3] === 255 && !isGround(pixels[to] ?? [])) to += step;
      expect(isGround(pixels[to] ?? []), `beyond the line at ${at % width}, ${Math.floor(at / width)}`).toBe(true);
    }
  }
});

test("the picture folders hold exactly the listed pictures", () => {
  const files = ["artwork", "icons"].flatMap((folder) =>
    readdirSync(new URL(folder, STATIC), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${entry.parentPath}/${entry.name}`.slice(STATIC.pathname.length)),
  );
  expect(files.sort()).toEqual(PICTURES.map(({ path }) => path).sort());
});

test("each day of an artwork cycle shows a different picture", () => {
  const pictures = dates.map((date) =>
    createHash("sha256")
      .update(bytesOf(artworkOf(date)))
      .digest("hex"),
  );
  expect(new Set(pictures).size).toBe(ARTWORK_COUNT);
});

test("the manifest's icons exist in their stated sizes", () => {
  const { icons } = JSON.parse(siteFiles()["manifest.webmanifest"] ?? "") as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src, sizes } of icons.filter(({ src }) => src.endsWith(".png"))) {
    const { width, height } = sizeOf(bytesOf(src));
    expect(`${width}x${height}`).toBe(sizes);
  }
});
