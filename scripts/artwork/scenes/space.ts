import { type Drawing, HEIGHT, type Point, pathOf, polar, range, WIDTH } from "../drawing.ts";
import { dawnPaint, glow, rays, sky, stars, sun, ticks } from "../light.ts";
import { boltPoints } from "../lightning.ts";
import { BOLT, EMBER, FLARE, mix, NIGHT } from "../palette.ts";

/** A ring of fire around the dark, about to break open. */
export function eclipse(d: Drawing): void {
  const centre: Point = [600, 315];
  sky(d, centre, 540, 0.85);
  rays(d, centre, 0, 360, 48, 0.3, 420);
  stars(d, 60, HEIGHT);
  d.circle(centre, 184, EMBER, { filter: d.blur(30) });
  d.circle(centre, 182, dawnPaint(d, 130, 500));
  d.circle([592, 323], 176, NIGHT);
  const flash = polar(centre, 180, 46);
  d.circle(flash, 40, FLARE, { filter: d.blur(16) });
  d.circle(flash, 17, BOLT);
}

/** Morning arrives at the edge of a world. */
export function limb(d: Drawing): void {
  const centre: Point = [470, 1240];
  const radius = 880;
  const dawn = polar(centre, radius, 74);
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  stars(d, 90, 420);
  glow(d, dawn, 560, 0.9);
  d.circle(
    centre,
    radius,
    d.radial(centre, radius, [
      [0, NIGHT],
      [0.86, NIGHT],
      [0.97, mix(NIGHT, EMBER, 0.2)],
      [1, mix(NIGHT, EMBER, 0.5)],
    ]),
  );
  d.stroke(
    pathOf(
      range(50, 106).map((degrees) => polar(centre, radius, degrees)),
      false,
    ),
    d.linear(
      [dawn[0] - 520, 0],
      [dawn[0] + 470, 0],
      [
        [0, EMBER, 0],
        [0.36, EMBER],
        [0.52, BOLT],
        [0.66, EMBER],
        [1, EMBER, 0],
      ],
    ),
    6,
  );
  d.circle(dawn, 60, FLARE, { filter: d.blur(22) });
  d.rect(
    dawn[0] - 360,
    dawn[1] - 1.5,
    720,
    3,
    d.linear(
      [dawn[0] - 360, 0],
      [dawn[0] + 360, 0],
      [
        [0, FLARE, 0],
        [0.5, BOLT],
        [1, FLARE, 0],
      ],
    ),
  );
  d.rect(
    dawn[0] - 1.5,
    dawn[1] - 190,
    3,
    380,
    d.linear(
      [0, dawn[1] - 190],
      [0, dawn[1] + 190],
      [
        [0, FLARE, 0],
        [0.5, BOLT],
        [1, FLARE, 0],
      ],
    ),
  );
  d.circle(dawn, 24, BOLT);
}

/** The day's round, drawn as orbits around one source. */
export function orbits(d: Drawing): void {
  const centre: Point = [600, 326];
  sky(d, centre, 520, 0.6);
  stars(d, 50, HEIGHT);
  for (const [index, radius] of [118, 186, 262, 350, 452, 570].entries()) {
    d.stroke(
      pathOf(range(0, 360, 3).map((degrees) => ellipse(centre, radius, degrees))),
      mix(FLARE, EMBER, Math.min(1, index / 3)),
      2.4,
      { opacity: 0.85 - index * 0.12 },
    );
    const planet = ellipse(centre, radius, [205, 330, 128, 20, 236, 160][index] ?? 0);
    const size = [9, 15, 11, 22, 13, 17][index] ?? 10;
    d.circle(
      planet,
      size,
      d.radial([planet[0] + (centre[0] - planet[0]) * 0.05, planet[1] + (centre[1] - planet[1]) * 0.08], size * 2, [
        [0, BOLT],
        [0.5, EMBER],
        [1, mix(NIGHT, EMBER, 0.15)],
      ]),
    );
  }
  sun(d, centre, 64, 0.9);
}

function ellipse([x, y]: Point, radius: number, degrees: number): Point {
  const [dx, dy] = polar([0, 0], radius, degrees);
  const flat = dy * 0.4;
  const tilt = -0.2;
  return [x + dx * Math.cos(tilt) - flat * Math.sin(tilt), y + dx * Math.sin(tilt) + flat * Math.cos(tilt)];
}

/** Something bright crosses the night. */
export function comet(d: Drawing): void {
  const head: Point = [438, 428];
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  glow(d, head, 470, 0.7);
  stars(d, 120, HEIGHT);
  const away = 36;
  for (const [spread, length, opacity] of [
    [7.5, 760, 0.35],
    [4, 900, 0.55],
    [1.6, 1060, 0.95],
  ] as const) {
    const tail = [polar(head, length, away - spread), polar(head, length, away + spread)];
    const sides = [polar(head, 26, away + 90), polar(head, 26, away - 90)] as const;
    d.polygon(
      [sides[1], ...tail, sides[0]],
      d.radial(head, length, [
        [0, BOLT, opacity],
        [0.3, FLARE, opacity * 0.7],
        [0.65, EMBER, opacity * 0.35],
        [1, EMBER, 0],
      ]),
    );
  }
  for (const _ of range(0, 26)) {
    const spark = polar(head, d.random(120, 800), away + d.random(-10, 10));
    d.circle(spark, d.random(1.2, 3.6), mix(BOLT, EMBER, d.random()), { opacity: d.random(0.5, 1) });
  }
  d.circle(head, 44, FLARE, { filter: d.blur(18) });
  d.circle(head, 28, BOLT);
}

/** Stars that make a bolt, on the chart of a clear night. */
export function constellation(d: Drawing): void {
  const centre: Point = [600, 306];
  sky(d, centre, 460, 0.3);
  stars(d, 170, HEIGHT);
  const chart = mix(NIGHT, EMBER, 0.5);
  for (const radius of [150, 240, 330])
    d.stroke(pathOf(range(0, 360, 3).map((degrees) => polar(centre, radius, degrees))), chart, 1.4, {
      opacity: 0.8,
      "stroke-dasharray": "3 9",
    });
  ticks(d, centre, 290, 0, 359, 6, mix(NIGHT, EMBER, 0.7), 9);
  const points = boltPoints(centre, 430);
  d.polygon(points, FLARE, { opacity: 0.1 });
  d.polygon(points, "none", {
    stroke: FLARE,
    "stroke-width": 3,
    "stroke-dasharray": "2 10",
    "stroke-linecap": "round",
  });
  for (const [index, point] of points.entries()) {
    const size = [11, 8, 6, 13, 8, 7][index] ?? 8;
    d.circle(point, size * 2.6, EMBER, { filter: d.blur(size), opacity: 0.9 });
    d.circle(point, size, BOLT);
  }
}
