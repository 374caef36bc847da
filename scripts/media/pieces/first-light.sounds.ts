import type { AnalogPatch } from "../instruments/analog.ts";
import type { FmPatch } from "../instruments/fm.ts";

export const PIANO: FmPatch = {
  ratio: 1,
  index: 2.4,
  indexDecay: 0.5,
  indexSustain: 0.15,
  octave: 0.25,
  attack: 0.003,
  decay: 0.9,
  sustain: 0.1,
  release: 0.25,
};

export const BELL: FmPatch = {
  ratio: 3.5,
  index: 1.6,
  indexDecay: 0.35,
  indexSustain: 0.1,
  attack: 0.002,
  decay: 0.5,
  sustain: 0.15,
  release: 0.6,
};

export const BASS: AnalogPatch = {
  wave: "square",
  voices: 1,
  detune: 0,
  cutoff: 420,
  q: 1.2,
  sweep: 2,
  sweepDecay: 0.15,
  attack: 0.004,
  decay: 0.3,
  sustain: 0.6,
  release: 0.06,
};

export const PAD: AnalogPatch = {
  wave: "saw",
  voices: 5,
  detune: 14,
  cutoff: 700,
  q: 0.7,
  sweep: 0,
  sweepDecay: 1,
  attack: 0.4,
  decay: 2,
  sustain: 0.8,
  release: 0.8,
};
