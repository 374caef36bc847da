import type { AnalogPatch } from "../instruments/analog.ts";

export const BASS: AnalogPatch = {
  wave: "saw",
  voices: 2,
  detune: 7,
  cutoff: 260,
  q: 1.5,
  sweep: 2.2,
  sweepDecay: 0.12,
  attack: 0.003,
  decay: 0.25,
  sustain: 0.5,
  release: 0.05,
};

export const STRINGS: AnalogPatch = {
  wave: "saw",
  voices: 6,
  detune: 16,
  cutoff: 1100,
  q: 0.7,
  sweep: 0,
  sweepDecay: 1,
  attack: 0.18,
  decay: 2,
  sustain: 0.9,
  release: 0.5,
};

export const SPARKLE: AnalogPatch = {
  wave: "square",
  voices: 1,
  detune: 0,
  cutoff: 1500,
  q: 1.2,
  sweep: 1.2,
  sweepDecay: 0.1,
  attack: 0.002,
  decay: 0.14,
  sustain: 0.1,
  release: 0.1,
};

export const LEAD: AnalogPatch = {
  wave: "square",
  voices: 2,
  detune: 8,
  cutoff: 1900,
  q: 1.1,
  sweep: 1,
  sweepDecay: 0.25,
  attack: 0.015,
  decay: 0.6,
  sustain: 0.75,
  release: 0.25,
  vibrato: { hz: 5.2, cents: 22 },
};
