import type { AnalogPatch } from "../instruments/analog.ts";
import type { FmPatch } from "../instruments/fm.ts";

export const growl = (hz: number): AnalogPatch => ({
  wave: "saw",
  voices: 3,
  detune: 16,
  cutoff: 4200,
  q: 2.8,
  sweep: 0,
  sweepDecay: 1,
  sub: 0.35,
  drive: 3.2,
  wobble: { hz, octaves: 4.6 },
  attack: 0.006,
  decay: 1,
  sustain: 1,
  release: 0.04,
});

export const BRASS: AnalogPatch = {
  wave: "saw",
  voices: 5,
  detune: 11,
  cutoff: 520,
  q: 0.9,
  sweep: 2.2,
  sweepDecay: 0.5,
  drive: 1.4,
  attack: 0.035,
  decay: 0.4,
  sustain: 0.7,
  release: 0.16,
};

export const GLASS: FmPatch = {
  ratio: 2.76,
  index: 1.9,
  indexDecay: 0.5,
  indexSustain: 0.05,
  attack: 0.002,
  decay: 0.6,
  sustain: 0.1,
  release: 0.7,
};
