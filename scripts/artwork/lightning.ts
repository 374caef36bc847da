import { type Drawing, type Point, pathOf, range } from "./drawing.ts";
import { dawnPaint } from "./light.ts";
import { BOLT, EMBER, FLARE } from "./palette.ts";

/** The brand's bolt (web/static/favicon.svg), its box set around the origin, 1 high. */
const BOLT_POINTS: readonly Point[] = [
  [19.4, 3],
  [8, 18],
  [15.2, 18],
  [13, 25.4],
  [25, 11.8],
  [17.4, 11.8],
].map(([x = 0, y = 0]) => [(x - 16.5) / 22.4, (y - 14.2) / 22.4] as const);

export function boltPoints([x, y]: Point, height: number): Point[] {
  return BOLT_POINTS.map(([boltX, boltY]) => [x + boltX * height, y + boltY * height]);
}

/** The brand's bolt with the light that bleeds out of it. */
export function bolt(d: Drawing, centre: Point, height: number, bleed = 0.7): void {
  const points = boltPoints(centre, height);
  if (bleed > 0) d.polygon(points, EMBER, { filter: d.blur(height * 0.09), opacity: bleed });
  d.polygon(points, dawnPaint(d, centre[1] - height / 2, centre[1] + height / 2));
}

/** A jagged way between two points: each round breaks every stretch at its middle. */
function jagged(d: Drawing, from: Point, to: Point, sway: number, rounds = 5): Point[] {
  let points: Point[] = [from, to];
  for (const round of range(0, rounds)) {
    const reach = sway / 1.85 ** round;
    points = points.flatMap((point, index) => {
      const next = points[index + 1];
      if (next === undefined) return [point];
      const middle: Point = [
        (point[0] + next[0]) / 2 + d.random(-reach, reach),
        (point[1] + next[1]) / 2 + d.random(-reach, reach) * 0.35,
      ];
      return [point, middle];
    });
  }
  return points;
}

/** A stroke of lightning with branches, drawn as glow, body and core. */
export function fork(d: Drawing, from: Point, to: Point, width: number, branches: number, sway = 90): void {
  const trunk = jagged(d, from, to, sway);
  const strokes = [{ points: trunk, width }];
  for (const index of range(0, branches)) {
    const start = trunk[Math.floor(trunk.length * (0.18 + (0.6 * index) / branches))] ?? from;
    const side = index % 2 === 0 ? 1 : -1;
    const reach = d.random(0.22, 0.42) * (to[1] - from[1]);
    const end: Point = [start[0] + side * reach * d.random(0.6, 1.1), start[1] + reach];
    strokes.push({ points: jagged(d, start, end, sway * 0.4, 4), width: width * 0.42 });
  }
  const halo = d.blur(width * 4);
  for (const stroke of strokes)
    d.stroke(pathOf(stroke.points, false), EMBER, stroke.width * 3.4, { filter: halo, opacity: 0.8 });
  for (const stroke of strokes) d.stroke(pathOf(stroke.points, false), FLARE, stroke.width * 1.15);
  for (const stroke of strokes) d.stroke(pathOf(stroke.points, false), BOLT, stroke.width * 0.6);
}
