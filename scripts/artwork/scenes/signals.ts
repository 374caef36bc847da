import { type Drawing, HEIGHT, type Point, pathOf, range, WIDTH } from "../drawing.ts";
import { dawnPaint, horizon, sky, vignette } from "../light.ts";
import { BOLT, EMBER } from "../palette.ts";

/** A heart that starts to race; its beat is the bolt. */
export function pulse(d: Drawing): void {
  const y = 330;
  sky(d, [600, y], 520, 0.6);
  for (const x of range(0, WIDTH + 1, 50)) d.rect(x, 0, 1, HEIGHT, EMBER, { opacity: 0.09 });
  for (const lineY of range(30, HEIGHT, 50)) d.rect(0, lineY, WIDTH, 1, EMBER, { opacity: 0.09 });
  const beat: Point[] = [
    [-20, y],
    [250, y],
    [286, y - 26],
    [322, y],
    [420, y],
    [446, y + 34],
    [520, y - 214],
    [640, y - 30],
    [574, y - 14],
    [690, y + 214],
    [744, y - 52],
    [786, y],
    [868, y],
    [906, y - 38],
    [944, y],
    [1220, y],
  ];
  const line = pathOf(beat, false);
  const paint = d.linear(
    [0, 0],
    [WIDTH, 0],
    [
      [0, EMBER, 0],
      [0.22, EMBER],
      [0.5, BOLT],
      [0.78, EMBER],
      [1, EMBER, 0],
    ],
  );
  d.stroke(line, EMBER, 22, { filter: d.blur(22), opacity: 0.8 });
  d.stroke(line, paint, 9);
  d.circle([944, y], 11, BOLT);
  vignette(d, 0.6);
}

/** The day's sound, as high as a sun. */
export function equaliser(d: Drawing): void {
  const y = 440;
  sky(d, [600, y], 620, 0.65);
  const paint = dawnPaint(d, 90, y);
  for (const x of range(94, 1120, 23)) {
    const share = Math.abs(x + 6.5 - 600) / 330;
    const arch = share < 1 ? Math.sqrt(1 - share ** 2) * 318 : 0;
    const height = Math.max(8, arch * d.random(0.72, 1) + d.random(4, 26));
    d.rect(x, y - height, 13, height, paint, { rx: 6, opacity: share < 1 ? 1 : 0.55 });
    d.rect(
      x,
      y + 12,
      13,
      height * 0.42,
      d.linear(
        [0, y],
        [0, y + 150],
        [
          [0, EMBER, 0.5],
          [1, EMBER, 0],
        ],
      ),
      { rx: 6 },
    );
  }
  horizon(d, y + 5, 600, 600, 3);
}
