import { Filter } from "../synth/filter.ts";
import { oscillate } from "../synth/oscillator.ts";
import type { Random } from "../synth/random.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

/** Noise and a siren that climb for `samples` and stop dead, so that what follows lands harder. */
export function playRiser(out: Stereo, at: number, samples: number, gain: number, random: Random): void {
  const noise = [new Filter(), new Filter()] as const;
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const rise = i / samples;
    if (i % 32 === 0) for (const filter of noise) filter.tune(300 * 2 ** (5.2 * rise), 2.2);
    const increment = (110 * 2 ** (3 * rise * rise)) / SAMPLE_RATE;
    phase = (phase + increment) % 1;
    const siren = 0.22 * oscillate("saw", phase, increment);
    const level = gain * rise ** 1.6 * Math.min(1, (samples - i) / 300);
    const [panLeft, panRight] = panGains(0.6 * Math.sin(rise * rise * 40));
    const left = noise[0].step(random() * 2 - 1 + siren).band;
    const right = noise[1].step(random() * 2 - 1 + siren).band;
    addSample(out, at + i, level * panLeft * left, level * panRight * right);
  }
}

/** A falling boom under the first beat of a section. */
export function playImpact(out: Stereo, at: number, gain: number, random: Random): void {
  const samples = Math.floor(2.2 * SAMPLE_RATE);
  let phase = 0;
  let rumble = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    phase += (34 + 60 * Math.exp(-t * 5)) / SAMPLE_RATE;
    rumble += (random() * 2 - 1 - rumble) * 0.06;
    const value = gain * Math.exp(-2.4 * t) * (0.7 * Math.sin(2 * Math.PI * phase) + 1.1 * rumble);
    addSample(out, at + i, value, value);
  }
}
