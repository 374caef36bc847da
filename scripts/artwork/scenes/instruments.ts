import { type Drawing, HEIGHT, type Point, pathOf, points, polar, range, WIDTH } from "../drawing.ts";
import { dawnPaint, glow, ground, horizon, sky, ticks, vignette } from "../light.ts";
import { bolt } from "../lightning.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";

/** The dial of the hours rises like a sun; the hand stands at six. */
export function dial(d: Drawing): void {
  const centre: Point = [600, 520];
  sky(d, centre, 620, 0.7);
  const half = (radius: number) => pathOf(range(0, 181, 2).map((degrees) => polar(centre, radius, degrees)));
  d.path(
    half(400),
    d.radial(centre, 400, [
      [0, BOLT, 0.55],
      [0.45, EMBER, 0.3],
      [1, EMBER, 0.04],
    ]),
  );
  d.polygon([centre, ...range(122, 181, 2).map((degrees) => polar(centre, 330, degrees))], BOLT, { opacity: 0.13 });
  d.stroke(half(330), mix(NIGHT, EMBER, 0.55), 2);
  ticks(d, centre, 412, 0, 120, 6, mix(NIGHT, "#aaa7b5", 0.6), 20);
  ticks(
    d,
    centre,
    412,
    120,
    180,
    6,
    d.linear(
      [200, 520],
      [420, 180],
      [
        [0, EMBER],
        [1, BOLT],
      ],
    ),
    20,
  );
  d.stroke(pathOf([centre, polar(centre, 352, 120)], false), BOLT, 6);
  d.circle(polar(centre, 352, 120), 13, BOLT);
  ground(d, centre[1], 0.1);
  horizon(d, centre[1], 600, 600, 4);
  bolt(d, [618, 420], 226, 0.5);
}

/** Six o'clock: both hands make one line from top to bottom. */
export function six(d: Drawing): void {
  const centre: Point = [600, 315];
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  glow(d, [600, 560], 560, 0.5);
  d.circle(
    centre,
    262,
    d.linear(
      [0, 53],
      [0, 577],
      [
        [0, mix(NIGHT, EMBER, 0.03)],
        [0.6, mix(NIGHT, EMBER, 0.16)],
        [1, mix(NIGHT, EMBER, 0.62)],
      ],
    ),
  );
  d.stroke(
    pathOf(range(0, 360, 2).map((degrees) => polar(centre, 262, degrees))),
    d.linear(
      [0, 53],
      [0, 577],
      [
        [0, mix(NIGHT, EMBER, 0.3)],
        [0.7, EMBER],
        [1, BOLT],
      ],
    ),
    5,
  );
  ticks(
    d,
    centre,
    240,
    90,
    444,
    6,
    d.linear(
      [0, 75],
      [0, 555],
      [
        [0, mix(NIGHT, "#aaa7b5", 0.5)],
        [0.6, EMBER],
        [1, BOLT],
      ],
    ),
    15,
  );
  d.polygon(points("594 330, 606 330, 602 96, 598 96"), FLARE);
  d.polygon(points("588 300, 612 300, 606 486, 594 486"), EMBER, { filter: d.blur(16), opacity: 0.9 });
  d.polygon(
    points("588 300, 612 300, 606 486, 594 486"),
    d.linear(
      [0, 300],
      [0, 486],
      [
        [0, FLARE],
        [1, BOLT],
      ],
    ),
  );
  d.circle(centre, 19, BOLT);
  d.circle(centre, 7, NIGHT);
}

/** A grid runs to the horizon, where a sun in slats stands. */
export function slats(d: Drawing): void {
  const y = 404;
  sky(d, [600, y], 640, 0.65);
  const centre: Point = [600, 290];
  d.circle(centre, 220, EMBER, { filter: d.blur(46), opacity: 0.55 });
  const bands = range(0, 9).map((index) => {
    const top = 60 + index * 47;
    return `M360 ${top}h480v${Math.max(9, 47 - index * 5.2)}h-480z`;
  });
  d.circle(centre, 218, dawnPaint(d, 80, 460), { "clip-path": d.clip(bands.join("")) });
  d.rect(0, y, WIDTH, HEIGHT - y, depth(1));
  const floor = { "clip-path": d.clip(`M0 ${y}h${WIDTH}v${HEIGHT - y}h-${WIDTH}z`) };
  const paint = d.linear(
    [0, y],
    [0, HEIGHT],
    [
      [0, FLARE, 0.95],
      [1, EMBER, 0.3],
    ],
  );
  for (const column of range(-8, 9))
    d.stroke(
      pathOf(
        [
          [600 + column * 60, y],
          [600 + column * 270, HEIGHT + 20],
        ],
        false,
      ),
      paint,
      2.5,
      floor,
    );
  for (const row of range(1, 6)) d.rect(0, y + 8 * row ** 2, WIDTH, 3, EMBER, { opacity: 0.3 + row * 0.09 });
  horizon(d, y, 600, 600, 4);
  vignette(d, 0.85);
}
