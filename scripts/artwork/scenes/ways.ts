import { type Drawing, HEIGHT, type Point, pathOf, points, range, WIDTH } from "../drawing.ts";
import { ground, horizon, reflection, sky, sun } from "../light.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";
import { land, ridge } from "../silhouettes.ts";

/** Straight on, to where the sun comes up. */
export function openRoad(d: Drawing): void {
  const y = 312;
  sky(d, [600, y], 620, 0.8);
  sun(d, [600, y - 6], 118, 0.6);
  land(d, ridge(d, 300, 34, 5), depth(0.5));
  ground(d, y, 0.16);
  horizon(d, y);
  d.polygon(
    [
      [590, y],
      [610, y],
      [1010, 640],
      [190, 640],
    ],
    d.linear(
      [0, y],
      [0, HEIGHT],
      [
        [0, mix(NIGHT, EMBER, 0.5)],
        [0.3, mix(NIGHT, EMBER, 0.1)],
        [1, NIGHT],
      ],
    ),
  );
  const edge = d.linear(
    [0, y],
    [0, HEIGHT],
    [
      [0, BOLT],
      [1, EMBER, 0.55],
    ],
  );
  d.polygon(
    [
      [589, y],
      [592, y],
      [226, 640],
      [196, 640],
    ],
    edge,
  );
  d.polygon(
    [
      [608, y],
      [611, y],
      [1004, 640],
      [974, 640],
    ],
    edge,
  );
  for (let near = 0.05; near < 1; near = near * 1.42 + 0.028) {
    const far = Math.min(1, near * 1.2 + 0.008);
    const at = (share: number): [number, number] => [y + share * (HEIGHT - y), 1 + share * 13];
    const [topY, topHalf] = at(near);
    const [bottomY, bottomHalf] = at(far);
    d.polygon(
      [
        [600 - topHalf, topY],
        [600 + topHalf, topY],
        [600 + bottomHalf, bottomY],
        [600 - bottomHalf, bottomY],
      ],
      BOLT,
    );
  }
}

/** What is left of traffic when the shutter stays open. */
export function trails(d: Drawing): void {
  const end: Point = [700, 214];
  sky(d, end, 560, 0.6);
  land(d, points("-40 236, 200 204, 380 226, 560 190, 690 216, 860 184, 1030 222, 1240 200"), depth(0.55));
  ground(d, 216, 0.14);
  const strand = (target: number, bend: number) =>
    `M${end[0]} ${end[1]}C${end[0] - 40 + bend * 0.2} ${300} ${target * 0.5 + 330 + bend} ${360} ${target} ${680}`;
  for (const index of range(0, 12)) {
    const share = index / 11;
    const target = -330 + 1720 * share + d.random(-34, 34);
    const isComing = share < 0.5;
    const color = isComing ? mix(BOLT, FLARE, d.random()) : mix(EMBER, FLARE, d.random(0, 0.3));
    const paint = d.linear(
      end,
      [target, 680],
      [
        [0, BOLT],
        [0.25, color],
        [1, EMBER, d.random(0.2, 0.9)],
      ],
    );
    d.stroke(strand(target, isComing ? -70 : 40), paint, d.random(3, 9));
  }
  d.circle(end, 46, FLARE, { filter: d.blur(20), opacity: 0.9 });
  d.circle(end, 15, BOLT);
}

/** A bridge into the light. */
export function bridge(d: Drawing): void {
  const water = 470;
  sky(d, [600, 440], 640, 0.75);
  sun(d, [600, 430], 150, 0.5);
  ground(d, water, 0.14);
  reflection(d, 600, water + 8, HEIGHT - 6, 150);
  horizon(d, water, 600, 600, 2);
  const dark = depth(0.97);
  const sag = (from: Point, to: Point, depthOf: number) =>
    range(0, 21).map((index): Point => {
      const share = index / 20;
      return [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share + depthOf * 4 * share * (1 - share),
      ];
    });
  for (const tower of [318, 882]) {
    for (const leg of [-20, 12]) d.rect(tower + leg, 96, 9, water - 84, dark);
    for (const beam of [112, 196, 290, 372]) d.rect(tower - 20, beam, 41, 8, dark);
  }
  const cables = [sag([318, 100], [882, 100], 252), sag([-60, 330], [318, 100], 40), sag([882, 100], [1260, 330], 40)];
  for (const cable of cables) {
    d.stroke(pathOf(cable, false), dark, 5);
    for (const [x, y] of cable) d.stroke(`M${x} ${y}V396`, dark, 1.6);
  }
  d.rect(0, 392, WIDTH, 14, dark);
  d.rect(
    0,
    391,
    WIDTH,
    2,
    d.linear(
      [100, 0],
      [1100, 0],
      [
        [0, EMBER, 0],
        [0.5, BOLT],
        [1, EMBER, 0],
      ],
    ),
  );
}
