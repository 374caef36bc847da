import { type Drawing, HEIGHT, type Point, points, WIDTH } from "../drawing.ts";
import { dawnPaint, glow, horizon, rays, sky, stars } from "../light.ts";
import { bolt } from "../lightning.ts";
import { BOLT, EMBER, FLARE, mix, NIGHT } from "../palette.ts";

/** A box that was just opened: a bolt and the morning's light come out of it. */
export function gift(d: Drawing): void {
  const floor = 524;
  sky(d, [600, 330], 580, 0.62);
  stars(d, 40, 250);
  rays(d, [600, 392], 22, 158, 13, 0.3, 620);
  d.rect(
    0,
    floor,
    WIDTH,
    HEIGHT - floor,
    d.linear(
      [0, floor],
      [0, HEIGHT],
      [
        [0, mix(NIGHT, EMBER, 0.16)],
        [0.8, NIGHT],
      ],
    ),
  );
  horizon(d, floor, 600, 560, 3);
  lid(d);
  // The inside, its far rim above, full of light.
  d.polygon(points("452 352, 500 316, 700 316, 748 352"), EMBER, { filter: d.blur(26), opacity: 0.9 });
  d.polygon(points("452 352, 500 316, 700 316, 748 352"), mix(NIGHT, EMBER, 0.42));
  d.polygon(points("470 352, 508 324, 692 324, 730 352"), dawnPaint(d, 300, 420));
  glow(d, [600, 340], 190, 0.55);
  bolt(d, [606, 208], 250, 0.75);
  box(d, floor);
}

/** Its front, lit from above, with the ribbon around it. */
function box(d: Drawing, floor: number): void {
  const front = d.linear(
    [0, 352],
    [0, floor],
    [
      [0, mix(NIGHT, EMBER, 0.5)],
      [0.5, mix(NIGHT, EMBER, 0.22)],
      [1, mix(NIGHT, EMBER, 0.1)],
    ],
  );
  d.polygon(points(`452 352, 748 352, 734 ${floor + 8}, 466 ${floor + 8}`), front);
  d.polygon(points(`578 352, 622 352, 620 ${floor + 8}, 580 ${floor + 8}`), dawnPaint(d, 352, floor + 60));
  d.polygon(points("452 352, 748 352, 747 360, 453 360"), BOLT);
}

/** The lid leans at the box's side, its bow still on it. */
function lid(d: Drawing): void {
  const side = d.linear(
    [750, 380],
    [880, 470],
    [
      [0, mix(NIGHT, EMBER, 0.62)],
      [1, mix(NIGHT, EMBER, 0.34)],
    ],
  );
  d.polygon(points("740 366, 780 354, 892 512, 852 532"), side);
  d.polygon(points("785 433, 825 418, 843 443, 803 459"), dawnPaint(d, 420, 520));
  const knot: Point = [836, 430];
  for (const loop of ["c2 -52 34 -78 52 -58c16 18 -10 52 -52 58", "c36 -22 80 -12 76 14c-4 24 -46 14 -76 -14"])
    d.path(`M${knot.join(" ")}${loop}z`, dawnPaint(d, 400, 500), { stroke: mix(NIGHT, EMBER, 0.4), "stroke-width": 3 });
  d.circle(knot, 10, FLARE);
}
