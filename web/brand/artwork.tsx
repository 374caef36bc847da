import { clsx } from "clsx";
import { ARTWORK_SIZE, artworkOf } from "#domain/rules/artwork.ts";

/** The day, and the public medium that is its own picture if it has one. */
type Day = { date: string; own?: string | null };
type ArtworkProps = Day & { className?: string };

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

/**
 * The same across the top of a page, behind its heading: tinted to embers, since a dimmed yellow turns green, and faded towards the
 * words, which keeps AA contrast under them with every picture. Belongs into a PageShell.
 */
export function ArtworkBackdrop({ date, own = null }: Day) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-16 isolate -z-10 h-60 opacity-60 [mask-composite:intersect] [mask-image:linear-gradient(to_right,transparent,black_85%),linear-gradient(black_35%,transparent)] sm:h-104 lg:top-20 forced-colors:hidden"
    >
      <Artwork date={date} own={own} className="size-full !bg-transparent" />
      <div className="absolute inset-0 bg-ember mix-blend-multiply" />
    </div>
  );
}
