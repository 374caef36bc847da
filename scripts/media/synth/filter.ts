import { SAMPLE_RATE } from "./stereo.ts";

/** Topology-preserving state variable filter: stays stable while its cutoff is swept, which every voice here does. */
export class Filter {
  low = 0;
  band = 0;
  high = 0;
  #first = 0;
  #second = 0;
  #damping = 1;
  #a1 = 0;
  #a2 = 0;
  #a3 = 0;

  /** `q` from 0.5 (soft) upwards. */
  tune(hz: number, q: number): this {
    const g = Math.tan((Math.PI * Math.min(Math.max(hz, 20), SAMPLE_RATE * 0.42)) / SAMPLE_RATE);
    this.#damping = 1 / q;
    this.#a1 = 1 / (1 + g * (g + this.#damping));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
    return this;
  }

  step(input: number): this {
    const v3 = input - this.#second;
    const v1 = this.#a1 * this.#first + this.#a2 * v3;
    const v2 = this.#second + this.#a2 * this.#first + this.#a3 * v3;
    this.#first = 2 * v1 - this.#first;
    this.#second = 2 * v2 - this.#second;
    this.low = v2;
    this.band = v1;
    this.high = input - this.#damping * v1 - v2;
    return this;
  }
}
