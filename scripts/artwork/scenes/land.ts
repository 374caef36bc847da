import { type Drawing, HEIGHT, type Point, pathOf, points, polar, range, WIDTH } from "../drawing.ts";
import { glow, mist, sky, stars, sun, vignette } from "../light.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";
import { fir, land, ridge, rimLight, swell } from "../silhouettes.ts";

/** Ranges behind ranges, the sun in the saddle between two peaks. */
export function saddle(d: Drawing): void {
  sky(d, [600, 330], 640, 0.75);
  sun(d, [600, 286], 104, 0.6);
  const far: Point[] = points(
    "-40 330, 110 260, 210 300, 380 190, 470 268, 600 352, 720 262, 830 170, 960 290, 1080 240, 1240 330",
  );
  land(d, far, depth(0.2));
  rimLight(d, far, 600, 420);
  for (const [index, y] of [400, 480, 570].entries()) {
    mist(d, y + 30, 120, 0.2 - index * 0.05);
    land(d, ridge(d, y, 76 - index * 8, 3 + index), depth(0.5 + index * 0.24));
  }
}

/** One peak; the line between its two faces breaks like a bolt. */
export function summit(d: Drawing): void {
  sky(d, [740, 250], 700, 0.5);
  stars(d, 46, 300);
  const apex: Point = [600, 96];
  const seam: Point[] = [apex, [560, 214], [632, 236], [568, 356], [652, 380], [560, 640]];
  land(d, points("-40 560, 90 500, 210 540, 420 470, 780 470, 960 520, 1110 470, 1240 540"), depth(0.35));
  d.polygon(
    [
      apex,
      [530, 190],
      [470, 236],
      [392, 356],
      [300, 430],
      [130, 640],
      [1100, 640],
      [900, 450],
      [812, 372],
      [742, 250],
      [668, 190],
    ],
    depth(0.86),
  );
  const lit = d.linear(
    [600, 96],
    [820, 640],
    [
      [0, BOLT],
      [0.25, FLARE],
      [0.55, EMBER],
      [1, mix(NIGHT, EMBER, 0.12)],
    ],
  );
  d.polygon([...seam, [1100, 640], [900, 450], [812, 372], [742, 250], [668, 190]], lit);
  d.polygon(points("742 250, 716 372, 760 470, 720 640, 1100 640, 900 450, 812 372"), NIGHT, { opacity: 0.42 });
  d.stroke(pathOf([[668, 190], apex, [530, 190], [470, 236], [392, 356]], false), FLARE, 2.5, { opacity: 0.8 });
}

/** Dunes with lit crests under a wide low sun. */
export function dunes(d: Drawing): void {
  sky(d, [730, 250], 620, 0.7);
  sun(d, [730, 226], 176, 0.5);
  const crests = [
    { y: 330, height: 34, length: 900, phase: 1.2 },
    { y: 410, height: 46, length: 1180, phase: 3.4 },
    { y: 500, height: 52, length: 980, phase: 5.2 },
    { y: 610, height: 44, length: 1300, phase: 1.1 },
  ];
  for (const [index, { y, height, length, phase }] of crests.entries()) {
    const line = swell(y, height, length, phase);
    const top = y - height;
    const shade = d.linear(
      [0, top],
      [0, top + 150],
      [
        [0, mix(NIGHT, EMBER, 0.34 - index * 0.08)],
        [1, mix(NIGHT, EMBER, 0.05)],
      ],
    );
    land(d, line, shade);
    rimLight(d, line, 730 - index * 50, 560, 3 - index * 0.5, 1 - index * 0.22);
  }
}

/** The lines of a map that close around a glowing top. */
export function contours(d: Drawing): void {
  const top: Point = [620, 300];
  sky(d, top, 480, 0.5);
  const bumps = range(2, 7).map((waves) => ({
    waves,
    size: d.random(0.05, 0.14) / Math.sqrt(waves),
    phase: d.random(0, 6.3),
  }));
  for (const ring of range(1, 12)) {
    const radius = 12 + ring * 20 + ring ** 1.8 * 3;
    const line = range(0, 360, 3).map((degrees): Point => {
      const angle = (degrees / 180) * Math.PI;
      const swellAt = bumps.reduce(
        (sum, { waves, size, phase }) => sum + size * Math.sin(angle * waves + phase + ring * 0.14),
        0,
      );
      const [x, y] = polar([0, 0], radius * (1 + swellAt * Math.min(1.6, 0.4 + ring / 6)), degrees);
      return [top[0] + x * 1.32, top[1] + y * 0.86];
    });
    const far = ring / 11;
    d.stroke(pathOf(line), mix(BOLT, EMBER, Math.min(1, far * 1.7)), ring % 4 === 0 ? 5 : 2.6, {
      opacity: Math.max(0.14, 1 - far * 0.92),
    });
  }
  sun(d, top, 17, 1);
  vignette(d, 0.85);
}

/** A wood in the haze before a sun that fills the sky. */
export function firs(d: Drawing): void {
  sky(d, [600, 330], 640, 0.6);
  d.circle([600, 300], 214, EMBER, { filter: d.blur(50), opacity: 0.5 });
  d.circle(
    [600, 300],
    206,
    d.linear(
      [0, 94],
      [0, 480],
      [
        [0, FLARE],
        [0.4, EMBER],
        [1, mix(NIGHT, EMBER, 0.45)],
      ],
    ),
  );
  for (const [row, { foot, from, to, step }] of [
    { foot: 470, from: 60, to: 120, step: 34 },
    { foot: 545, from: 110, to: 200, step: 52 },
    { foot: 660, from: 200, to: 330, step: 92 },
  ].entries()) {
    mist(d, foot, 190, 0.3 - row * 0.06);
    const fill = depth(0.45 + row * 0.27);
    for (const x of range(-30, WIDTH + 60, step)) {
      const clearing = row === 2 ? Math.min(1, Math.abs(x - 600) / 430) : 1;
      fir(d, x + d.random(-0.35, 0.35) * step, foot, d.random(from, to) * (0.35 + 0.65 * clearing), fill);
    }
    d.rect(0, foot - 8, WIDTH, HEIGHT - foot + 8, fill);
  }
  glow(d, [600, 318], 300, 0.12);
}
