import type { AnalogPatch } from "../instruments/analog.ts";

export const BRASS: AnalogPatch = {
  wave: "saw",
  voices: 5,
  detune: 9,
  cutoff: 620,
  q: 0.8,
  sweep: 1.8,
  sweepDecay: 0.6,
  drive: 1.3,
  attack: 0.04,
  decay: 0.6,
  sustain: 0.8,
  release: 0.2,
  vibrato: { hz: 5, cents: 8 },
};

export const CELLOS: AnalogPatch = {
  wave: "saw",
  voices: 4,
  detune: 10,
  cutoff: 900,
  q: 0.9,
  sweep: 0.8,
  sweepDecay: 0.12,
  attack: 0.02,
  decay: 0.2,
  sustain: 0.5,
  release: 0.08,
};

export const WAR_DRUM = { hz: 68, decay: 0.75, skin: 1.1, pan: -0.2 };

export const SIDE_DRUM = { hz: 104, decay: 0.4, skin: 1.2, pan: 0.35 };

export const CHOIR = { attack: 0.16, decay: 1, sustain: 0.9, release: 0.5 };
