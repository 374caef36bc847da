import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { fetchPackage } from "./dependencies/fetch-package.ts";
import { exitWith } from "./stack/run-tool.ts";

// Run with `npx node scripts/subset-font.ts` when the fonts change; it fetches subset-font from the npm registry.

const SOURCE = new URL(
  "../node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2",
  import.meta.url,
);

/** Axis ranges that the theme uses; the rest would be two fifths of the file. */
const AXES = { wdth: { min: 100, max: 125, default: 100 }, wght: { min: 400, max: 900, default: 400 } };

function charactersOf(ranges: [first: number, last: number][]): string {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join("");
}

/**
 * The two files in web/ui/fonts.css, with the same character ranges: English, which every page loads, and the rest of
 * Latin, for names and titles. Rarer scripts come from the package unchanged.
 */
const SUBSETS: Record<string, [number, number][]> = {
  "archivo-basic.woff2": [
    [0x20, 0x7e],
    [0xa0, 0xa0],
    [0xa9, 0xa9],
    [0xb0, 0xb0],
    [0xb7, 0xb7],
    [0xc0, 0xff],
    [0x2010, 0x2027],
  ],
  "archivo-latin.woff2": [
    [0xa1, 0xa8],
    [0xaa, 0xaf],
    [0xb1, 0xb6],
    [0xb8, 0xbf],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2028, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2191, 0x2193],
    [0x2212, 0x2215],
  ],
};

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: "woff2"; variationAxes: typeof AXES },
) => Promise<Buffer>;

try {
  const subsetFont = fetchPackage<SubsetFont>("subset-font", "2.9.0");
  const source = await readFile(SOURCE);
  for (const [name, ranges] of Object.entries(SUBSETS)) {
    const font = await subsetFont(source, charactersOf(ranges), { targetFormat: "woff2", variationAxes: AXES });
    await writeFile(fileURLToPath(new URL(`../web/ui/fonts/${name}`, import.meta.url)), font);
    console.log(`${name.padEnd(20)} ${(font.length / 1000).toFixed(1)} kB`);
  }
} catch (error) {
  exitWith(error);
}
