import type { AnalogPatch } from "../instruments/analog.ts";
import type { FmPatch } from "../instruments/fm.ts";

export const ORGAN: FmPatch = {
  ratio: 2,
  index: 1.1,
  indexDecay: 0.08,
  indexSustain: 0.55,
  octave: 0.4,
  attack: 0.003,
  decay: 0.3,
  sustain: 0.65,
  release: 0.05,
};

export const SQUARE_BASS: AnalogPatch = {
  wave: "square",
  voices: 2,
  detune: 5,
  cutoff: 420,
  q: 1.8,
  sweep: 1.5,
  sweepDecay: 0.1,
  drive: 1.5,
  attack: 0.003,
  decay: 0.2,
  sustain: 0.5,
  release: 0.05,
};

export const CHOP_SHAPE = { attack: 0.008, decay: 0.2, sustain: 0.7, release: 0.08 };

export const CHOIR_SHAPE = { attack: 0.3, decay: 1, sustain: 0.9, release: 0.5 };
