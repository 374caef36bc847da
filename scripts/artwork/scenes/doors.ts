import { type Drawing, HEIGHT, points, range, WIDTH } from "../drawing.ts";
import { dawnPaint, glow, sky, vignette } from "../light.ts";
import { BOLT, depth, EMBER, mix, NIGHT } from "../palette.ts";

/** Steps up to a door of light. */
export function stairs(d: Drawing): void {
  sky(d, [600, 210], 520, 0.7);
  const doorTop = 92;
  d.path(`M528 270V${doorTop + 72}a72 72 0 0 1 144 0V270z`, EMBER, { filter: d.blur(34), opacity: 0.8 });
  d.path(`M528 270V${doorTop + 72}a72 72 0 0 1 144 0V270z`, dawnPaint(d, doorTop, 300));
  for (const index of range(0, 9)) {
    const share = index / 8;
    const top = 262 + 330 * share ** 1.35;
    const next = 262 + 330 * ((index + 1) / 8) ** 1.35;
    const half = 84 + 420 * share ** 1.2;
    const rise = (next - top) * 0.62;
    const tread = d.radial([600, top], half * 1.15, [
      [0, mix(EMBER, BOLT, 0.6 - share * 0.5)],
      [0.6, mix(NIGHT, EMBER, 0.55 - share * 0.3)],
      [1, mix(NIGHT, EMBER, 0.08)],
    ]);
    d.rect(600 - half, top, half * 2, next - top, tread);
    d.rect(600 - half * 1.06, top + (next - top) - rise, half * 2.12, rise + 2, depth(0.8 + share * 0.15));
  }
  vignette(d, 0.8);
}

/** Arches within arches, the innermost full of day. */
export function arches(d: Drawing): void {
  sky(d, [600, 380], 600, 0.4);
  for (const index of range(0, 8)) {
    const share = index / 7;
    const half = 520 * 0.72 ** index;
    const top = 40 + 250 * share ** 0.85;
    const foot = 640 - 150 * share;
    const arch = `M${600 - half} ${foot}V${top + half}a${half} ${half} 0 0 1 ${half * 2} 0V${foot}z`;
    d.path(arch, index === 7 ? dawnPaint(d, top, foot) : mix(NIGHT, EMBER, 0.02 + 0.62 * share ** 1.9));
    d.stroke(arch.replace("z", ""), mix(EMBER, BOLT, share), 1.5 + share * 2.5, { opacity: 0.25 + 0.75 * share });
  }
  glow(d, [600, 420], 300, 0.35);
  d.polygon(
    points("560 490, 640 490, 860 640, 340 640"),
    d.linear(
      [0, 490],
      [0, 640],
      [
        [0, BOLT, 0.95],
        [1, EMBER, 0.06],
      ],
    ),
  );
}

/** A door ajar: the day waits outside. */
export function door(d: Drawing): void {
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  glow(d, [590, 330], 620, 0.42);
  const floor = 500;
  d.rect(
    0,
    floor,
    WIDTH,
    HEIGHT - floor,
    d.linear(
      [0, floor],
      [0, HEIGHT],
      [
        [0, mix(NIGHT, EMBER, 0.12)],
        [1, NIGHT],
      ],
    ),
  );
  d.polygon(
    [
      [500, floor],
      [692, floor],
      [806, 566],
      [850, 640],
      [270, 640],
    ],
    d.linear(
      [0, floor],
      [0, 640],
      [
        [0, BOLT, 0.95],
        [1, EMBER, 0.2],
      ],
    ),
  );
  d.rect(500, 96, 192, floor - 96, EMBER, { filter: d.blur(40), opacity: 0.7 });
  d.rect(500, 96, 192, floor - 96, dawnPaint(d, 60, floor));
  const inside = { "clip-path": d.clip(`M500 96h192v${floor - 96}h-192z`) };
  d.circle([600, 400], 74, BOLT, inside);
  d.polygon(
    [
      [500, 440],
      [560, 396],
      [604, 432],
      [650, 380],
      [692, 420],
      [692, floor],
      [500, floor],
    ],
    mix(NIGHT, EMBER, 0.4),
    inside,
  );
  d.polygon(
    [
      [500, 468],
      [590, 440],
      [692, 474],
      [692, floor],
      [500, floor],
    ],
    depth(0.8),
    inside,
  );
  d.polygon(
    [
      [692, 96],
      [806, 56],
      [806, 566],
      [692, floor],
    ],
    d.linear(
      [692, 0],
      [806, 0],
      [
        [0, mix(NIGHT, EMBER, 0.5)],
        [1, mix(NIGHT, EMBER, 0.1)],
      ],
    ),
  );
  d.circle([782, 322], 7, BOLT);
  d.stroke(`M500 ${floor}V96H692`, depth(1), 10);
}
