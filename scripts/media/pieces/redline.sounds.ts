import type { AnalogPatch } from "../instruments/analog.ts";

export const STAB: AnalogPatch = {
  wave: "saw",
  voices: 4,
  detune: 18,
  cutoff: 700,
  q: 2.2,
  sweep: 2.4,
  sweepDecay: 0.14,
  attack: 0.002,
  decay: 0.2,
  sustain: 0.15,
  release: 0.1,
};

export const HORN: AnalogPatch = {
  wave: "square",
  voices: 3,
  detune: 20,
  cutoff: 1500,
  q: 1.4,
  sweep: -1.5,
  sweepDecay: 0.8,
  attack: 0.06,
  decay: 1,
  sustain: 0.9,
  release: 0.3,
  vibrato: { hz: 6, cents: 30 },
};
