import { type Drawing, HEIGHT, type Point, points, range, WIDTH } from "../drawing.ts";
import { dawnPaint, glow, ground, horizon, rays, reflection, sky, sun, vignette } from "../light.ts";
import { bolt, boltPoints, fork } from "../lightning.ts";
import { BOLT, depth, EMBER, FLARE, mix, NIGHT } from "../palette.ts";
import { land, rimLight } from "../silhouettes.ts";

/** The brand's bolt touches down on the horizon. */
export function strike(d: Drawing): void {
  const y = 500;
  sky(d, [600, y - 60], 640, 0.75);
  rays(d, [586, y], 8, 172, 17, 0.2, 700);
  ground(d, y, 0.16);
  bolt(d, [618, 268], 464, 0.85);
  horizon(d, y, 590, 600, 5);
  reflection(d, 586, y + 14, HEIGHT - 6, 130);
}

/** A storm lets go over the plain. */
export function storm(d: Drawing): void {
  sky(d, [600, 130], 600, 0.5);
  glow(d, [560, 540], 420, 0.6);
  fork(d, [640, 130], [548, 540], 10, 5, 120);
  for (const [row, y] of [176, 136, 92].entries()) {
    const fill = mix(NIGHT, EMBER, 0.24 - row * 0.085);
    for (const x of range(-40, WIDTH + 80, 70))
      d.circle([x + d.random(-26, 26), y - 46 + d.random(-14, 20)], d.random(64, 94) - row * 8, fill);
    d.rect(0, 0, WIDTH, y - 40, fill);
  }
  const plain: Point[] = points("-40 548, 250 536, 420 542, 550 540, 720 546, 960 534, 1240 548");
  land(d, plain, depth(0.95));
  rimLight(d, plain, 550, 420, 4);
}

/** A lamp whose wire is a bolt. */
export function filament(d: Drawing): void {
  const glass =
    "M600 62c-112 0-190 82-190 186 0 70 34 112 68 152 22 26 32 48 36 84h172c4-36 14-58 36-84 34-40 68-82 68-152 0-104-78-186-190-186z";
  sky(d, [600, 262], 520, 0.75);
  rays(d, [600, 256], 0, 360, 20, 0.15, 620);
  d.path(
    glass,
    d.radial([600, 262], 230, [
      [0, FLARE, 0.6],
      [0.45, EMBER, 0.34],
      [1, NIGHT, 0.55],
    ]),
  );
  d.stroke(glass, dawnPaint(d, 62, 500), 5);
  d.stroke("M560 484 538 330M640 484 662 330", FLARE, 4);
  bolt(d, [604, 262], 240, 0.95);
  for (const [index, width] of [160, 152, 136, 96].entries())
    d.rect(600 - width / 2, 496 + index * 27, width, 18, mix(NIGHT, EMBER, 0.36 - index * 0.06), { rx: 9 });
  vignette(d, 0.7);
}

/** Daybreak as a fan of light, the bolt dark in the disc. */
export function fan(d: Drawing): void {
  const centre: Point = [600, 470];
  d.rect(0, 0, WIDTH, HEIGHT, NIGHT);
  const paint = d.radial(centre, 700, [
    [0, BOLT],
    [0.32, FLARE],
    [0.55, EMBER],
    [0.85, mix(NIGHT, EMBER, 0.25)],
    [1, NIGHT],
  ]);
  for (const index of range(0, 9)) {
    const from = ((index * 20 + 5) * Math.PI) / 180;
    const to = ((index * 20 + 15) * Math.PI) / 180;
    const at = (angle: number): Point => [centre[0] - 900 * Math.cos(angle), centre[1] - 900 * Math.sin(angle)];
    d.polygon([centre, at(from), at(to)], paint);
  }
  d.circle(centre, 190, NIGHT);
  sun(d, centre, 164, 0.4);
  d.polygon(boltPoints([604, 396], 150), NIGHT);
  ground(d, centre[1], 0.12);
  horizon(d, centre[1], 600, 600, 4);
}
