import type { Random } from "../synth/random.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type Tom = { hz: number; decay: number; skin: number; pan: number };

/** Toms and, with a low `hz` and a long decay, big war drums. `skin` is the loudness of the stick's noise. */
export function playTom(out: Stereo, tom: Tom, at: number, gain: number, random: Random): void {
  const [panLeft, panRight] = panGains(tom.pan);
  const samples = Math.floor(tom.decay * 1.6 * SAMPLE_RATE);
  let phase = 0;
  let skin = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    phase += (tom.hz * (1 + 0.8 * Math.exp(-t * 28))) / SAMPLE_RATE;
    skin += (random() * 2 - 1 - skin) * 0.25;
    const body = Math.sin(2 * Math.PI * phase) + 0.25 * Math.sin(2 * Math.PI * 1.59 * phase) * Math.exp(-t * 12);
    const value =
      gain * (Math.tanh(1.5 * body * Math.exp((-3.5 * t) / tom.decay)) + tom.skin * skin * Math.exp(-t * 55));
    addSample(out, at + i, value * panLeft, value * panRight);
  }
}
