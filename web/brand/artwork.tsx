import { clsx } from "clsx";
import { ARTWORK_SIZE, artworkOf } from "#domain/rules/artwork.ts";

/** The day, and the public medium that is its own picture if it has one. */
export type PicturedDay = { date: string; own?: string | null };
type ArtworkProps = PicturedDay & { className?: string; isLargest?: boolean };

/**
 * The picture of a day, as decoration: it gives way to all else on a slow line, unless it is the largest thing on its page. A new date in the
 * same place ends the load of the last picture, so that turning through a month fetches little.
 */
export function Artwork({ date, own = null, className, isLargest = false }: ArtworkProps) {
  return (
    <img
      alt=""
      loading={isLargest ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={isLargest ? "high" : "low"}
      width={ARTWORK_SIZE.width}
      height={ARTWORK_SIZE.height}
      src={artworkOf(date, own)}
      className={clsx("bg-panel object-cover", className)}
    />
  );
}
