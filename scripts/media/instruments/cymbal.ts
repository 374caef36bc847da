import { Filter } from "../synth/filter.ts";
import type { Random } from "../synth/random.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type Cymbal = { hz: number; decay: number; pan: number };

export const CYMBALS = {
  closed: { hz: 8200, decay: 0.05, pan: 0.2 },
  open: { hz: 7000, decay: 0.24, pan: -0.15 },
  shaker: { hz: 5600, decay: 0.07, pan: -0.4 },
  ride: { hz: 6200, decay: 0.4, pan: 0.35 },
  crash: { hz: 4200, decay: 1.9, pan: 0 },
} as const satisfies Record<string, Cymbal>;

export function playCymbal(out: Stereo, cymbal: Cymbal, at: number, gain: number, random: Random): void {
  const filters = [new Filter().tune(cymbal.hz, 0.8), new Filter().tune(cymbal.hz * 1.07, 0.8)] as const;
  const [panLeft, panRight] = panGains(cymbal.pan);
  const samples = Math.floor(cymbal.decay * 1.6 * SAMPLE_RATE);
  for (let i = 0; i < samples; i++) {
    const level = 1.8 * gain * Math.min(1, i / 40) * Math.exp((-3.5 * i) / (cymbal.decay * SAMPLE_RATE));
    const left = filters[0].step(random() * 2 - 1).high;
    const right = filters[1].step(random() * 2 - 1).high;
    addSample(out, at + i, level * panLeft * left, level * panRight * right);
  }
}
