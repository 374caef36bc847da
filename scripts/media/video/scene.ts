import { seededRandom } from "../synth/random.ts";
import { boltDistances, CENTRE } from "./bolt-shape.ts";
import { type Canvas, type Colour, HEIGHT, type Point, WIDTH } from "./canvas.ts";
import { makeDial } from "./dial.ts";
import { discharge } from "./lightning.ts";
import type { Pulse } from "./pulse.ts";

const NIGHT: Colour = [0.022, 0.02, 0.03];
const EMBER: Colour = [1, 0.32, 0.06];
const YELLOW: Colour = [1, 0.78, 0.14];
const WHITE_HOT: Colour = [1, 0.9, 0.62];
const SPARKS = 70;

/** Paints one frame of the clip: dawn behind a charging bolt, lightning on the strikes, sparks rising. */
export function makeScene(): (canvas: Canvas, pulse: Pulse) => void {
  const distances = boltDistances();
  const dial = makeDial();
  return (canvas, pulse) => {
    canvas.clear();
    paintBackdrop(canvas, distances, pulse);
    dial(canvas, pulse);
    paintLightning(canvas, pulse);
    paintSparks(canvas, pulse);
    paintBolt(canvas, distances, pulse);
    for (let i = 0; i < canvas.light.length; i++) canvas.light[i] = (canvas.light[i] ?? 0) * pulse.fade;
  };
}

function paintBackdrop(canvas: Canvas, distances: Float32Array, pulse: Pulse): void {
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const x = ((pixel % WIDTH) - CENTRE[0]) / WIDTH;
    const y = 1 - Math.floor(pixel / WIDTH) / HEIGHT;
    canvas.add(pixel, NIGHT, 1);
    const dawn = Math.exp(-y * 4.2 - x * x * 7) * (0.3 + 0.22 * pulse.charge + 0.2 * pulse.strike);
    canvas.add(pixel, EMBER, dawn);
    const halo = Math.exp(-Math.max(0, distances[pixel] ?? 0) / 62);
    canvas.add(pixel, EMBER, halo * (0.14 + 0.2 * pulse.beat + 0.3 * pulse.strike));
  }
}

function paintBolt(canvas: Canvas, distances: Float32Array, pulse: Pulse): void {
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const distance = distances[pixel] ?? 0;
    if (distance > 26) continue;
    const cover = Math.max(0, Math.min(1, 0.5 - distance));
    const down = (Math.floor(pixel / WIDTH) - CENTRE[1] + 125) / 250;
    const colour: Colour = [1, 0.82 - 0.56 * down, 0.16 - 0.12 * down];
    canvas.add(pixel, colour, cover * (1.5 + 0.8 * pulse.beat + pulse.strike));
    canvas.add(pixel, YELLOW, (1 - cover) * Math.exp(-Math.max(0, distance) / 5) * (0.5 + 0.7 * pulse.beat));
    if (distance < 0) canvas.add(pixel, WHITE_HOT, Math.exp(distance / 2.2) * (0.8 + pulse.strike));
  }
}

function paintLightning(canvas: Canvas, pulse: Pulse): void {
  if (pulse.strike < 0.06) return;
  // A new path every three frames: a discharge flickers, and one that stood still would look drawn.
  const flicker = Math.floor(pulse.seconds * 10);
  const random = seededRandom(pulse.strikeIndex * 7919 + flicker);
  const side = pulse.strikeIndex % 2 ? 1 : -1;
  const starts: Point[] = [
    [CENTRE[0] + side * (240 + 160 * random()), -10],
    [CENTRE[0] - side * (300 + 170 * random()), -10],
  ];
  const ends: Point[] = [
    [CENTRE[0] + side * 190, CENTRE[1] - 30],
    [CENTRE[0] - side * (260 + 120 * random()), HEIGHT + 10],
  ];
  starts.forEach((start, index) => {
    for (const segment of discharge(start, ends[index] ?? CENTRE, random)) {
      canvas.glowLine(segment.from, segment.to, WHITE_HOT, 1.5 * pulse.strike * segment.strength, 1.2, 5);
      canvas.glowLine(segment.from, segment.to, EMBER, 0.12 * pulse.strike * segment.strength, 9, 26);
    }
  });
}

function paintSparks(canvas: Canvas, pulse: Pulse): void {
  const random = seededRandom(5);
  for (let spark = 0; spark < SPARKS; spark++) {
    const [column, speed, phase, size] = [random(), 0.06 + 0.16 * random(), random(), random()];
    const rise = (phase + pulse.seconds * speed * (0.7 + 0.3 * pulse.charge)) % 1;
    const x = column * WIDTH + 26 * Math.sin(rise * 9 + spark);
    const y = HEIGHT * (1.02 - rise * 1.05);
    const light = (1 - rise) * Math.min(1, rise * 12) * (0.5 + 0.9 * pulse.beat);
    canvas.glowLine([x, y], [x, y + 5 + 9 * size], EMBER, light * 1.4, 1 + size, 4 + 3 * size);
  }
}
