import { Filter } from "../synth/filter.ts";
import { oscillate } from "../synth/oscillator.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type AcidStep = { midi: number; accent: boolean; slide: boolean } | undefined;

/** A monophonic squelching bass line. Pitch and filter carry over from step to step, which is what makes it slide. */
export class AcidLine {
  #phase = 0;
  #hz = 55;
  #level = 0;
  #sweep = 0;
  #filter = new Filter();
  #slope = new Filter();

  play(out: Stereo, at: number, samples: number, step: AcidStep, cutoff: number, q: number, gain: number): void {
    const target = step ? frequency(step.midi) : this.#hz;
    if (step && !step.slide) {
      this.#hz = target;
      this.#sweep = step.accent ? 1.5 : 1;
      this.#level = Math.max(this.#level, 0.2);
    }
    const peak = step ? (step.accent ? 1.25 : 0.85) : 0;
    const gate = samples * (step?.slide ? 1 : 0.62);
    for (let i = 0; i < samples; i++) {
      this.#hz += (target - this.#hz) * 0.0012;
      this.#sweep *= 0.99984;
      this.#level += ((i < gate ? peak : 0) - this.#level) * (i < gate ? 0.012 : 0.003);
      if (i % 16 === 0) {
        const hz = cutoff * 2 ** (2.6 * this.#sweep);
        this.#filter.tune(hz, q);
        this.#slope.tune(hz * 1.3, 0.7);
      }
      const increment = this.#hz / SAMPLE_RATE;
      const saw = oscillate("saw", this.#phase, increment);
      this.#phase = (this.#phase + increment) % 1;
      const tone = Math.tanh(1.8 * this.#slope.step(this.#filter.step(saw).low).low);
      const value = gain * this.#level * tone;
      addSample(out, at + i, value, value);
    }
  }
}
