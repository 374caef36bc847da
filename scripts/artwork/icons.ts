import { NIGHT } from "./palette.ts";
import { brandMark } from "./share-pictures.ts";

/** What is added around the mark's 32 units. */
const ROOM = { rounded: 0, full: 2, "safe-zone": 6 };

/**
 * The brand's icon at a size in pixels: "rounded" as in the tab, "full" for a device that cuts the corners itself, and "safe-zone"
 * for one that may cut anything outside the middle 80 percent.
 */
export function icon(size: number, ground: keyof typeof ROOM): string {
  const room = ROOM[ground];
  const mark = brandMark().replace("<svg ", `<svg width="${size}" height="${size}" `);
  const rect = `<rect x="${-room}" y="${-room}" width="${32 + 2 * room}" height="${32 + 2 * room}" rx="${ground === "rounded" ? 8 : 0}" fill="${NIGHT}"/>`;
  return mark
    .replace('viewBox="0 0 32 32"', `viewBox="${-room} ${-room} ${32 + 2 * room} ${32 + 2 * room}"`)
    .replace("</defs>", `</defs>${rect}`);
}
