import { Artwork, type PicturedDay } from "./artwork.tsx";

/** A day's picture behind a PageShell's heading. Tinted ember, as dimmed yellow turns green; fades to keep the text's AA contrast. */
export function ArtworkBackdrop({ date, own = null }: PicturedDay) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-16 isolate -z-10 h-60 opacity-60 [mask-composite:intersect] [mask-image:linear-gradient(to_right,transparent,black_85%),linear-gradient(black_35%,transparent)] sm:h-104 lg:top-20 forced-colors:hidden"
    >
      <Artwork date={date} own={own} className="size-full !bg-transparent" isLargest />
      <div className="absolute inset-0 bg-ember mix-blend-multiply" />
    </div>
  );
}
