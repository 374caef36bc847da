import { type Drawing, HEIGHT, type Point, pathOf, polar, range, WIDTH } from "./drawing.ts";
import { BOLT, EMBER, FLARE, mix, NIGHT } from "./palette.ts";

/** The night, and in it the glow around a source of light. `strength` 0–1. */
export function sky(d: Drawing, source: Point, reach = 560, strength = 0.6): void {
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  glow(d, source, reach, strength);
}

export function glow(d: Drawing, source: Point, reach: number, strength: number): void {
  const paint = d.radial(source, reach, [
    [0, FLARE, strength],
    [0.18, mix(FLARE, EMBER, 0.7), strength * 0.72],
    [0.42, EMBER, strength * 0.34],
    [0.7, EMBER, strength * 0.1],
    [1, EMBER, 0],
  ]);
  d.circle(source, reach, paint);
}

/** Lightning above, ember below. */
export function dawnPaint(d: Drawing, top: number, bottom: number): string {
  return d.linear(
    [0, top],
    [0, bottom],
    [
      [0, BOLT],
      [0.45, FLARE],
      [1, EMBER],
    ],
  );
}

/** A sun: its disc and the light that bleeds out of it. */
export function sun(d: Drawing, centre: Point, radius: number, bleed = 0.5): void {
  if (bleed > 0) d.circle(centre, radius * 1.04, EMBER, { filter: d.blur(radius * 0.3), opacity: bleed });
  d.circle(centre, radius, dawnPaint(d, centre[1] - radius, centre[1] + radius));
}

/** The brand's horizon: ember to lightning and back, gone at both ends. */
export function horizon(d: Drawing, y: number, middle = WIDTH / 2, reach = 560, width = 3): void {
  const paint = d.linear(
    [middle - reach, 0],
    [middle + reach, 0],
    [
      [0, EMBER, 0],
      [0.3, EMBER],
      [0.5, BOLT],
      [0.7, EMBER],
      [1, EMBER, 0],
    ],
  );
  d.rect(middle - reach, y - width / 2, reach * 2, width, paint);
}

/** The ground below a horizon, faintly lit from above. */
export function ground(d: Drawing, y: number, lit = 0.1): void {
  d.rect(
    0,
    y,
    WIDTH,
    HEIGHT - y,
    d.linear(
      [0, y],
      [0, HEIGHT],
      [
        [0, mix(NIGHT, EMBER, lit)],
        [0.7, NIGHT],
      ],
    ),
  );
}

/** Wedges of light out of a point. Angles in degrees, 90 up. */
export function rays(
  d: Drawing,
  source: Point,
  from: number,
  to: number,
  count: number,
  opacity = 0.2,
  reach = 900,
): void {
  const paint = d.radial(source, reach, [
    [0, FLARE, opacity],
    [0.5, EMBER, opacity * 0.5],
    [1, EMBER, 0],
  ]);
  const step = (to - from) / count;
  for (const index of range(0, count)) {
    const middle = from + step * (index + 0.5);
    const half = step * 0.25;
    d.polygon([source, polar(source, reach * 1.2, middle - half), polar(source, reach * 1.2, middle + half)], paint);
  }
}

/** A light's broken image on water: bars that widen and fade towards the viewer. */
export function reflection(d: Drawing, x: number, from: number, to: number, halfWidth: number): void {
  for (let y = from, _index = 0; y < to; _index += 1) {
    const near = (y - from) / (to - from);
    const half = halfWidth * (0.45 + 0.75 * near) * d.random(0.45, 1);
    const height = 2.5 + 5.5 * near;
    const shift = d.random(-0.16, 0.16) * halfWidth;
    d.rect(x - half + shift, y, half * 2, height, mix(BOLT, EMBER, 0.15 + near * 0.85), {
      rx: height / 2,
      opacity: 0.95 - 0.75 * near,
    });
    y += height + 5 + 11 * near;
  }
}

export function stars(d: Drawing, count: number, below: number): void {
  for (const _ of range(0, count)) {
    const at: Point = [d.random(20, WIDTH - 20), d.random(16, below)];
    d.circle(at, d.random(0.9, 2), mix("#f7f5ef", FLARE, d.random(0, 0.7)), { opacity: d.random(0.25, 0.8) });
  }
}

/** Lit haze behind a silhouette that is drawn next: it thickens down to `y` and stays so below. */
export function mist(d: Drawing, y: number, height: number, strength: number): void {
  d.rect(
    0,
    y - height,
    WIDTH,
    HEIGHT - y + height,
    d.linear(
      [0, y - height],
      [0, y],
      [
        [0, EMBER, 0],
        [1, EMBER, strength],
      ],
    ),
  );
}

/** The dial's ticks along an arc; every fifth is long. Angles in degrees, 90 up. */
export function ticks(
  d: Drawing,
  centre: Point,
  radius: number,
  from: number,
  to: number,
  step: number,
  paint: string,
  length = 14,
): void {
  for (const [index, degrees] of range(from, to + step / 2, step).entries()) {
    const isLong = index % 5 === 0;
    const outer = polar(centre, radius, degrees);
    const inner = polar(centre, radius - (isLong ? length * 1.9 : length), degrees);
    d.stroke(pathOf([inner, outer], false), paint, isLong ? 4 : 2);
  }
}

/** Darkens the rims, so that the light stays in the middle and words find a calm place. */
export function vignette(d: Drawing, strength = 0.75): void {
  const paint = d.linear(
    [0, 0],
    [WIDTH, 0],
    [
      [0, NIGHT, strength],
      [0.24, NIGHT, 0],
      [0.76, NIGHT, 0],
      [1, NIGHT, strength],
    ],
  );
  d.rect(0, 0, WIDTH, HEIGHT, paint);
}
