import { type Drawing, HEIGHT, type Point, points, range, WIDTH } from "../drawing.ts";
import { ground, horizon, reflection, sky, stars, sun } from "../light.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";
import { land, rimLight, swell } from "../silhouettes.ts";

/** The sun's first half over a calm sea. */
export function firstLight(d: Drawing): void {
  const y = 366;
  sky(d, [600, y], 660, 0.8);
  stars(d, 40, 170);
  sun(d, [600, y], 168, 0.6);
  ground(d, y, 0.12);
  horizon(d, y, 600, 600, 4);
  reflection(d, 600, y + 12, HEIGHT - 10, 176);
}

/** Swell upon swell, each crest lit. */
export function waves(d: Drawing): void {
  sky(d, [600, 230], 620, 0.7);
  sun(d, [600, 226], 150, 0.55);
  for (const index of range(0, 7)) {
    const y = 280 + index * 34 + index ** 2 * 4.5;
    const height = 7 + index * 5.5;
    const length = 190 + index * 62;
    const line = range(-40, WIDTH + 60, 6).map((x): Point => {
      const turn = ((x - 600) / length + (index % 2) / 2) * Math.PI;
      return [x, y - (1 - Math.abs(Math.cos(turn)) ** 0.8) * height * 1.9];
    });
    land(
      d,
      line,
      d.linear(
        [0, y - height * 2],
        [0, y + 80],
        [
          [0, mix(NIGHT, EMBER, 0.5 - index * 0.05)],
          [1, mix(NIGHT, EMBER, 0.02)],
        ],
      ),
    );
    rimLight(d, line, 600, 380 + index * 52, 2.5 + index * 0.5);
  }
}

/** One light that turns over a dark coast. */
export function lighthouse(d: Drawing): void {
  const lamp: Point = [690, 196];
  sky(d, lamp, 420, 0.4);
  stars(d, 80, 380);
  const beam = (x: number, top: number, bottom: number, strength: number) => {
    d.polygon(
      [lamp, [x, top], [x, bottom]],
      d.linear(
        lamp,
        [x, (top + bottom) / 2],
        [
          [0, BOLT, strength],
          [0.35, FLARE, strength * 0.55],
          [1, EMBER, 0],
        ],
      ),
    );
  };
  beam(-160, 30, 330, 0.95);
  beam(1300, 130, 330, 0.5);
  const sea = 486;
  ground(d, sea, 0.12);
  horizon(d, sea, 480, 640, 2.5);
  for (const [index, y] of [506, 530, 560, 596].entries())
    rimLight(d, swell(y, 3 + index, 240 + index * 60, index * 2), 420 - index * 40, 300, 2, 0.55 - index * 0.1);
  d.polygon(
    points("430 646, 520 560, 590 520, 640 484, 760 478, 850 520, 960 560, 1080 600, 1240 612, 1240 646"),
    depth(0.98),
  );
  d.polygon(
    points("662 236, 718 236, 736 486, 644 486"),
    d.linear(
      [644, 0],
      [736, 0],
      [
        [0, mix(NIGHT, EMBER, 0.42)],
        [0.6, mix(NIGHT, EMBER, 0.12)],
        [1, NIGHT],
      ],
    ),
  );
  for (const y of [290, 372])
    d.polygon(
      [
        [690 - (28 + (y - 236) * 0.072), y],
        [690 + (28 + (y - 236) * 0.072), y],
        [690 + (31 + (y - 236) * 0.072), y + 38],
        [690 - (31 + (y - 236) * 0.072), y + 38],
      ],
      EMBER,
      { opacity: 0.85 },
    );
  d.rect(650, 226, 80, 11, depth(1));
  d.rect(666, 172, 48, 54, EMBER, { filter: d.blur(16) });
  d.rect(668, 174, 44, 52, BOLT);
  d.rect(686, 174, 4, 52, depth(0.9));
  d.polygon(points("658 174, 722 174, 690 138"), depth(0.9));
}

/** A sail, alone with the morning. */
export function sail(d: Drawing): void {
  const y = 456;
  sky(d, [430, y - 20], 640, 0.7);
  sun(d, [430, y], 104, 0.6);
  ground(d, y, 0.13);
  horizon(d, y, 500, 620, 3);
  reflection(d, 430, y + 10, HEIGHT - 8, 104);
  const lit = d.linear(
    [560, 100],
    [760, 440],
    [
      [0, BOLT],
      [0.5, EMBER],
      [1, mix(NIGHT, EMBER, 0.4)],
    ],
  );
  d.path(
    `M676 78C712 210 770 340 812 420H676z`,
    d.linear(
      [676, 0],
      [812, 0],
      [
        [0, mix(NIGHT, EMBER, 0.5)],
        [1, mix(NIGHT, EMBER, 0.16)],
      ],
    ),
  );
  d.path(`M664 112C640 250 590 350 540 420H664z`, lit);
  d.rect(667, 66, 5, 380, depth(1));
  d.path(`M508 436H850C836 470 800 484 760 486H594C556 484 526 466 508 436z`, depth(1));
  d.path(`M508 436H850`, "none", { stroke: FLARE, "stroke-width": 2.5 });
  for (const [index, half] of [120, 90, 104, 60].entries())
    d.rect(680 - half + index * 6, 500 + index * 24, half * 2, 3 + index, EMBER, {
      opacity: 0.34 - index * 0.07,
      rx: 2,
    });
}
