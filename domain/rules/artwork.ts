import { type PublicPageName, publicMediaPath } from "../paths.ts";

/** Of every picture of a day, in pixels. Their middle square and their middle third carry the picture when it is cropped. */
export const ARTWORK_SIZE = { width: 1200, height: 630 } as const;

/** Sides of the square of the same picture, in pixels: lock screens show nothing else well. */
export const SQUARE_SIZE = 512;

/** web/static/artwork/ holds that many, 01.jpg and on, and as many squares (scripts/draw-artwork.ts). */
export const ARTWORK_COUNT = 32;

const DAY_MS = 86_400_000;

function fileOf(date: string): string {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const turn = ((day % ARTWORK_COUNT) + ARTWORK_COUNT) % ARTWORK_COUNT;
  return `${String(turn + 1).padStart(2, "0")}.jpg`;
}

/**
 * The path of a day's picture: the item's own one if it has one (a public medium's file name), else the one of its date. The pictures take turns, so that no two
 * within 32 days are the same; in which order they follow one another is decided where they are drawn.
 */
export function artworkOf(date: string, own: string | null = null): string {
  return own === null ? `/artwork/${fileOf(date)}` : publicMediaPath(own);
}

/** The path of the square of a date's picture. */
export function squareArtworkOf(date: string): string {
  return `/artwork/square/${fileOf(date)}`;
}

/** Public pages with a picture of their own for links that are shared (Open Graph); the others show the home page's. */
export const SHARED_PAGES = ["home", "subscribe", "gift"] as const satisfies PublicPageName[];

export function sharePictureOf(page: PublicPageName): string {
  return `/artwork/share/${SHARED_PAGES.find((name) => name === page) ?? "home"}.jpg`;
}
