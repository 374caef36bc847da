import { type Drawing, HEIGHT, type Point, pathOf, points, range, WIDTH } from "../drawing.ts";
import { ground, horizon, mist, sky, stars, sun, vignette } from "../light.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";
import { towers } from "../silhouettes.ts";

/** A city before it wakes; a few lights are on. */
export function skyline(d: Drawing): void {
  sky(d, [600, 420], 660, 0.75);
  sun(d, [600, 372], 172, 0.5);
  const hill = (x: number) => 0.42 + 0.58 * Math.exp(-(((x - 600) / 340) ** 2));
  const bowl = (x: number) => 0.35 + 0.65 * Math.min(1, (Math.abs(x - 600) / 520) ** 1.4);
  const rows = [
    { foot: 560, tallest: 280, profile: hill, nearness: 0.4 },
    { foot: 600, tallest: 260, profile: bowl, nearness: 0.72 },
    { foot: 660, tallest: 250, profile: bowl, nearness: 1 },
  ];
  for (const [row, { foot, tallest, profile, nearness }] of rows.entries()) {
    mist(d, foot, 220, 0.24 - row * 0.07);
    for (const { x, width, top } of towers(d, foot, tallest, profile)) {
      d.rect(x, top, width + 1, HEIGHT - top, depth(nearness));
      if (row < 2 && d.random() < 0.25) d.rect(x + width / 2 - 1.5, top - d.random(20, 54), 3, 60, depth(nearness));
      if (row === 0) continue;
      for (const windowY of range(top + 14, HEIGHT - 20, 22)) {
        for (const windowX of range(x + 9, x + width - 13, 15)) {
          if (d.random() < 0.085) d.rect(windowX, windowY, 7, 10, mix(BOLT, EMBER, d.random(0, 0.8)));
        }
      }
    }
  }
}

/** Down the street, where the sun stands between the houses one morning a year. */
export function street(d: Drawing): void {
  const end: Point = [600, 400];
  sky(d, end, 640, 0.95);
  sun(d, [600, 356], 96, 0.7);
  const side = (direction: 1 | -1) => {
    const edges = [40, 62, 96, 150, 232, 350, 520, 660];
    for (const [index, near] of edges.entries()) {
      if (index === 0) continue;
      const far = edges[index - 1] ?? near;
      const tall = d.random(1.25, 2.1);
      const at = (x: number, share: number): Point => [end[0] + direction * x, end[1] - share * x];
      const foot = (x: number) => end[1] + x * 0.42;
      const face = [
        at(far, tall),
        at(near, tall),
        [end[0] + direction * near, foot(near)],
        [end[0] + direction * far, foot(far)],
      ] as Point[];
      d.polygon(
        [...face],
        d.linear(
          [end[0] + direction * far, 0],
          [end[0] + direction * near, 0],
          [
            [0, mix(NIGHT, EMBER, 0.62 - index * 0.075)],
            [1, mix(NIGHT, EMBER, 0.2 - index * 0.024)],
          ],
        ),
      );
      for (const floor of range(0.2, tall - 0.12, 0.24)) {
        const line = pathOf([at(far, floor), at(near, floor)], false);
        d.stroke(line, FLARE, 1 + index * 0.35, {
          opacity: 0.5 - index * 0.05,
          "stroke-dasharray": `${2 + index * 3} ${3 + index * 4}`,
          "stroke-linecap": "butt",
        });
      }
    }
  };
  side(-1);
  side(1);
  d.polygon(
    points("560 416, 640 416, 1190 640, 10 640"),
    d.radial([600, 420], 330, [
      [0, FLARE],
      [0.3, mix(NIGHT, EMBER, 0.7)],
      [1, NIGHT],
    ]),
  );
  for (const share of [0.1, 0.2, 0.36, 0.6, 0.92])
    d.rect(600 - 2 - share * 8, 416 + share * 200, 4 + share * 16, 6 + share * 34, BOLT, { opacity: 0.9 });
  vignette(d, 0.6);
}

/** Pylons carry the current over the plain. */
export function pylons(d: Drawing): void {
  const y = 520;
  sky(d, [520, y], 720, 0.75);
  stars(d, 30, 220);
  const dark = depth(1);
  const line = [
    { x: 180, height: 150 },
    { x: 392, height: 240 },
    { x: 720, height: 400 },
    { x: 1420, height: 690 },
  ];
  const arms = [
    { up: 0.94, half: 0.14 },
    { up: 0.8, half: 0.2 },
    { up: 0.66, half: 0.16 },
  ];
  ground(d, y, 0.12);
  horizon(d, y, 520, 640, 3);
  for (const [index, { x, height }] of line.entries()) {
    const base = y + height * 0.12;
    const next = line[index + 1];
    for (const { up, half } of arms) {
      for (const side of [-1, 1]) {
        if (!next) continue;
        const from: Point = [x + side * half * height, base - up * height];
        const to: Point = [next.x + side * half * next.height, y + next.height * 0.12 - up * next.height];
        const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + (to[0] - from[0]) * 0.16];
        d.stroke(
          `M${pathOf([from], false).slice(1)}Q${middle[0]} ${middle[1]} ${to[0]} ${to[1]}`,
          side < 0 ? FLARE : dark,
          1.8,
          { opacity: side < 0 ? 0.75 : 1 },
        );
      }
    }
    const thick = 1.5 + height / 130;
    for (const side of [-1, 1]) {
      d.stroke(
        pathOf(
          [
            [x + side * height * 0.13, base],
            [x + side * height * 0.035, base - height * 0.62],
            [x, base - height],
          ],
          false,
        ),
        dark,
        thick,
      );
      for (const { up, half } of arms)
        d.stroke(
          pathOf([
            [x, base - (up + 0.04) * height],
            [x + side * half * height, base - up * height],
            [x, base - up * height],
          ]),
          dark,
          thick * 0.8,
        );
    }
    for (const step of range(0, 5)) {
      const low = step / 5;
      const high = (step + 1) / 5;
      const half = (share: number) => height * (0.13 - 0.095 * share);
      const at = (share: number) => base - height * 0.62 * share;
      d.stroke(
        pathOf(
          [
            [x - half(low), at(low)],
            [x + half(high), at(high)],
          ],
          false,
        ),
        dark,
        thick * 0.6,
      );
      d.stroke(
        pathOf(
          [
            [x + half(low), at(low)],
            [x - half(high), at(high)],
          ],
          false,
        ),
        dark,
        thick * 0.6,
      );
    }
  }
  d.circle([WIDTH / 2 - 80, y], 6, BOLT);
}
