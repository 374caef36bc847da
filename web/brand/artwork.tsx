import { clsx } from "clsx";
import { ARTWORK_SIZE, artworkOf } from "#domain/rules/artwork.ts";

/** A day, and its own picture (a public media file) if it has one. */
type PicturedDay = { date: string; own?: string | null };
type ArtworkProps = PicturedDay & { className?: string; isLargest?: boolean };

/** A day's picture, as decoration: loads last unless it's the page's largest. A new date in the same place cancels the previous load. */
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
      // An empty tile is better than a broken picture, as when offline.
      onError={({ currentTarget }) => currentTarget.removeAttribute("src")}
      className={clsx("bg-panel object-cover", className)}
    />
  );
}
