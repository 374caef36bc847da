import { CENTRE } from "./bolt-shape.ts";
import { type Canvas, type Colour, HEIGHT, WIDTH } from "./canvas.ts";
import type { Pulse } from "./pulse.ts";

const YELLOW: Colour = [1, 0.72, 0.1];
const EMBER: Colour = [1, 0.3, 0.05];
const TURN = 2 * Math.PI;
const RINGS = [
  { radius: 178, width: 1.1, level: 0.5 },
  { radius: 236, width: 0.9, level: 0.25 },
];
const TICKS = { inner: 190, outer: 208, count: 60, speed: 0.64 };
const SWEEP = { inner: 220, outer: 228, speed: 1.47 };

/** Rings, turning ticks and a sweeping arc around the bolt: the clock face of the morning. */
export function makeDial(): (canvas: Canvas, pulse: Pulse) => void {
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const [x, y] = [(pixel % WIDTH) - CENTRE[0], Math.floor(pixel / WIDTH) - CENTRE[1]];
    return { pixel, radius: Math.hypot(x, y), angle: Math.atan2(y, x) };
  }).filter(({ radius }) => radius > 170 && radius < 245);
  return (canvas, pulse) => {
    for (const { pixel, radius, angle } of pixels) {
      for (const ring of RINGS) {
        const off = (radius - ring.radius) / ring.width;
        if (Math.abs(off) < 4) canvas.add(pixel, YELLOW, (ring.level + 0.8 * pulse.beat) * Math.exp(-off * off));
      }
      if (radius > TICKS.inner && radius < TICKS.outer)
        canvas.add(pixel, tickColour(angle, pulse), tick(angle, radius, pulse));
      if (radius > SWEEP.inner && radius < SWEEP.outer) {
        const behind = ((((SWEEP.speed * pulse.seconds - angle) / TURN) % 1) + 1) % 1;
        if (behind < 0.35) canvas.add(pixel, EMBER, 1.6 * (1 - behind / 0.35) ** 2);
      }
    }
  };
}

function tick(angle: number, radius: number, pulse: Pulse): number {
  const place = ((angle / TURN) * TICKS.count - pulse.seconds * TICKS.speed + TICKS.count) % 1;
  const distance = (Math.abs(place - 0.5) * TURN * radius) / TICKS.count;
  return Math.max(0, 1.6 - distance) * (0.45 + 0.5 * pulse.beat);
}

// The dial fills clockwise from twelve while the charge climbs.
function tickColour(angle: number, pulse: Pulse): Colour {
  const fromTop = (angle / TURN + 1.25) % 1;
  return fromTop < pulse.charge ? YELLOW : [0.3, 0.16, 0.1];
}
