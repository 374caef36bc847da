import { DAY_MS } from "../durations.ts";
import { type PublicPageName, publicMediaPath } from "../paths.ts";

// Pictures are committed under web/static/. If you change the name, the tagline, or the colors, replace them with the names, formats, and
// sizes in scripts/build/pictures.test.ts: share/*.jpg with name and words, cover.jpg with name and tagline, the others without words.
// JPEG and PNG only: email programs show nothing newer. maskable-512.png is safe in its middle 80 percent; favicon.svg is drawn by hand.

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

/** A day's picture: the item's own (a public media file) or the one for its date. Pictures rotate, so none repeats within 32 days. */
export function artworkOf(date: string, own: string | null = null): string {
  return own === null ? `/artwork/${fileOf(date)}` : publicMediaPath(own);
}

/** The first morning, in the emails of a gift that was opened. */
export const OPENED_ARTWORK = "/artwork/01.jpg";

export const squareArtworkOf = (date: string): string => `/artwork/square/${fileOf(date)}`;

/** Public pages with their own picture for shared links (Open Graph); the others use the home page's. */
const SHARED_PAGES = ["home", "subscribe", "gift"] as const satisfies PublicPageName[];

export function sharePictureOf(page: PublicPageName): string {
  return `/artwork/share/${SHARED_PAGES.find((name) => name === page) ?? "home"}.jpg`;
}

/** The podcast feed's. */
export const COVER = "/artwork/cover.jpg";
