import { clsx } from "clsx";
import { ARTWORK_SIZE, artworkOf } from "#domain/rules/artwork.ts";

/** The day, and the public medium that is its own picture if it has one. */
export type PicturedDay = { date: string; own?: string | null };
type ArtworkProps = PicturedDay & { className?: string };

/**
 * The picture of a day, as decoration: it gives way to all else on a slow line. A new date in the same place ends the load of the
 * last picture, so that turning through a month fetches little.
 */
export function Artwork({ date, own = null, className }: ArtworkProps) {
  return (
    <img
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      width={ARTWORK_SIZE.width}
      height={ARTWORK_SIZE.height}
      src={artworkOf(date, own)}
      className={clsx("bg-panel object-cover", className)}
    />
  );
}
