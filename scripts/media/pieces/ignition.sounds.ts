import type { AnalogPatch } from "../instruments/analog.ts";

export const SUPERSAW: AnalogPatch = {
  wave: "saw",
  voices: 7,
  detune: 22,
  cutoff: 2200,
  q: 0.8,
  sweep: 1.2,
  sweepDecay: 0.4,
  attack: 0.006,
  decay: 0.5,
  sustain: 0.75,
  release: 0.18,
};

export const PLUCK: AnalogPatch = {
  wave: "saw",
  voices: 3,
  detune: 9,
  cutoff: 420,
  q: 1.6,
  sweep: 2.4,
  sweepDecay: 0.16,
  attack: 0.002,
  decay: 0.2,
  sustain: 0.1,
  release: 0.12,
};

export const BASS: AnalogPatch = {
  wave: "saw",
  voices: 2,
  detune: 6,
  cutoff: 420,
  q: 1.2,
  sweep: 1.6,
  sweepDecay: 0.12,
  attack: 0.004,
  decay: 0.2,
  sustain: 0.7,
  release: 0.05,
};

export const LEAD: AnalogPatch = {
  wave: "saw",
  voices: 5,
  detune: 12,
  cutoff: 3400,
  q: 1,
  sweep: 0.8,
  sweepDecay: 0.3,
  attack: 0.008,
  decay: 0.4,
  sustain: 0.8,
  release: 0.2,
  vibrato: { hz: 5.4, cents: 14 },
};
