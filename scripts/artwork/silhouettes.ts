import { type Drawing, HEIGHT, type Point, pathOf, range, WIDTH } from "./drawing.ts";
import { BOLT, EMBER } from "./palette.ts";

/** The land below a line of points. */
export function land(d: Drawing, line: readonly Point[], fill: string): void {
  d.polygon([...line, [WIDTH + 40, HEIGHT], [-40, HEIGHT]], fill);
}

/** A range of mountains: peaks and saddles in turns, each stretch broken once. `y` is the middle of the line. */
export function ridge(d: Drawing, y: number, relief: number, peaks: number): Point[] {
  const step = (WIDTH + 80) / (peaks * 2);
  return range(0, peaks * 2 + 1).flatMap((index): Point[] => {
    const isPeak = index % 2 === 1;
    const x = -40 + index * step + d.random(-0.28, 0.28) * step;
    const height = isPeak ? d.random(0.35, 1) : -d.random(0.1, 0.8);
    const at: Point = [x, y - height * relief];
    const shoulder: Point = [x + step * d.random(0.42, 0.58), y - d.random(-0.25, 0.3) * relief];
    return [at, shoulder];
  });
}

/** A soft line of hills, waves or dunes: two waves of different length. */
export function swell(y: number, height: number, length: number, phase: number): Point[] {
  return range(-40, WIDTH + 60, 12).map((x) => {
    const long = Math.sin((x / length) * Math.PI * 2 + phase);
    const short = Math.sin((x / length) * Math.PI * 4.6 + phase * 1.7) * 0.28;
    return [x, y - (long + short) * height] as const;
  });
}

/** The light along an edge, strongest near `x`. */
export function rimLight(d: Drawing, line: readonly Point[], x: number, reach: number, width = 2.5, opacity = 1): void {
  const paint = d.linear(
    [x - reach, 0],
    [x + reach, 0],
    [
      [0, EMBER, 0],
      [0.32, EMBER, 0.8 * opacity],
      [0.5, BOLT, opacity],
      [0.68, EMBER, 0.8 * opacity],
      [1, EMBER, 0],
    ],
  );
  d.stroke(pathOf(line, false), paint, width);
}

/** A fir: a trunk's worth of stacked boughs. `y` is its foot. */
export function fir(d: Drawing, x: number, y: number, height: number, fill: string): void {
  const half = height * 0.2;
  const left = range(0, 5).flatMap((tier): Point[] => {
    const share = (tier + 1) / 5;
    return [
      [x - half * share, y - height * (1 - share) - 0.02 * height],
      [x - half * share * 0.52, y - height * (1 - share) - 0.05 * height],
    ];
  });
  const right = left.map(([px, py]): Point => [2 * x - px, py]).reverse();
  d.polygon([[x, y - height], ...left, [x - half * 0.12, y + 4], [x + half * 0.12, y + 4], ...right], fill);
}

type Tower = { x: number; width: number; top: number };

/** Blocks of a city side by side, the tallest where `profile` (0–1 for an x) says. */
export function towers(d: Drawing, foot: number, tallest: number, profile: (x: number) => number): Tower[] {
  const blocks: Tower[] = [];
  for (let x = -20; x < WIDTH + 20; ) {
    const width = d.random(34, 84);
    const height = tallest * profile(x + width / 2) * d.random(0.55, 1);
    blocks.push({ x, width, top: foot - height });
    x += width + (d.random() < 0.25 ? d.random(4, 14) : 0);
  }
  return blocks;
}
