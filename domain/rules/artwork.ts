import { DAY_MS } from "../durations.ts";
import { type PublicPageName, publicMediaPath } from "../paths.ts";

// Pictures are files under web/static/, committed as they are. If you change the name, the tagline or the colors, replace them
// with pictures of the same names, formats and sizes, within these limits, which scripts/build/pictures.test.ts checks:
//
//   artwork/01.jpg to 32.jpg                  1200 x 630    40 kB   the days' pictures, without words
//   artwork/square/01.jpg to 32.jpg            512 x 512    25 kB   the same, for lock screens
//   artwork/share/{home,subscribe,gift}.jpg   1200 x 630    70 kB   shared links, with name and words
//   artwork/gift.jpg                          1200 x 630    60 kB   gifts, without words
//   artwork/cover.jpg                         3000 x 3000  500 kB   feeds, with name and tagline
//   icons/icon-192.png, icon-512.png, maskable-512.png (safe in its middle 80 percent), apple-touch-icon.png (180): 35 kB each
//
// JPEG and PNG only: email programs show nothing newer. favicon.svg is drawn by hand.

/** In pixels, for every day picture. The middle square and the middle third must still work when the picture is cropped to them. */
export const ARTWORK_SIZE = { width: 1200, height: 630 } as const;

/** Side in pixels of the square version; lock screens display no other shape well. */
export const SQUARE_SIZE = 512;

/** web/static/artwork/ holds this many pictures, 01.jpg and up, and as many squares. */
export const ARTWORK_COUNT = 32;

function fileOf(date: string): string {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const turn = ((day % ARTWORK_COUNT) + ARTWORK_COUNT) % ARTWORK_COUNT;
  return `${String(turn + 1).padStart(2, "0")}.jpg`;
}

/**
 * Path of a day's picture: the item's own (a public media file name) if it has one, otherwise the picture for its date. Pictures rotate in
 * order, so none repeats within 32 days.
 */
export function artworkOf(date: string, own: string | null = null): string {
  return own === null ? `/artwork/${fileOf(date)}` : publicMediaPath(own);
}

export function squareArtworkOf(date: string): string {
  return `/artwork/square/${fileOf(date)}`;
}

/** Public pages with their own picture for shared links (Open Graph); the others use the home page's. */
const SHARED_PAGES = ["home", "subscribe", "gift"] as const satisfies PublicPageName[];

export function sharePictureOf(page: PublicPageName): string {
  return `/artwork/share/${SHARED_PAGES.find((name) => name === page) ?? "home"}.jpg`;
}
