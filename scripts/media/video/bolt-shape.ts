import { HEIGHT, type Point, WIDTH } from "./canvas.ts";

export const CENTRE: Point = [WIDTH / 2, HEIGHT / 2 - 6];
const SIZE = 118;
const OUTLINE: readonly Point[] = [
  [0.1, -1.06],
  [-0.56, 0.14],
  [-0.06, 0.14],
  [-0.2, 1.06],
  [0.56, -0.24],
  [0.08, -0.24],
  [0.42, -1.06],
];

/** Signed distance in pixels of every pixel from the bolt's outline: negative inside. */
export function boltDistances(): Float32Array {
  const corners = OUTLINE.map(([x, y]): Point => [CENTRE[0] + x * SIZE, CENTRE[1] + y * SIZE]);
  const edges = corners.map((corner, index): [Point, Point] => [corner, corners.at(index - 1) ?? corner]);
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    return signedDistance(edges, pixel % WIDTH, Math.floor(pixel / WIDTH));
  });
}

function signedDistance(edges: readonly [Point, Point][], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let inside = false;
  for (const [[ax, ay], [bx, by]] of edges) {
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
    if (ay > y !== by > y && x < (dx * (y - ay)) / dy + ax) inside = !inside;
  }
  return inside ? -nearest : nearest;
}
