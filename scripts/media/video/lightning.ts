import type { Random } from "../synth/random.ts";
import type { Point } from "./canvas.ts";

export type Segment = { from: Point; to: Point; strength: number };

const ROUNDS = 6;

/** A jagged discharge between two points, with branches that thin out. */
export function discharge(from: Point, to: Point, random: Random, strength = 1): Segment[] {
  let path: Point[] = [from, to];
  let jag = Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.2;
  for (let round = 0; round < ROUNDS; round++) {
    path = path.flatMap((point, index) => {
      const next = path[index + 1];
      return next ? [point, displaced(point, next, jag, random)] : [point];
    });
    jag *= 0.52;
  }
  return path.slice(1).flatMap((point, index) => {
    const before = path[index] ?? point;
    const own: Segment = { from: before, to: point, strength };
    const branches = strength > 0.4 && random() < 0.07;
    return branches ? [own, ...discharge(point, fork(before, point, random), random, strength * 0.4)] : [own];
  });
}

function displaced([ax, ay]: Point, [bx, by]: Point, jag: number, random: Random): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const offset = (random() - 0.5) * 2 * jag;
  return [(ax + bx) / 2 - ((by - ay) / length) * offset, (ay + by) / 2 + ((bx - ax) / length) * offset];
}

function fork([ax, ay]: Point, [bx, by]: Point, random: Random): Point {
  const angle = Math.atan2(by - ay, bx - ax) + (random() - 0.5) * 1.8;
  const length = 60 + 110 * random();
  return [bx + Math.cos(angle) * length, by + Math.sin(angle) * length];
}
